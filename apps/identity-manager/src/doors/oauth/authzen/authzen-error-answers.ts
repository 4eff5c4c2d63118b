import type { Request, Response } from 'express';
import { ErrorsBelow } from '../../../http/error-answers';
import { OAuthErrorAnswers } from '../oauth-error-answers';
import { echoRequestId } from './request-id';

/** Errors of the Authorization API: as those of OAuth, with the id of the request. */
@ErrorsBelow('/access/v1')
export class AuthZenErrorAnswers extends OAuthErrorAnswers {
  override answer(error: unknown, request: Request, response: Response): void {
    echoRequestId(request, response);
    super.answer(error, request, response);
  }
}
