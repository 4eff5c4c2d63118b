import type { Request, Response } from 'express';

/** Sends the `X-Request-ID` of a request back with its answer (Authorization API section 10.1.3). */
export function echoRequestId({ headers }: Request, response: Response): void {
  const id = headers['x-request-id'];
  if (typeof id === 'string') response.setHeader('X-Request-ID', id);
}
