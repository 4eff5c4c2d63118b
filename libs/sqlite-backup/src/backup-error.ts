import { CommandFailed, errorMessage } from '@smart-city/service';
/** A backup or restore that cannot go on. Nothing was changed unless it says so. */
export class BackupError extends CommandFailed {}

/** What an operator can do something about, by the code of Node or of SQLite. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk',
  SQLITE_FULL: 'no space left on the disk',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  SQLITE_NOTADB: 'the file is no SQLite database',
  SQLITE_CORRUPT: 'the database file is damaged',
  SQLITE_BUSY: 'the database is in use by another process',
};

/** @returns one line that says what went wrong with which file */
export function explain(what: string, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  const message = errorMessage(error);
  return new BackupError(`${what}: ${EXPLANATIONS[codeOf(error)] ?? message}`, { cause: error });
}

/** The code of an error of Node or SQLite. SQLite's class is of the realm that loaded it first: hence no instanceof. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
