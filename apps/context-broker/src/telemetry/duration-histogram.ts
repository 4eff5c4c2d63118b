import type { Metric } from 'prom-client';

/** Upper bound in seconds, requests that took no longer; the last bound is Infinity. */
export type Bucket = readonly [seconds: number, count: number];

/** Counts durations by size. That of prom-client takes a microsecond for each, which every request would pay. */
export class DurationHistogram {
  /** How many took no longer than each bound, and longer than the one before; the last: longer than all. */
  private readonly counts: number[];
  private sum = 0;

  /** @param bounds  upper ones, in seconds, rising */
  constructor(
    readonly name: string,
    private readonly help: string,
    private readonly bounds: readonly number[],
  ) {
    this.counts = [...bounds, Infinity].map(() => 0);
  }

  observe(seconds: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && seconds > bounds[at]!) at += 1;
    this.counts[at]! += 1;
    this.sum += seconds;
  }

  buckets(): readonly Bucket[] {
    let count = 0;
    return this.counts.map((more, at) => [this.bounds[at] ?? Infinity, (count += more)] as const);
  }

  /** For `registerMetric` of a registry, which asks a metric for no more than this. */
  get metric(): Metric {
    const { name, help } = this;
    const get = () =>
      Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: this.values() });
    return { name, get, reset: () => undefined } as unknown as Metric;
  }

  private values(): readonly object[] {
    const buckets = this.buckets();
    const count = buckets.at(-1)![1];
    return [
      ...buckets.map(([bound, value]) => ({
        metricName: `${this.name}_bucket`,
        labels: { le: bound === Infinity ? '+Inf' : bound },
        value,
      })),
      { metricName: `${this.name}_sum`, labels: {}, value: this.sum },
      { metricName: `${this.name}_count`, labels: {}, value: count },
    ];
  }
}
