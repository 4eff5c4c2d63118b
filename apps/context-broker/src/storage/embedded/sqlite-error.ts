import { errorMessage } from '@smart-city/service';
import { databaseError, type NgsiError } from '@smart-city/context';

/**
 * Trouble with a database file as the answer that Orion gives for its own.
 *
 * @param operation  what the original calls it: `query`, `update`, …
 */
export function sqliteError(operation: string, cause: unknown): NgsiError {
  const text = errorMessage(cause);
  return databaseError({ collection: 'entities', operation, document: '', text });
}
