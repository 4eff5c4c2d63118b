import { readTraceContext, type TraceContext, type Tracing } from '@smart-city/telemetry';
import type { Request, Response } from 'express';

interface TracedRequest extends Request {
  /** Of the span that the request has here; absent without a collector. */
  trace?: TraceContext;
}

/** What goes out on behalf of a request carries this: its span here, or what it came with when nothing is recorded. */
export const traceOf = (request: TracedRequest): TraceContext | undefined =>
  request.trace ??
  readTraceContext((name) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join() : value;
  });

/**
 * Gives a request a span that ends with its answer. Query strings stay out of it: they hold tokens.
 *
 * @param route  the path without what differs from request to request
 */
export function traceRequest(
  tracing: Tracing,
  route: string,
  request: TracedRequest,
  response: Response,
): void {
  const { method } = request;
  const attributes = { 'http.request.method': method, 'http.route': route };
  const span = tracing.startServer(`${method} ${route}`, attributes, traceOf(request));
  request.trace = span.context;
  response.once('finish', () => {
    const { statusCode } = response;
    span.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: String(statusCode) }),
    });
  });
}
