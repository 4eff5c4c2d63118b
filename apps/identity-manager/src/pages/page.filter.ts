import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { isDatabaseUnavailable, isMissingReference } from '../database/database-errors';
import { Busy, DirectoryAway, Fault, OverLimit } from '../faults/faults';
import { ApiError } from '../http/api-errors';
import { statusOfFault } from '../http/fault-status';
import { logFailure } from '../http/log-failure';
import { Logger } from '../service/logger';
import { NewPasswordWanted, PageError, SignInNeeded } from './page-error';
import { Pages } from './pages';
import type { Visit } from './visit';

/** Message keys of refusals that have no text of their own, by status. */
const known: Readonly<Record<number, string>> = {
  400: 'error.badRequest',
  403: 'error.forbidden',
  404: 'error.notFound',
  409: 'error.conflict',
  413: 'error.tooLarge',
  415: 'error.mediaType',
  429: 'error.tooMany',
  503: 'error.database',
};

/** A 503 of the limits, or of the directory, is not the database's. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof Busy) return 'error.busy';
  return error instanceof DirectoryAway ? 'error.directory' : known[statusOf(error)];
}

function statusOf(error: unknown): number {
  if (error instanceof PageError || error instanceof ApiError) return error.status;
  if (error instanceof Fault) return statusOfFault(error);
  if (error instanceof HttpException) return error.getStatus();
  if (isMissingReference(error)) return 404;
  return isDatabaseUnavailable(error) ? 503 : 500;
}

/** The page that has to be passed before the one that was asked for. */
function pageBefore(error: unknown): string | undefined {
  if (error instanceof SignInNeeded) return `/auth/login?next=${encodeURIComponent(error.comeBackTo)}`;
  if (error instanceof NewPasswordWanted)
    return `/update_password?next=${encodeURIComponent(error.comeBackTo)}`;
  return undefined;
}

/** Any error of a page, as a page. Texts of the services are for programs; people read a message of ours. */
@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(
    private readonly pages: Pages,
    private readonly log: Logger,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (this.options.headless) {
      response.status(501).json({ error: `${this.options.title} is running in HEADLESS mode` });
      return;
    }
    const first = pageBefore(error);
    if (first !== undefined) {
      response.set('Cache-Control', 'no-store').redirect(302, first);
      return;
    }
    const status = statusOf(error);
    logFailure(this.log, 'page failed', request.path, status, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof OverLimit) response.set('Retry-After', String(error.retryAfter));
    const message = error instanceof PageError ? error.message : (messageOf(error) ?? 'error.internal');
    this.pages.send(response, status, 'error', {
      code: String(status),
      message,
      user: (response.locals['visit'] as Visit | undefined)?.session?.user,
    });
  }
}
