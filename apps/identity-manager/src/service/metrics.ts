import type { Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Paths that are counted by name; everything else together, so that ids do not become labels. */
const named = /^\/(?:oauth2\/(?:token|revoke|introspect|authorize)|user|v[13]\/auth\/tokens|version)$/;
const groups = /^\/(v1|v3|oauth2|idm|auth|health|\.well-known)(?:\/|$)/;

/** The path without what differs from request to request. */
export function routeOf(path: string): string {
  if (named.test(path)) return path;
  const group = groups.exec(path)?.[1];
  return group === undefined ? 'other' : `/${group}/*`;
}

/** Counters for Prometheus. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Counter({
    name: 'identity_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['route', 'method', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'identity_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [this.registry],
  });

  constructor(private readonly enabled: boolean) {
    if (enabled) collectDefaultMetrics({ register: this.registry, prefix: 'identity_' });
  }

  observe(request: Request, response: Response): void {
    if (!this.enabled) return;
    const start = performance.now();
    const { method, path } = request;
    response.once('finish', () => {
      const route = routeOf(path);
      this.requests.inc({ route, method, status: response.statusCode });
      this.durations.observe({ route }, (performance.now() - start) / 1000);
    });
  }
}
