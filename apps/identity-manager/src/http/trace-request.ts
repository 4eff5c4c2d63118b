import { readTraceContext, type Tracing } from '@smart-city/telemetry';
import type { Request, Response } from 'express';
import { routeOf } from './metrics';

/** Gives a request a span that ends with its answer. Query strings stay out of it: they hold tokens. */
export function traceRequest(tracing: Tracing, request: Request, response: Response): void {
  const { method, path } = request;
  const route = routeOf(path);
  const parent = readTraceContext((name) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join() : value;
  });
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = tracing.startServer(`${method} ${route}`, attributes, parent);
  response.once('finish', () => {
    const { statusCode } = response;
    span.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: String(statusCode) }),
    });
  });
}
