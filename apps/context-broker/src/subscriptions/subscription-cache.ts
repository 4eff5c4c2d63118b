import type { Subscription } from '@smart-city/ngsi';
import type { SubscriptionCacheStatistics } from '../admin/statistics-ports';
import type { SubscriptionStore } from '../storage/subscription-store';
import { compileSubscription, type CompiledSubscription } from './compiled-subscription';
import { CounterFlush } from './counter-flush';
import { isSameDefinition } from './same-definition';
import { SubscriptionMatcher } from './subscription-matcher';

export interface SubscriptionCacheOptions {
  /** `-subCacheIval`; 0: no refresh. */
  readonly refreshMs: number;
  /** `-noCache`: read the tenant's subscriptions for every update. Patterns ignore letter case then. */
  readonly isOff: boolean;
}

const FLUSH_MS = 60_000;
const UNCACHED_FLUSH_MS = 1_000;

/**
 * Every subscription of every tenant in memory, compiled. What this process writes is here at once;
 * what other brokers write comes with the change stream, or at the next refresh. At each refresh the counters that came
 * up since the last one are flushed.
 */
export class SubscriptionCache implements SubscriptionCacheStatistics {
  private readonly tenants = new Map<string, SubscriptionMatcher>();
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => Promise<void>) | undefined;
  private refreshing: Promise<void> | undefined;
  /** Counters on their way to the store. */
  readonly counters: CounterFlush;
  private knownListener: ((compiled: CompiledSubscription) => void) | undefined;
  private statistics = { refresh: 0, inserts: 0, removes: 0, updates: 0 };

  constructor(
    private readonly store: SubscriptionStore,
    private readonly options: SubscriptionCacheOptions,
    private readonly onError: (what: string, error: unknown) => void,
  ) {
    this.counters = new CounterFlush(store, onError);
  }

  /** Loads everything, and keeps itself up to date from then on. */
  async start(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.tick(), this.intervalMs);
    this.timer.unref();
    this.unwatch = await this.store
      .watch((tenant, id) => void this.reload(tenant, id))
      .catch((error: unknown) => {
        this.onError('watch subscriptions', error);
        return undefined;
      });
  }

  /** Stops keeping up to date, and flushes counters. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.unwatch?.().catch(() => undefined);
    await this.flush();
  }

  /** The subscriptions of a tenant as they are in memory; undefined when there are none. */
  matcher(tenant: string): SubscriptionMatcher | undefined {
    return this.tenants.get(tenant);
  }

  /** All that are in memory. */
  *all(): Generator<CompiledSubscription, void, void> {
    for (const matcher of this.tenants.values()) yield* matcher.all();
  }

  /** False when a tenant is known to have no subscriptions. Asked by every update. */
  mayHaveSome(tenant: string): boolean {
    return this.options.isOff || this.tenants.has(tenant);
  }

  /** Tells of every subscription that is in memory, and of each that comes or changes from now on. */
  onKnown(listener: (compiled: CompiledSubscription) => void): void {
    for (const matcher of this.tenants.values()) for (const compiled of matcher.all()) listener(compiled);
    this.knownListener = listener;
  }

  /** Whether {@link freshMatcher} has to be asked instead of {@link matcher}. */
  get isOff(): boolean {
    return this.options.isOff;
  }

  /** Reads a tenant's subscriptions again, for `-noCache`. */
  async freshMatcher(tenant: string): Promise<SubscriptionMatcher | undefined> {
    await this.loadTenant(tenant);
    return this.matcher(tenant);
  }

  /** A subscription was written by this process; its counters are taken only if it is new. */
  put(tenant: string, subscription: Subscription): CompiledSubscription | undefined {
    return this.compileAndPut(tenant, subscription, false);
  }

  private compileAndPut(
    tenant: string,
    subscription: Subscription,
    isReading: boolean,
  ): CompiledSubscription | undefined {
    const matcher = this.tenants.get(tenant) ?? new SubscriptionMatcher();
    this.tenants.set(tenant, matcher);
    const before = matcher.get(subscription.id);
    this.statistics[before === undefined ? 'inserts' : 'updates'] += 1;
    if (isReading) before?.counters.rebase(subscription.counters);
    return this.set(tenant, matcher, subscription);
  }

  /** A subscription was deleted. */
  remove(tenant: string, id: string): void {
    if (this.tenants.get(tenant)?.delete(id)) this.statistics.removes += 1;
  }

  find(tenant: string, id: string): CompiledSubscription | undefined {
    return this.tenants.get(tenant)?.get(id);
  }

  /** A subscription as read from the store, with what this process knows beyond it. */
  withLive(tenant: string, stored: Subscription): Subscription {
    const live = this.find(tenant, stored.id)?.counters;
    return live === undefined
      ? stored
      : { ...stored, status: live.statusOver(stored), counters: live.over(stored.counters) };
  }

  /** Flushes counters, and reads every tenant again where others may write. Runs once at a time. */
  refresh(): Promise<void> {
    this.refreshing ??= this.readAgain().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  /** Writes counters that the store does not have; those that cannot be written are kept for the next time. */
  flush(): Promise<void> {
    return this.counters.flush(this.tenants);
  }

  /** For `/cache/statistics`. */
  read(): ReturnType<SubscriptionCacheStatistics['read']> {
    const { refresh: refreshes, ...counts } = this.statistics;
    return {
      ids: [...this.tenants.values()].flatMap((matcher) =>
        [...matcher.all()].map(({ subscription }) => subscription.id),
      ),
      refreshes,
      ...counts,
    };
  }

  reset(): void {
    this.statistics = { refresh: 0, inserts: 0, removes: 0, updates: 0 };
  }

  /** Counters are flushed even where nothing is refreshed; soon where other brokers look at the database for every update. */
  private get intervalMs(): number {
    const { refreshMs, isOff } = this.options;
    return isOff ? UNCACHED_FLUSH_MS : refreshMs > 0 ? refreshMs : FLUSH_MS;
  }

  private async tick(): Promise<void> {
    const { refreshMs, isOff } = this.options;
    if (isOff || refreshMs === 0) return this.flush();
    await this.refresh().catch((error: unknown) => this.onError('refresh subscriptions', error));
  }

  private async readAgain(): Promise<void> {
    await this.flush();
    this.statistics.refresh += 1;
    if (!this.store.isShared && this.statistics.refresh > 1) return;
    for (const tenant of new Set([...(await this.store.listTenants()), ...this.tenants.keys()]))
      await this.loadTenant(tenant);
  }

  private async loadTenant(tenant: string): Promise<void> {
    const stored = await this.counters.readSettled(() => this.store.list(tenant));
    const matcher = this.tenants.get(tenant);
    if (matcher === undefined && stored.length === 0) return;
    const target = matcher ?? new SubscriptionMatcher();
    this.tenants.set(tenant, target);
    const ids = new Set(stored.map(({ id }) => id));
    for (const { subscription } of target.all())
      if (!ids.has(subscription.id)) target.delete(subscription.id);
    for (const subscription of stored) {
      target.get(subscription.id)?.counters.rebase(subscription.counters);
      this.set(tenant, target, subscription);
    }
  }

  private async reload(tenant: string, id: string): Promise<void> {
    try {
      const stored = await this.counters.readSettled(() => this.store.find(tenant, id));
      if (stored === undefined) this.remove(tenant, id);
      else this.compileAndPut(tenant, stored, true);
    } catch (error) {
      this.onError('read a subscription again', error);
    }
  }

  private set(
    tenant: string,
    matcher: SubscriptionMatcher,
    subscription: Subscription,
  ): CompiledSubscription | undefined {
    const before = matcher.get(subscription.id);
    if (before !== undefined && isSameDefinition(before.subscription, subscription)) return before;
    try {
      const compiled = compileSubscription(tenant, subscription, before?.counters, {
        ignoreCase: this.options.isOff,
      });
      matcher.set(compiled);
      this.knownListener?.(compiled);
      return compiled;
    } catch (error) {
      // Written by another broker with an expression this one cannot run: the others go on.
      matcher.delete(subscription.id);
      this.onError(`use subscription ${subscription.id}`, error);
      return undefined;
    }
  }
}
