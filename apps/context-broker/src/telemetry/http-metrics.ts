import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';

/** What was counted since the start. */
export interface RequestTotals {
  readonly requests: number;
  /** Answered 500 or above. */
  readonly errors: number;
  /** Upper bound in seconds, requests that took no longer; the last bound is Infinity. */
  readonly buckets: readonly (readonly [seconds: number, count: number])[];
}

interface Count {
  readonly method: string;
  readonly route: string;
  readonly status: string;
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
  /** Plain numbers: labels cost too much for every request. */
  private readonly counts = new Map<string, Count>();
  private readonly durations = new Histogram({
    name: 'broker_http_request_seconds',
    help: 'From the head of a request to its answer',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  private hasProcessMetrics = false;

  constructor() {
    const { counts } = this;
    new Counter({
      name: 'broker_http_requests_total',
      help: 'Requests answered, by route, verb and status',
      labelNames: ['method', 'route', 'status'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { count, ...labels } of counts.values()) this.inc(labels, count);
      },
    });
  }

  answered({ method, resource, startedAtMs }: NgsiRequest, { status }: Answer): void {
    this.durations.observe((performance.now() - startedAtMs) / 1000);
    const route = resource?.statistics ?? 'other';
    const verb = KNOWN_METHODS.has(method) ? method : 'other';
    const key = `${verb} ${status} ${route}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { method: verb, route, status: String(status), count: 1 });
  }

  async totals(): Promise<RequestTotals> {
    const counts = [...this.counts.values()];
    const sum = (some: readonly Count[]) => some.reduce((total, { count }) => total + count, 0);
    const { values } = await this.durations.get();
    return {
      requests: sum(counts),
      errors: sum(counts.filter(({ status }) => status >= '500')),
      buckets: values
        .filter(({ metricName }) => metricName?.endsWith('_bucket'))
        .map(({ labels, value }) => [labels.le === '+Inf' ? Infinity : Number(labels.le), value] as const),
    };
  }

  /** Watching the process has a price: it begins with the first reader. */
  watchProcess(): void {
    if (this.hasProcessMetrics) return;
    this.hasProcessMetrics = true;
    collectDefaultMetrics({ register: this.registry, prefix: 'broker_' });
  }
}
