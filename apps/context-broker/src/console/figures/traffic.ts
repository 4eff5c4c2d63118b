import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpMetrics, type RequestTotals } from '../../telemetry/http-metrics';

/** What the broker did in one stretch of time. */
export interface TrafficSlice {
  readonly seconds: number;
  readonly requests: number;
  /** Answered 500 or above. */
  readonly errors: number;
  /** Requests by the time they took: upper bound in seconds, how many took no longer. */
  readonly buckets: readonly (readonly [seconds: number, count: number])[];
}

const SLICE_MS = 10_000;
/** Ten minutes. */
const MOST_SLICES = 60;

/** Rate and latency of requests in the last ten minutes: what was counted, looked at every ten seconds. */
@Injectable()
export class Traffic implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly slices: TrafficSlice[] = [];
  private before: { readonly atMs: number; readonly totals: RequestTotals } | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly metrics: HttpMetrics) {}

  onApplicationBootstrap(): void {
    this.look();
    this.timer = setInterval(() => this.look(), SLICE_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Oldest first; the last one ends now. */
  recent(): readonly TrafficSlice[] {
    const { before } = this;
    if (before === undefined) return this.slices;
    return [...this.slices, sliceOf(before, { atMs: Date.now(), totals: this.metrics.totals() })];
  }

  private look(): void {
    const now = { atMs: Date.now(), totals: this.metrics.totals() };
    if (this.before !== undefined) this.slices.push(sliceOf(this.before, now));
    if (this.slices.length > MOST_SLICES) this.slices.shift();
    this.before = now;
  }
}

interface Look {
  readonly atMs: number;
  readonly totals: RequestTotals;
}

const sliceOf = (before: Look, now: Look): TrafficSlice => ({
  seconds: Math.max(0.001, (now.atMs - before.atMs) / 1000),
  requests: now.totals.requests - before.totals.requests,
  errors: now.totals.errors - before.totals.errors,
  buckets: now.totals.buckets.map(
    ([seconds, count], at) => [seconds, count - (before.totals.buckets[at]?.[1] ?? 0)] as const,
  ),
});

/** Several stretches of time as one. */
export function summed(slices: readonly TrafficSlice[]): TrafficSlice {
  const [first, ...others] = slices;
  if (first === undefined) return { seconds: 0, requests: 0, errors: 0, buckets: [] };
  return others.reduce(
    (sum, slice) => ({
      seconds: sum.seconds + slice.seconds,
      requests: sum.requests + slice.requests,
      errors: sum.errors + slice.errors,
      buckets: sum.buckets.map(
        ([seconds, count], at) => [seconds, count + (slice.buckets[at]?.[1] ?? 0)] as const,
      ),
    }),
    first,
  );
}

/**
 * The time that a part of the requests did not exceed, in seconds, on a straight line within its bucket.
 *
 * @param part  0 to 1
 * @returns undefined without requests; Infinity beyond the last bucket
 */
export function quantile({ buckets }: TrafficSlice, part: number): number | undefined {
  const total = buckets.at(-1)?.[1] ?? 0;
  if (total === 0) return undefined;
  const rank = part * total;
  let [from, below] = [0, 0];
  for (const [to, count] of buckets) {
    if (count >= rank)
      return to === Infinity ? Infinity : from + ((to - from) * (rank - below)) / Math.max(1, count - below);
    [from, below] = [to, count];
  }
  return undefined;
}
