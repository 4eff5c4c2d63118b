import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { errorMessage } from '@smart-city/service';
import { EntityNotifications } from '../../../core/notifications/entity-notifications';
import { SubscriptionCache } from '../../../core/subscriptions/subscription-cache';
import type { CompiledSubscription } from '../../../core/subscriptions/compiled-subscription';
import { isAlive } from '../../../core/subscriptions/subscription-matcher';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';
import { filterOf } from './ld-conditions';
import { keptOf, NGSILD } from './kept-subscription';

/** How often subscriptions are looked at whose time may have come. */
const TICK_MS = 250;

/** How often all subscriptions are gone through: other brokers may have created some. */
const SCAN_MS = 30_000;

/** Most entities of one notification. */
const MOST_ENTITIES = 1_000;

interface Timed {
  readonly compiled: CompiledSubscription;
  readonly intervalMs: number;
  /** Milliseconds since the epoch. */
  nextMs: number;
  isRunning: boolean;
}

/**
 * Notifications of subscriptions with `timeInterval`: every so many seconds, of all entities that are selected then (GS CIM 009
 * §5.8.6). Nothing is sent where none is.
 */
@Injectable()
export class TimedNotifications implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly timed = new Map<string, Timed>();
  private scanner: NodeJS.Timeout | undefined;
  /** Runs only while there is something to wait for. */
  private ticker: NodeJS.Timeout | undefined;

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly notifications: EntityNotifications,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  onApplicationBootstrap(): void {
    this.scan();
    this.scanner = setInterval(() => this.scan(), SCAN_MS);
    this.scanner.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.scanner);
    clearInterval(this.ticker);
  }

  /** Takes a subscription that was created, changed or read; one without interval is passed over. */
  note(compiled: CompiledSubscription): void {
    const { subscription } = compiled;
    const key = keyOf(compiled);
    const interval =
      subscription.condition.language === NGSILD
        ? keptOf(subscription).members.get('timeInterval')
        : undefined;
    if (typeof interval !== 'number') return void this.timed.delete(key);
    const intervalMs = interval * 1000;
    this.timed.set(key, { compiled, intervalMs, nextMs: Date.now() + intervalMs, isRunning: false });
    this.ticker ??= setInterval(() => this.tick(Date.now()), TICK_MS).unref();
  }

  private scan(): void {
    for (const compiled of this.cache.all()) if (!this.timed.has(keyOf(compiled))) this.note(compiled);
  }

  private tick(nowMs: number): void {
    if (this.timed.size === 0) {
      clearInterval(this.ticker);
      this.ticker = undefined;
    }
    for (const [key, timed] of this.timed) {
      if (timed.nextMs > nowMs || timed.isRunning) continue;
      const { tenant, subscription } = timed.compiled;
      const current = this.cache.find(tenant, subscription.id);
      if (current !== timed.compiled) {
        this.timed.delete(key);
        if (current !== undefined) this.note(current);
        continue;
      }
      timed.nextMs = Math.max(timed.nextMs + timed.intervalMs, nowMs);
      if (!isAlive(current, nowMs / 1000)) continue;
      timed.isRunning = true;
      void this.notify(current)
        .catch((error: unknown) =>
          this.log.error(
            `Runtime Error (cannot send timed notification of ${subscription.id}: ${errorMessage(error)})`,
          ),
        )
        .finally(() => (timed.isRunning = false));
    }
  }

  private async notify(compiled: CompiledSubscription): Promise<void> {
    const { tenant, subscription } = compiled;
    const filter = filterOf(subscription.condition);
    const { entities } = await this.store.select(tenant, {
      filter,
      limit: MOST_ENTITIES,
      offset: 0,
      count: false,
    });
    await this.notifications.send(compiled, entities);
  }
}

const keyOf = ({ tenant, subscription }: CompiledSubscription): string => `${tenant}\n${subscription.id}`;
