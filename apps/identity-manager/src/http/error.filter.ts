import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDatabaseUnavailable } from '../database/database-errors';
import { allowedMethods } from '../doors/oauth/allowed-methods';
import { limitError, OAuthError, type OAuthErrorCode } from '../doors/oauth/oauth-errors';
import { OverLimit } from '../faults/faults';
import { ApiError, errorTitle } from './api-errors';
import { errorFields, type Logger } from '../service/logger';

/** Errors of Express's body parsers and of Nest, reduced to what a client may see. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (isDatabaseUnavailable(error)) return 503;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

const messages: Readonly<Record<number, string>> = {
  400: 'Malformed request body',
  404: 'Path not found',
  405: 'Method not allowed',
  413: 'Request body too large',
  415: 'Unsupported encoding of the request body',
  500: 'Internal error',
  503: 'The database is not reachable',
};

const codes: Readonly<Record<number, OAuthErrorCode>> = {
  500: 'server_error',
  503: 'temporarily_unavailable',
};

const isApiPath = /^\/v[13](\/|$)/;
const isOAuthPath = /^\/(oauth2|user|\.well-known|idm\/applications)(\/|$)/;

/** Programs and browsers alike get 404 for an unknown path and 405 for a known one. */
function knownOAuthError(status: number, path: string): OAuthError {
  if (status === 404) {
    const methods = allowedMethods(path);
    if (methods === undefined) return new OAuthError('invalid_request', 'Path not Found', 404);
    return new OAuthError('invalid_request', 'Invalid request: method is not allowed', 405, {
      Allow: methods,
    });
  }
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '1' } : {};
  return new OAuthError(
    codes[status] ?? 'invalid_request',
    messages[status] ?? errorTitle(status),
    status,
    headers,
  );
}

/** Turns any error into an {@link OAuthError} (below /oauth2 and /user) or an {@link ApiError} (elsewhere). */
function knownError(error: unknown, path: string): OAuthError | ApiError {
  if (error instanceof OAuthError || error instanceof ApiError) return error;
  if (error instanceof OverLimit) return limitError(error);
  const status = statusOf(error);
  if (isOAuthPath.test(path)) return knownOAuthError(status, path);
  return new ApiError(status, messages[status] ?? errorTitle(status));
}

/** The one place that knows how errors look on the wire. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const known = knownError(error, request.path);
    if (known.status >= 500) this.log.error('request failed', { path: request.path, ...errorFields(error) });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(known.status);
    if (known instanceof ApiError) return this.answerApi(response, known);
    if (!isApiPath.test(request.path)) return this.answerOAuth(response, known, request.path);
    // The limits of attempts speak OAuth; errors of the management API have a shape of their own.
    response.set(known.headers);
    this.answerApi(response, new ApiError(known.status, known.message));
  }

  private answerOAuth(response: Response, error: OAuthError, path: string): void {
    const body = { error: error.code, error_description: error.message };
    response.set({ ...error.headers, 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    // Keyrock's own error object travels along at /user, where its clients look for it.
    if (path === '/user')
      response.json({ ...body, message: error.message, code: error.status, title: errorTitle(error.status) });
    else response.json(body);
  }

  private answerApi(response: Response, error: ApiError): void {
    response.set('Cache-Control', 'no-store');
    response.json({ error: { message: error.message, code: error.status, title: error.title } });
  }
}
