import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { DurationHistogram, type Bucket } from './duration-histogram';

/** What was counted since the start. */
export interface RequestTotals {
  readonly requests: number;
  /** Answered 500 or above. */
  readonly errors: number;
  readonly buckets: readonly Bucket[];
}

interface Count {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  count: number;
}

const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
]);

/** Requests for `/metrics`, by route: ids and invented verbs do not become labels. */
@Injectable()
export class HttpMetrics {
  readonly registry = new Registry();
  /** Plain numbers, by route: labels cost too much for every request. */
  private readonly counts = new Map<string, Count[]>();
  private readonly durations = new DurationHistogram(
    'broker_http_request_seconds',
    'From the head of a request to its answer',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );
  private hasProcessMetrics = false;

  constructor() {
    const { counts } = this;
    this.registry.registerMetric(this.durations.metric);
    new Counter({
      name: 'broker_http_requests_total',
      help: 'Requests answered, by route, verb and status',
      labelNames: ['method', 'route', 'status'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { count, ...labels } of [...counts.values()].flat()) this.inc(labels, count);
      },
    });
  }

  answered({ method, resource, tookMs }: NgsiRequest, { status }: Answer): void {
    this.durations.observe(tookMs / 1000);
    this.countOf(resource?.statistics ?? 'other', method, status).count += 1;
  }

  /** There are few verbs and statuses of a route: looking through them costs less than making a key of them. */
  private countOf(route: string, method: string, status: number): Count {
    let counts = this.counts.get(route);
    if (counts === undefined) this.counts.set(route, (counts = []));
    const verb = KNOWN_METHODS.has(method) ? method : 'other';
    for (const count of counts) if (count.status === status && count.method === verb) return count;
    const count = { method: verb, route, status, count: 0 };
    counts.push(count);
    return count;
  }

  totals(): RequestTotals {
    const counts = [...this.counts.values()].flat();
    const sum = (some: readonly Count[]) => some.reduce((total, { count }) => total + count, 0);
    return {
      requests: sum(counts),
      errors: sum(counts.filter(({ status }) => status >= 500)),
      buckets: this.durations.buckets(),
    };
  }

  /** Watching the process has a price: it begins with the first reader. */
  watchProcess(): void {
    if (this.hasProcessMetrics) return;
    this.hasProcessMetrics = true;
    collectDefaultMetrics({ register: this.registry, prefix: 'broker_' });
  }
}
