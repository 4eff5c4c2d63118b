import type { Logger } from '@smart-city/logging';
import { NgsiError } from '@smart-city/ngsi';
import type { Answer } from './answer';
import type { NgsiRequest } from './ngsi-request';
import { faultAnswer } from './orion-error';

/** The answer to whatever was thrown while a request was served. */
export type AnswerFault = (request: NgsiRequest, fault: unknown) => Answer;

/** Named errors are answered as the catalogue says, others as a plain 500 and a log line. */
export const createAnswerFault =
  (log: Logger): AnswerFault =>
  (request, fault) => {
    if (fault instanceof NgsiError) return faultAnswer(request, fault);
    log.error(
      `Runtime Error (${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)})`,
      request.log,
    );
    return faultAnswer(request, new NgsiError('InternalServerError', 'internal error'));
  };
