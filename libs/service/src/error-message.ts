import { types } from 'node:util';

/** Errors of Node's own modules may come from another realm than ours, as in tests: `instanceof` does not know them. */
const isError = (value: unknown): value is Error => value instanceof Error || types.isNativeError(value);

/** What went wrong, in a line: not everything that is thrown is an error. */
export const errorMessage = (error: unknown): string => (isError(error) ? error.message : String(error));

/** The same with where it happened. */
export const errorStack = (error: unknown): string =>
  isError(error) ? (error.stack ?? error.message) : String(error);
