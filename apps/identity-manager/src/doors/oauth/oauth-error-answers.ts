import type { Request, Response } from 'express';
import { isMissingReference } from '../../database/database-errors';
import { ApiError, errorTitle } from '../../http/api-errors';
import { answerErrorObject, messageOfError, statusOfError } from '../../http/client-error';
import { ErrorsBelow, type ErrorAnswers } from '../../http/error-answers';
import { RouteTable } from '../../http/route-table';
import { errorOfFault, OAuthError, type OAuthErrorCode } from './oauth-errors';

const codes: Readonly<Record<number, OAuthErrorCode>> = {
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Errors as RFC 6749 section 5.2 has them. */
@ErrorsBelow(
  '/oauth2',
  '/user',
  '/.well-known',
  '/idm/applications/:issuer/oauth2',
  '/idm/applications/:issuer/.well-known',
  '/auth/external_logout',
)
export class OAuthErrorAnswers implements ErrorAnswers {
  constructor(private readonly routes: RouteTable) {}

  answer(error: unknown, { path }: Request, response: Response): void {
    if (error instanceof ApiError) return answerErrorObject(error, response);
    const known = this.known(error, path);
    const body = { error: known.code, error_description: known.message };
    response.status(known.status).set({ ...known.headers, 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    // Keyrock's own error object travels along at /user, where its clients look for it.
    if (path === '/user')
      response.json({ ...body, message: known.message, code: known.status, title: errorTitle(known.status) });
    else response.json(body);
  }

  private known(error: unknown, path: string): OAuthError {
    const known = error instanceof OAuthError ? error : errorOfFault(error);
    if (known) return known;
    const status = statusOfError(error);
    if (status === 404 && !isMissingReference(error)) return this.unknownPath(path);
    const headers: Record<string, string> = status === 503 ? { 'Retry-After': '1' } : {};
    return new OAuthError(codes[status] ?? 'invalid_request', messageOfError(error, status), status, headers);
  }

  /** Programs and browsers alike get 404 for an unknown path and 405 for a known one. */
  private unknownPath(path: string): OAuthError {
    const methods = this.routes.methodsOf(path);
    if (methods.length === 0) return new OAuthError('invalid_request', 'Path not Found', 404);
    return new OAuthError('invalid_request', 'Invalid request: method is not allowed', 405, {
      Allow: methods.join(', '),
    });
  }
}
