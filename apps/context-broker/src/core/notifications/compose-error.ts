/** A notification that cannot be sent; `text` is the line for the log. */
export class ComposeError extends Error {
  override readonly name = 'ComposeError';

  /** @param reason  why the attempt failed, as the subscription shows it; undefined where its failure fields stay as they are */
  constructor(
    readonly level: 'error' | 'warn',
    text: string,
    readonly reason?: string,
  ) {
    super(text);
  }
}

/** Longer than `-outReqMsgMaxSize`. */
export function tooLargeToSend(byteLength: number): ComposeError {
  const reason = `HTTP request to send is too large: ${byteLength} bytes`;
  return new ComposeError('error', `Runtime Error (${reason})`, reason);
}
