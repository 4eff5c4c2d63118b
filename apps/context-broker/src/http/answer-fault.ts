import { errorStack } from '@smart-city/service';
import type { Logger } from '@smart-city/logging';
import { NgsiError, type NgsiErrorName } from '@smart-city/context';
import { errorAnswer, type Answer } from './answer';
import type { Dialect } from './dialect';
import type { NgsiRequest } from './ngsi-request';

/** A refusal that tells more than its body: in header fields, as name, value, name, value … */
export class Refusal extends NgsiError {
  constructor(
    error: NgsiErrorName,
    description: string,
    readonly headers: readonly string[],
  ) {
    super(error, description);
  }
}

/** Thrown where a person is to see a page instead of a fault. */
export class AnsweredOtherwise extends Error {
  constructor(readonly answer: Answer) {
    super('answered with a page');
  }
}

const NO_HEADERS: readonly string[] = [];

/** The answer of a fault, by default in the dialect of the request where it has one of its own. */
export function faultAnswer(
  request: NgsiRequest,
  error: NgsiError,
  dialect: Dialect | undefined = request.dialect,
): Answer {
  request.fault = error;
  const headers = error instanceof Refusal ? error.headers : NO_HEADERS;
  return dialect ? dialect.faultAnswer(request, error, headers) : errorAnswer(error, headers);
}

/** The answer to whatever was thrown while a request was served. */
export type AnswerFault = (request: NgsiRequest, fault: unknown) => Answer;

/** Named errors are answered as the catalogue says, others as a plain 500 and a log line. */
export const createAnswerFault =
  (log: Logger): AnswerFault =>
  (request, fault) => {
    if (fault instanceof NgsiError) return faultAnswer(request, fault);
    if (fault instanceof AnsweredOtherwise) return fault.answer;
    log.error(`Runtime Error (${errorStack(fault)})`, request.log);
    return faultAnswer(request, new NgsiError('InternalServerError', 'internal error'));
  };
