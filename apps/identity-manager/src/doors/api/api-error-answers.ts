import type { Request, Response } from 'express';
import { answerErrorObject } from '../../http/client-error';
import { ErrorsBelow, type ErrorAnswers } from '../../http/error-answers';

/** The management API and the decision points: Keyrock's error object, whoever asks. */
@ErrorsBelow('/v1', '/v3', '/pdp')
export class ApiErrorAnswers implements ErrorAnswers {
  answer(error: unknown, _request: Request, response: Response): void {
    answerErrorObject(error, response);
  }
}
