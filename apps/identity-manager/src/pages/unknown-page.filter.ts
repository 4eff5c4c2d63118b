import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Options } from '../cli/options';
import type { Pages } from './pages';

/** Interfaces of programs; what is unknown there is an error object, whoever asks. */
const isForPrograms = /^\/(v1|v3|oauth2|user|\.well-known|health|metrics)(\/|$)/;

/** A path that no route took: a page for people, the error object for programs. */
@Catch(NotFoundException)
export class UnknownPageFilter implements ExceptionFilter<NotFoundException> {
  constructor(
    private readonly pages: Pages,
    private readonly options: Options,
    private readonly forPrograms: ExceptionFilter,
  ) {}

  catch(error: NotFoundException, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const wantsPage = request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
    if (!wantsPage || this.options.headless || isForPrograms.test(request.path)) {
      this.forPrograms.catch(error, host);
      return;
    }
    const response = host.switchToHttp().getResponse<Response>();
    this.pages.send(response, 404, 'error', { code: '404', message: 'error.notFound' });
  }
}
