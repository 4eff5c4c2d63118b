import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDatabaseUnavailable } from '../database/database-errors';
import { OAuthError, type OAuthErrorCode } from '../oauth/oauth-errors';
import { ApiError, errorTitle } from './api-errors';
import { errorFields, type Logger } from './logger';

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

/** Turns any error into an {@link OAuthError} (below /oauth2 and /user) or an {@link ApiError} (elsewhere). */
function knownError(error: unknown, path: string): OAuthError | ApiError {
  if (error instanceof OAuthError || error instanceof ApiError) return error;
  const status = statusOf(error);
  const message = messages[status] ?? errorTitle(status);
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '1' } : {};
  if (/^\/(oauth2|user|\.well-known|idm\/applications)(\/|$)/.test(path))
    return new OAuthError(codes[status] ?? 'invalid_request', message, status, headers);
  return new ApiError(status, message);
}

/** The one place that knows how errors look on the wire (spec sections 2.9, 4.4 and 6.1). */
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
    if (known instanceof OAuthError) this.answerOAuth(response, known, request.path);
    else this.answerApi(response, known);
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
