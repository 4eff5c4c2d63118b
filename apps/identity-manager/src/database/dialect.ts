/** One statement of an atomic group. */
export interface Step {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The group is undone when the statement changed another number of rows. */
  readonly expect?: number;
  /** Of a step that marks one row by its key: the text that marks the rows of so many keys, which follow the mark. */
  readonly severalKeys?: (count: number) => string;
}

export type SqlValue = string | number | boolean | null;

/**
 * Hand-written SQL on the three databases. Statements use `?` for parameters, are prepared once and kept.
 *
 * TypeORM repositories serve the management API; this port serves the paths that every request takes (tokens,
 * validation) and everything that must be atomic. Never open a TypeORM transaction on sqlite: there is one
 * connection, so other requests would fall into it. Use `atomically`.
 */
export interface SqlDialect {
  /** All rows of a SELECT. Booleans arrive as boolean or 0/1, 64-bit integers as number. */
  all<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one INSERT, UPDATE or DELETE by itself. Returns the number of rows it changed (matched, on MySQL too). */
  run(sql: string, values: readonly SqlValue[]): Promise<number>;
  /** Runs all steps in one transaction; returns false, with nothing written, when a step missed its `expect`. */
  atomically(steps: readonly Step[]): Promise<boolean>;
  /** Expression for a text column without case and accents, to be compared with what `foldedPart` gives. */
  folded(column: string): string;
}
