import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** A request and its answer, once that has left. */
export interface Answered {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
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

  constructor(readonly isEnabled: boolean) {
    if (isEnabled) collectDefaultMetrics({ register: this.registry, prefix: 'identity_' });
  }

  /** @param route  the path without what differs from request to request */
  note({ route, method, status, seconds }: Answered): void {
    this.requests.inc({ route, method, status });
    this.durations.observe({ route }, seconds);
  }
}
