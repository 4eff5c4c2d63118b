import { isMissingReference } from '../database/database-errors';
import { errorFields, type Logger } from '../service/logger';

/**
 * Logs an error that a request ended with, where it is ours. A row that refers to nothing may be one just deleted, or a fault of
 * ours: its 404 tells neither, the line does.
 *
 * @param status  that of the answer
 */
export function logFailure(log: Logger, message: string, path: string, status: number, error: unknown): void {
  const fields = { path, ...errorFields(error) };
  if (status >= 500) log.error(message, fields);
  else if (isMissingReference(error)) log.warn(message, fields);
}
