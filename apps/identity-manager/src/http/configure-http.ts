import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Options } from '../cli/options';
import { ErrorFilter } from './error.filter';
import type { Logger } from './logger';
import type { PublicUrl } from './public-url';
import { securityHeaders } from './security-headers';

const bodyLimit = '100kb';

/** What every request passes, in order. Few and cheap: validation is asked for each request of a PEP proxy. */
export function configureHttp(
  app: NestExpressApplication,
  options: Options,
  publicUrl: PublicUrl,
  log: Logger,
): void {
  app.disable('x-powered-by');
  app.disable('etag');
  if (options.trustProxy) app.set('trust proxy', true);
  const headers = new Headers(securityHeaders(publicUrl.isHttps, options));
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeaders(headers);
    next();
  });
  // `extended: false` keeps names such as `a[b]` as they are and cannot build nested objects.
  const form = express.urlencoded({ extended: false, limit: bodyLimit, parameterLimit: 200 });
  const json = express.json({ limit: bodyLimit, strict: false });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return form(request, response, next);
    return json(request, response, next);
  });
  app.useGlobalFilters(new ErrorFilter(log));
}
