/** A notification that cannot be sent; `text` is the line for the log. */
export class ComposeError extends Error {
  override readonly name = 'ComposeError';

  constructor(
    readonly level: 'error' | 'warn',
    text: string,
  ) {
    super(text);
  }
}
