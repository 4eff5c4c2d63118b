import type Database from 'better-sqlite3';
import type { SqlCondition } from './sql-condition';
import type { SqlValue } from './write-operation';

/** Characters of stored documents that one part of a list is made of; a single larger one is a part of its own. */
export const PART_SIZE = 2 * 1024 * 1024;

type Row = readonly unknown[];
type ListStatement = Database.Statement<SqlValue[], unknown[]>;

/** Size of the largest document that was read from a file so far: reading rows one at a time costs more than all at once. */
export class LargestRow {
  private size: number | undefined;

  /** Whether so many rows surely make no more than one part, as far as what was seen goes. */
  fits(rows: number): boolean {
    return this.size !== undefined && this.size * rows <= PART_SIZE;
  }

  /** @returns the size of a row: of its texts, among them its documents */
  see(row: Row): number {
    let size = 0;
    for (const value of row) if (typeof value === 'string') size += value.length;
    if (this.size === undefined || size > this.size) this.size = size;
    return size;
  }
}

/**
 * Reads the rows of a page as far as they go into one part of an answer; at least one.
 *
 * @param limit  most rows that the statement gives
 * @returns the rows, and whether they are all
 */
export function readPart(
  statement: ListStatement,
  parameters: readonly SqlValue[],
  limit: number,
  largest: LargestRow,
): { readonly rows: readonly Row[]; readonly isWhole: boolean } {
  if (largest.fits(limit)) {
    const rows = statement.all(...parameters);
    for (const row of rows) largest.see(row);
    return { rows, isWhole: true };
  }
  const rows: Row[] = [];
  let size = 0;
  for (const row of statement.iterate(...parameters)) {
    if (size > PART_SIZE) return { rows, isWhole: false };
    rows.push(row);
    size += largest.see(row);
  }
  return { rows, isWhole: true };
}

/** The keys of a page, in its order. */
export const keysOf = ({ sql, parameters }: SqlCondition): SqlCondition => ({
  sql: `SELECT key FROM (${sql})`,
  parameters,
});

/** The rows of such keys, in their order; those that are gone are left out. */
export const rowsOfKeys = (keys: readonly number[], columns: string): SqlCondition => ({
  sql: `SELECT ${columns} FROM (SELECT value AS found FROM json_each(?)) CROSS JOIN entities ON entities.key = found`,
  parameters: [JSON.stringify(keys)],
});
