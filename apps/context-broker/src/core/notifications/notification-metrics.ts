import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outgoing } from './outgoing';

/** Subscriptions that have numbers of their own; later ones are summed up under `other`. */
const MOST_SUBSCRIPTIONS = 1_000;
const LABELS = ['service', 'subscription'] as const;
const COUNTS = {
  sent: 'Notifications that were answered, whatever the answer',
  failed: 'Notifications without an answer',
  dropped: 'Notifications that found no room, and were not kept',
} as const;

type Count = keyof typeof COUNTS;

interface Counts extends Record<Count, number> {
  readonly service: string;
  readonly subscription: string;
}

/**
 * What `/metrics` says about notifications, by service and subscription, for Prometheus. Counted in plain numbers, which
 * become metrics when somebody asks: labels cost too much for every notification.
 */
@Injectable()
export class NotificationMetrics {
  readonly registry = new Registry();
  private readonly counts = new Map<string, Counts>();
  private queueSizes: () => ReadonlyMap<string, number> = () => new Map();
  private readonly latency = new Histogram({
    name: 'broker_notification_latency_seconds',
    help: 'From the update to the answer of the receiver',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    const registers = [this.registry];
    const all = () => this.counts.values();
    const sizes = () => this.queueSizes();
    for (const [name, help] of Object.entries(COUNTS) as [Count, string][]) {
      new Counter({
        name: `broker_notifications_${name}_total`,
        help,
        labelNames: LABELS,
        registers,
        collect() {
          this.reset();
          for (const { service, subscription, [name]: count } of all())
            if (count > 0) this.inc({ service, subscription }, count);
        },
      });
    }
    new Gauge({
      name: 'broker_notification_queue_size',
      help: 'Notifications that wait, by target (by service with threadpool)',
      labelNames: ['queue'] as const,
      registers,
      collect() {
        this.reset();
        for (const [queue, size] of sizes()) this.set({ queue }, size);
      },
    });
  }

  /** Where queue lengths are read when somebody asks. */
  readQueuesFrom(sizes: () => ReadonlyMap<string, number>): void {
    this.queueSizes = sizes;
  }

  /** Since the start, of all subscriptions. */
  get allDropped(): number {
    let dropped = 0;
    for (const counts of this.counts.values()) dropped += counts.dropped;
    return dropped;
  }

  settled(outgoing: Outgoing, isOk: boolean): void {
    this.of(outgoing)[isOk ? 'sent' : 'failed'] += 1;
    if (isOk) this.latency.observe((Date.now() - outgoing.acceptedAtMs) / 1000);
  }

  dropped(outgoing: Outgoing): void {
    this.of(outgoing).dropped += 1;
  }

  private of({ service, subscriptionId }: Outgoing): Counts {
    let counts = this.counts.get(subscriptionId);
    if (counts !== undefined) return counts;
    const subscription = this.counts.size < MOST_SUBSCRIPTIONS ? subscriptionId : 'other';
    const key = subscription === 'other' ? `other ${service}` : subscriptionId;
    counts = this.counts.get(key) ?? { service, subscription, sent: 0, failed: 0, dropped: 0 };
    this.counts.set(key, counts);
    return counts;
  }
}
