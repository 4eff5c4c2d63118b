import type { SqlValue, Step } from './dialect';
import type { Column } from './names';
import type { Query } from './query';

/**
 * Prepared statements with `?` parameters on whichever database is configured (`open-sql.ts`). Their texts are built from the row
 * classes: `statements.ts`, `query.ts`. A database is a class of this; what it does not do itself is the same everywhere.
 *
 * TypeORM repositories serve the management API; this port serves the paths that every request takes (tokens, validation) and
 * everything that must be atomic. Never open a TypeORM transaction on sqlite: there is one connection, so other requests would
 * fall into it. Use `atomically`.
 */
export abstract class Sql {
  /**
   * Runs one INSERT, UPDATE or DELETE by itself.
   *
   * @returns the number of rows it changed (matched, on MySQL too)
   */
  abstract run(step: Step): Promise<number>;

  /** All rows; those of a `Query` as its properties say, those of a text as the driver gives them. */
  async all<Row>(query: Query<Row> | string, ...values: SqlValue[]): Promise<Row[]> {
    if (typeof query === 'string') return (await this.select(query, values)) as Row[];
    const rows = await this.select(query.sql, values);
    return rows.map((row) => query.read(row));
  }

  /** The first row, or undefined. */
  async first<Row>(query: Query<Row> | string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(query, ...values))[0];
  }

  /**
   * SQL expression for a text column without case and accents.
   *
   * @see foldedPart  for the pattern to compare it with
   */
  folded(column: Column<string> | Column<string | null> | string): string {
    return this.foldedText(String(column));
  }

  /**
   * Runs all steps in one transaction.
   *
   * @returns false, with nothing written, when a step changed another number of rows than it expected
   */
  abstract atomically(steps: readonly Step[]): Promise<boolean>;

  /** All rows of a SELECT, prepared once and kept. Booleans arrive as boolean or 0/1, 64-bit integers as number. */
  protected abstract select(sql: string, values: readonly SqlValue[]): Promise<unknown[]>;
  protected abstract foldedText(column: string): string;

  /**
   * SQL expression for a text member of a column that holds a JSON object as text; NULL where it has no such member.
   *
   * @param name  of the member: a word of the program, never of a request
   */
  abstract memberOf(column: Column<unknown>, name: string): string;
}
