import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outgoing } from './outgoing';

/** Subscriptions that have numbers of their own; later ones are summed up under `other`. */
const MOST_SUBSCRIPTIONS = 1_000;
const LABELS = ['service', 'subscription'] as const;

/** What `/metrics` says about notifications, by service and subscription, for Prometheus. */
@Injectable()
export class NotificationMetrics {
  readonly registry = new Registry();
  readonly #known = new Set<string>();
  #queueSizes: () => ReadonlyMap<string, number> = () => new Map();

  readonly #sent = new Counter({ name: 'broker_notifications_sent_total', help: 'Notifications that were answered, whatever the answer', labelNames: LABELS, registers: [this.registry] });
  readonly #failed = new Counter({ name: 'broker_notifications_failed_total', help: 'Notifications without an answer', labelNames: LABELS, registers: [this.registry] });
  readonly #dropped = new Counter({ name: 'broker_notifications_dropped_total', help: 'Notifications whose queue was full', labelNames: LABELS, registers: [this.registry] });
  readonly #latency = new Histogram({
    name: 'broker_notification_latency_seconds',
    help: 'From the update to the answer of the receiver',
    labelNames: ['service', 'kind'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor() {
    const sizes = () => this.#queueSizes();
    new Gauge({
      name: 'broker_notification_queue_size',
      help: 'Notifications that wait, by target (by service with threadpool)',
      labelNames: ['queue'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [queue, size] of sizes()) this.set({ queue }, size);
      },
    });
  }

  /** Where queue lengths are read when somebody asks. */
  readQueuesFrom(sizes: () => ReadonlyMap<string, number>): void {
    this.#queueSizes = sizes;
  }

  settled(outgoing: Outgoing, isOk: boolean): void {
    (isOk ? this.#sent : this.#failed).inc(this.#labels(outgoing));
    if (isOk) this.#latency.observe({ service: outgoing.tenant, kind: outgoing.kind }, (Date.now() - outgoing.acceptedAtMs) / 1000);
  }

  dropped(outgoing: Outgoing): void {
    this.#dropped.inc(this.#labels(outgoing));
  }

  #labels({ tenant, subscriptionId }: Outgoing): { service: string; subscription: string } {
    if (!this.#known.has(subscriptionId)) {
      if (this.#known.size >= MOST_SUBSCRIPTIONS) return { service: tenant, subscription: 'other' };
      this.#known.add(subscriptionId);
    }
    return { service: tenant, subscription: subscriptionId };
  }
}

