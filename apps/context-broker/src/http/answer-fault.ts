import { errorStack } from '@smart-city/service';
import type { Logger } from '@smart-city/logging';
import { NgsiError, type NgsiErrorName } from '@smart-city/context';
import type { Answer } from './answer';
import type { Check, RequestFault } from './face';
import type { NgsiRequest } from './ngsi-request';
import { isKnownTo } from './route-table';

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

/** The answer of a fault, by default as the face of the request tells it. */
export function faultAnswer(request: NgsiRequest, fault: RequestFault, face = request.face): Answer {
  request.fault = fault;
  return face.faultAnswer(request, fault);
}

/**
 * The answer to a request that a check refuses; undefined where it is a page, which is not held to the check.
 *
 * @throws what is no fault of the request
 */
export function refusedBy(
  check: Check,
  request: NgsiRequest,
  thrown: unknown,
  passesPages: boolean,
): Answer | undefined {
  const face = check.isOfPath ? request.routingFace : request.face;
  const fault = face.faultOf(thrown);
  if (fault === undefined) throw thrown;
  if (passesPages && isKnownTo(request)) return undefined;
  request.faultDetail = check.logged?.(request, fault);
  return faultAnswer(request, fault, face);
}

/** The answer to whatever was thrown while a request was served. */
export type AnswerFault = (request: NgsiRequest, thrown: unknown) => Answer;

/** Faults of the request are answered as its face tells them, others as a plain 500 and a log line. */
export const createAnswerFault =
  (log: Logger): AnswerFault =>
  (request, thrown) => {
    const { face } = request;
    const fault = face.faultOf(thrown);
    if (fault !== undefined) return faultAnswer(request, fault);
    if (thrown instanceof AnsweredOtherwise) return thrown.answer;
    log.error(`Runtime Error (${errorStack(thrown)})`, request.log);
    return faultAnswer(request, face.internalFault());
  };
