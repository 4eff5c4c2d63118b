import type { TableRow } from '../../database/tables';
import type { KeyrockRow } from './keyrock-source';

/*
 * Values of Keyrock's columns. MySQL gives tinyint and Date, PostgreSQL boolean and Date, JSON columns arrive parsed or
 * as text.
 */

export function text(row: KeyrockRow, column: string): string | null {
  const value = row[column];
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? value.toString('utf8') : `${value as string | number | boolean}`;
}

/** A text that may not be missing; the importer leaves rows without it out. */
export function needed(row: KeyrockRow, column: string): string {
  const value = text(row, column);
  if (value === null || value === '') throw new LeftOut(`column ${column} is empty`);
  return value;
}

export const flag = (row: KeyrockRow, column: string): boolean =>
  row[column] === true || Number(row[column]) === 1;

/** Milliseconds since 1970, or null. */
export function time(row: KeyrockRow, column: string): number | null {
  const value = row[column];
  if (value === null || value === undefined) return null;
  const ms = value instanceof Date ? value.getTime() : Date.parse(`${value as string | number}`);
  return Number.isNaN(ms) ? null : ms;
}

export function json(row: KeyrockRow, column: string): Record<string, unknown> | null {
  const value: unknown = row[column];
  const parsed: unknown = typeof value === 'string' ? parseJson(value) : value;
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null;
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Why a row is not taken over. */
export class LeftOut extends Error {
  /** @param row  what is left out, where whoever imports should know which */
  constructor(
    reason: string,
    readonly row?: string,
  ) {
    super(reason);
  }
}

/** What becomes of one row: a row of ours. */
export interface Target extends TableRow {
  /** The same as it came from Keyrock, before anything was encrypted: what two runs are compared by. */
  readonly plain: TableRow['values'];
}
