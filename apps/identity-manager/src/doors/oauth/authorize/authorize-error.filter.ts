import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageError } from '../../../pages/page-error';
import { Fault } from '../../../faults/faults';
import { errorOfFault, invalidRequest, OAuthError } from '../oauth-errors';
import { AuthorizeError } from './authorize-parser';
import { AuthorizePages } from './authorize-pages';
import { AuthorizeResponder } from './authorize-responder';

type Caught = AuthorizeError | PageError | OAuthError | Fault;

/** Errors of the authorization endpoint: to the client's address where it is known to be good, else a page. */
@Catch(AuthorizeError, PageError, OAuthError, Fault)
export class AuthorizeErrorFilter implements ExceptionFilter<Caught> {
  constructor(
    private readonly responder: AuthorizeResponder,
    private readonly pages: AuthorizePages,
  ) {}

  catch(thrown: Caught, host: ArgumentsHost): void {
    const error = thrown instanceof Fault ? (errorOfFault(thrown) ?? invalidRequest(thrown.message)) : thrown;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof AuthorizeError) {
      const status = request.method === 'POST' ? 303 : 302;
      return this.pages.answer(
        response,
        status,
        this.responder.failure(error.request, error.error, request.ip),
      );
    }
    if (error instanceof OAuthError) response.set(error.headers);
    this.pages.error(response, error.status, error.code, error.message);
  }
}
