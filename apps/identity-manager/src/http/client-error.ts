import { HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { isDatabaseUnavailable, isMissingReference } from '../database/database-errors';
import { Fault, OverLimit } from '../faults/faults';
import { ApiError, errorTitle } from './api-errors';
import { statusOfFault } from './fault-status';

/** What a client is told of errors that are nobody's own: those of Nest, Express's body parsers, the database. */
const messages: Readonly<Record<number, string>> = {
  400: 'Malformed request body',
  404: 'Path not found',
  405: 'Method not allowed',
  413: 'Request body too large',
  415: 'Unsupported encoding of the request body',
  500: 'Internal error',
  503: 'The database is not reachable',
};

const messageOfStatus = (status: number): string => messages[status] ?? errorTitle(status);

/** The status that says an error; 500 for what nobody expects. */
export function statusOfError(error: unknown): number {
  if (error instanceof ApiError) return error.status;
  if (error instanceof Fault) return statusOfFault(error);
  if (error instanceof HttpException) return error.getStatus();
  if (isDatabaseUnavailable(error)) return 503;
  // It was there when the request began.
  if (isMissingReference(error)) return 404;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** What a client is told of an error that is nobody's own. @param status  as `statusOfError` has it */
export const messageOfError = (error: unknown, status: number): string =>
  isMissingReference(error) ? 'What the request refers to has been deleted' : messageOfStatus(status);

/** Answers with Keyrock's error object: `{"error":{message, code, title}}`. */
export function answerErrorObject(error: unknown, response: Response): void {
  const status = statusOfError(error);
  const { message, title } =
    error instanceof ApiError ? error : { message: messageOfError(error, status), title: errorTitle(status) };
  if (error instanceof OverLimit) response.set('Retry-After', String(error.retryAfter));
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .json({ error: { message, code: status, title } });
}
