import { ApiError } from '../http/api-errors';

/** An error shown to a person as a page, never sent to a client's address. The message may be a message key. */
export class PageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string = 'error',
  ) {
    super(message);
  }
}

/** The page is for people who are signed in. */
export class SignInNeeded extends PageError {
  constructor(readonly comeBackTo: string) {
    super(401, 'error.signInFirst');
  }
}

/**
 * What the management API says against a form, to show it there.
 *
 * @throws the error itself when it is no matter of the form
 */
export function apiMessageOf(error: unknown): string {
  if (error instanceof ApiError && (error.status === 400 || error.status === 409)) return error.message;
  throw error;
}
