import { NgsiError, type NgsiErrorName, type NumberForm } from '@smart-city/context';
import { sqliteError, SqliteFailure } from './sqlite-error';
import type { QueryAnswer, ReadRequest } from './reader-session';

/** What a reading thread starts with. */
export interface ReaderData {
  readonly numbers: NumberForm;
}

export interface ReaderRequest {
  readonly id: number;
  readonly request: ReadRequest;
}

/** Exactly one of the members beside `id`. */
export interface ReaderReply {
  readonly id: number;
  readonly answer?: QueryAnswer;
  readonly refusal?: { readonly error: NgsiErrorName; readonly description: string };
  readonly failure?: {
    readonly message: string;
    /** As {@link SqliteFailure.code}. */ readonly code: string;
  };
}

/** The error of a reply that holds no answer. */
export function errorOf({ refusal, failure }: ReaderReply): NgsiError {
  return refusal === undefined
    ? sqliteError('query', failure && new SqliteFailure(failure.message, failure.code))
    : new NgsiError(refusal.error, refusal.description);
}
