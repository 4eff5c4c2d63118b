import type { Response } from 'express';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

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

  /** @param routeOf  the path without what differs from request to request; asked when the answer is sent */
  observe(method: string, routeOf: () => string, response: Response): void {
    if (!this.enabled) return;
    const start = performance.now();
    response.once('finish', () => {
      const route = routeOf();
      this.requests.inc({ route, method, status: response.statusCode });
      this.durations.observe({ route }, (performance.now() - start) / 1000);
    });
  }
}
