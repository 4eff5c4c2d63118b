/** What went wrong, in a line: not everything that is thrown is an error. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The same with where it happened. */
export const errorStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
