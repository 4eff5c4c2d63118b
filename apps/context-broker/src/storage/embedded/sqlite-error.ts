import { errorMessage } from '@smart-city/service';
import type { NgsiError } from '@smart-city/context';
import { TenantSetAside } from '../tenant-set-aside';
import { databaseError } from './database-error';

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** An error of SQLite as it comes from another thread. */
export class SqliteFailure extends Error {
  override readonly name = 'SqliteFailure';

  constructor(
    message: string,
    /** SQLite's name of it, `SQLITE_FULL`; empty when it was another error. */
    readonly code: string,
  ) {
    super(message);
  }
}

/** @returns SQLite's name of an error; empty when it is another one */
export const sqliteCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether an error says that a database file is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof TenantSetAside || DAMAGE.test(sqliteCode(error));

/**
 * Trouble with a database file as the answer that Orion gives for its own; 503 where the file is damaged.
 *
 * @param operation  what the original calls it: `query`, `update`, …
 */
export function sqliteError(operation: string, cause: unknown): NgsiError {
  if (cause instanceof TenantSetAside) return cause;
  if (isDamage(cause)) return new TenantSetAside({ cause });
  const text = errorMessage(cause);
  return databaseError({ collection: 'entities', operation, document: '', text });
}
