import { PayloadTooLargeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TRACING, type Tracing } from '@smart-city/telemetry';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Options } from '../cli/options';
import { answerOptions } from './answer-options';
import { applyCors } from './cors';
import { ErrorFilter } from './error.filter';
import { forceHttps } from './force-https';
import { jsonEtag } from './json-etag';
import { logRequest } from './log-request';
import { Metrics } from './metrics';
import type { Opening } from './opening';
import { PublicUrl } from '../service/public-url';
import { RouteTable } from './route-table';
import { securityHeaders } from './security-headers';
import { Logger } from '../service/logger';
import { traceRequest } from '../service/trace-request';

/** Bytes of a body that is read. */
const BODY_LIMIT = 102_400;

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/** Bodies of other types are left to whoever serves the route: a picture. */
const READ_TYPES = /^application\/(?:x-www-form-urlencoded|json)\s*(?:;|$)/i;

/** Several slashes of a path count as one, as in Keyrock. Done before anything looks at the path: no rule is passed by, no redirect leaves. */
function withSingleSlashes(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

const isAnnouncedTooLarge = ({ headers }: Request) =>
  Number(headers['content-length'] ?? 0) > BODY_LIMIT && READ_TYPES.test(headers['content-type'] ?? '');

/**
 * What every request passes, in order. Few and cheap: validation is asked for each request of a PEP proxy.
 *
 * @param httpsPort  where https is served, asked only when it is
 * @param opening  what requests wait for; without it they do not wait
 */
export function configureHttp(
  app: NestExpressApplication,
  options: Options,
  httpsPort: () => number | undefined = () => undefined,
  opening?: Opening,
): void {
  const metrics = app.get(Metrics);
  const tracing = app.get<Tracing | undefined>(TRACING);
  const routes = app.get(RouteTable);
  const log = app.get(Logger);
  app.disable('x-powered-by');
  app.set('etag', jsonEtag);
  app.set('trust proxy', options.trustProxy);
  const headers = Object.entries(securityHeaders(app.get(PublicUrl).isHttps, options));
  // `extended: false` keeps names such as `a[b]` as they are and cannot build nested objects.
  const form = express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 1000 });
  const json = express.json({ limit: BODY_LIMIT, strict: false });
  const pass = (request: Request, response: Response, next: NextFunction): void => {
    if (request.url.startsWith('/') && request.url.includes('//'))
      request.url = request.originalUrl = withSingleSlashes(request.url);
    for (const [name, value] of headers) response.setHeader(name, value);
    const { method, path } = request;
    if (metrics.isEnabled) {
      const start = performance.now();
      response.once('finish', () => {
        const seconds = (performance.now() - start) / 1000;
        metrics.note({ route: routes.labelOf(path), method, status: response.statusCode, seconds });
      });
    }
    if (options.debug) logRequest(log, routes.labelOf(path), request, response);
    if (tracing) traceRequest(tracing, routes.labelOf(path), request, response);
    if (options.https && forceHttps(routes, request, response, httpsPort(), options.publicUrl)) return;
    if (
      options.cors.enabled &&
      request.headers.origin !== undefined &&
      applyCors(routes, request, response, options.cors)
    )
      return;
    if (isRead(request)) return next();
    if (method === 'OPTIONS' && answerOptions(routes, request, response)) return;
    // The parsers read what is too large to its end before they say so.
    if (isAnnouncedTooLarge(request)) return next(new PayloadTooLargeException());
    if (/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
      return form(request, response, next);
    return json(request, response, next);
  };
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (opening?.isOpen === false) opening.hold(() => pass(request, response, next));
    else pass(request, response, next);
  });
  app.useGlobalFilters(app.get(ErrorFilter));
}
