/** An error shown to a person as a page, never sent to a client's address. */
export class PageError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string = 'error',
  ) {
    super(message);
  }
}
