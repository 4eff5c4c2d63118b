import type { DataSource } from 'typeorm';
import type BetterSqlite3 from 'better-sqlite3';
import type { Pool as PostgresPool } from 'pg';
import type { Pool as MysqlPool } from 'mysql2';
import { isWorthRetrying } from './database-errors';
import type { SqlDialect, SqlValue, Step } from './dialect';
import type { Column } from './names';
import { GroupedWrites } from './grouped-writes';
import { MysqlDialect } from './mysql-dialect';
import { PostgresDialect } from './postgres-dialect';
import type { Query } from './query';
import { SqliteDialect } from './sqlite-dialect';

/** The driver objects that TypeORM opened; sharing them keeps one pool for both ways of access. */
interface OpenedDriver {
  readonly databaseConnection?: BetterSqlite3.Database;
  readonly master?: PostgresPool;
  readonly pool?: MysqlPool;
}

function dialectOf(dataSource: DataSource): SqlDialect {
  const driver = dataSource.driver as unknown as OpenedDriver;
  if (driver.databaseConnection) return new SqliteDialect(driver.databaseConnection);
  if (driver.pool) return new GroupedWrites(new MysqlDialect(driver.pool.promise()));
  if (driver.master) return new GroupedWrites(new PostgresDialect(driver.master));
  throw new Error(`no SQL access for ${dataSource.options.type}`);
}

const attempts = 4;

/**
 * Prepared statements with `?` parameters on whichever database is configured. Their texts are built from the row classes:
 * `statements.ts`, `query.ts`.
 *
 * @see SqlDialect for what each method promises
 */
export class Sql {
  private readonly dialect: SqlDialect;

  constructor(dataSource: DataSource) {
    this.dialect = dialectOf(dataSource);
  }

  /** All rows; those of a `Query` as its properties say, those of a text as the driver gives them. */
  async all<Row>(query: Query<Row> | string, ...values: SqlValue[]): Promise<Row[]> {
    if (typeof query === 'string') return this.dialect.all<Row>(query, values);
    const rows = await this.dialect.all<unknown>(query.sql, values);
    return rows.map((row) => query.read(row));
  }

  /** The first row, or undefined. */
  async first<Row>(query: Query<Row> | string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(query, ...values))[0];
  }

  /** Runs one statement by itself. Returns the number of rows it changed (matched, on MySQL too). */
  run(step: Step | string, ...values: SqlValue[]): Promise<number> {
    return typeof step === 'string'
      ? this.dialect.run(step, values)
      : this.dialect.run(step.sql, step.values);
  }

  /**
   * SQL expression for a text column without case and accents.
   *
   * @see foldedPart  for the pattern to compare it with
   */
  folded(column: Column<string> | Column<string | null> | string): string {
    return this.dialect.folded(String(column));
  }

  /**
   * Runs all steps in one transaction, again when it lost a deadlock.
   *
   * @returns false, with nothing written, when a step changed another number of rows than it expected
   */
  async atomically(steps: readonly Step[]): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dialect.atomically(steps);
      } catch (error) {
        if (attempt === attempts || !isWorthRetrying(error)) throw error;
      }
    }
  }
}
