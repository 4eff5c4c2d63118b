/** The database cannot be reached just now; clients get 503 and may try again. */
export class DatabaseUnavailable extends Error {}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'SQLITE_BUSY',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_READONLY',
]);

const retryCodes = new Set(['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

const duplicateCodes = new Set([
  '23505',
  'ER_DUP_ENTRY',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
]);

const foreignKeyCodes = new Set([
  '23503',
  'ER_NO_REFERENCED_ROW_2',
  'ER_NO_REFERENCED_ROW',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);

/** The driver's code of an error, also when TypeORM wrapped it. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('driverError' in error && error.driverError) return codeOf(error.driverError);
  return 'code' in error ? String(error.code) : '';
}

/** Without what SQLite adds to tell one cause from another, as in `SQLITE_IOERR_WRITE`. */
const primaryCodeOf = (error: unknown) =>
  codeOf(error).replace(/^(SQLITE_(?:BUSY|IOERR|CANTOPEN|READONLY))_.*/, '$1');

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  connectionCodes.has(primaryCodeOf(error)) ||
  // pg reports a connection lost in the middle of a query without a code.
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|^Client has encountered a connection error|Pool is closed|connection is in closed state/i.test(
    messageOf(error),
  );

/** Two transactions met; running the same group again is safe, since nothing of it was written. */
export const isWorthRetrying = (error: unknown): boolean => retryCodes.has(primaryCodeOf(error));

export const isDuplicate = (error: unknown): boolean => duplicateCodes.has(codeOf(error));

/** A row that a new row refers to is gone (user or application deleted meanwhile). */
export const isMissingReference = (error: unknown): boolean => foreignKeyCodes.has(codeOf(error));
