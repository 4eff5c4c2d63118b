import type BetterSqlite3 from 'better-sqlite3';
import type { Pool as MysqlPool } from 'mysql2';
import type { Pool as PostgresPool } from 'pg';
import type { DataSource } from 'typeorm';
import { GroupedWrites } from './grouped-writes';
import { MysqlDialect } from './mysql-dialect';
import { PostgresDialect } from './postgres-dialect';
import type { Sql } from './sql';
import { SqliteDialect } from './sqlite-dialect';

/** The driver objects that TypeORM opened; sharing them keeps one pool for both ways of access. */
interface OpenedDriver {
  readonly databaseConnection?: BetterSqlite3.Database;
  readonly master?: PostgresPool;
  readonly pool?: MysqlPool;
}

/** Statements on the database that is open. */
export function openSql(dataSource: DataSource): Sql {
  const driver = dataSource.driver as unknown as OpenedDriver;
  if (driver.databaseConnection) return new SqliteDialect(driver.databaseConnection);
  if (driver.pool) return new GroupedWrites(new MysqlDialect(driver.pool.promise()));
  if (driver.master) return new GroupedWrites(new PostgresDialect(driver.master));
  throw new Error(`no SQL access for ${dataSource.options.type}`);
}
