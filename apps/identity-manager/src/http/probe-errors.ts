import type { Request, Response } from 'express';
import { answerErrorObject } from './client-error';
import { ErrorsBelow, type ErrorAnswers } from './error-answers';

/** What only programs ask is never answered by a page. */
@ErrorsBelow('/health', '/metrics')
export class ProbeErrors implements ErrorAnswers {
  answer(error: unknown, _request: Request, response: Response): void {
    answerErrorObject(error, response);
  }
}
