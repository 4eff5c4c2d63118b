import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditLog } from '../../../subjects/audit/audit-log';
import { PageError } from '../../../pages/page-error';
import { OverLimit } from '../../../faults/faults';
import { limitError, OAuthError } from '../oauth-errors';
import { AuthorizeError } from './authorize-parser';
import { AuthorizePages } from './authorize-pages';
import { AuthorizeResponder } from './authorize-responder';

/** Errors of the authorization endpoint: to the client's address where it is known to be good, else a page. */
@Catch(AuthorizeError, PageError, OAuthError, OverLimit)
export class AuthorizeErrorFilter implements ExceptionFilter<
  AuthorizeError | PageError | OAuthError | OverLimit
> {
  constructor(
    private readonly responder: AuthorizeResponder,
    private readonly pages: AuthorizePages,
    private readonly audit: AuditLog,
  ) {}

  catch(thrown: AuthorizeError | PageError | OAuthError | OverLimit, host: ArgumentsHost): void {
    const error = thrown instanceof OverLimit ? limitError(thrown) : thrown;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof AuthorizeError) {
      this.audit.record({
        event: 'authorize',
        outcome: 'failure',
        applicationId: error.request.client.id,
        address: request.ip,
        details: { error: error.error.code },
      });
      const status = request.method === 'POST' ? 303 : 302;
      return this.pages.answer(response, status, this.responder.failure(error.request, error.error));
    }
    if (error instanceof OAuthError) response.set(error.headers);
    this.pages.error(response, error.status, error.code, error.message);
  }
}
