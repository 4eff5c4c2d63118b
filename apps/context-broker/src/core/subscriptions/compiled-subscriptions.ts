import type { Subscription } from '@smart-city/ngsiv2';
import type { SubscriptionCacheStatistics } from '../../operations/admin/statistics-ports';
import { compileSubscription, type CompiledSubscription } from './compiled-subscription';
import type { ConditionLanguages } from './condition-language';
import { isSameDefinition } from './same-definition';
import { StoreReading } from './store-reading';
import { SubscriptionMatcher } from './subscription-matcher';

const NO_CHANGES = { refreshes: 0, inserts: 0, removes: 0, updates: 0 };

/** Every subscription of every tenant in memory, compiled: what there is to match. Knows no store. */
export class CompiledSubscriptions implements SubscriptionCacheStatistics {
  private readonly tenants = new Map<string, SubscriptionMatcher>();
  /** The subscriptions of each tenant that has had some. */
  readonly matchers: ReadonlyMap<string, SubscriptionMatcher> = this.tenants;
  private knownListener: ((compiled: CompiledSubscription) => void) | undefined;
  private statistics = { ...NO_CHANGES };
  protected readonly reading = new StoreReading();

  constructor(
    /** Patterns ignore letter case. */
    private readonly ignoreCase: boolean,
    private readonly languages: Pick<ConditionLanguages, 'named'>,
    protected readonly onError: (what: string, error: unknown) => void,
  ) {}

  /** All that are in memory. */
  *all(): Generator<CompiledSubscription, void, void> {
    for (const matcher of this.tenants.values()) yield* matcher.all();
  }

  find(tenant: string, id: string): CompiledSubscription | undefined {
    return this.tenants.get(tenant)?.get(id);
  }

  /** Tells of every subscription that is in memory, and of each that comes or changes from now on. */
  onKnown(listener: (compiled: CompiledSubscription) => void): void {
    for (const compiled of this.all()) listener(compiled);
    this.knownListener = listener;
  }

  /** A subscription was written by this process; its counters are taken only if it is new. */
  put(tenant: string, subscription: Subscription): CompiledSubscription | undefined {
    this.reading.noteWritten(tenant, subscription.id);
    return this.insert(tenant, subscription);
  }

  /** A subscription was deleted. */
  remove(tenant: string, id: string): void {
    this.reading.noteWritten(tenant, id);
    if (this.tenants.get(tenant)?.delete(id)) this.statistics.removes += 1;
  }

  /** A subscription as read from the store, with what this process knows beyond it. */
  withLive(tenant: string, stored: Subscription): Subscription {
    const live = this.find(tenant, stored.id)?.counters;
    return live === undefined
      ? stored
      : { ...stored, status: live.statusOver(stored), counters: live.over(stored.counters) };
  }

  /** One subscription of a tenant as the store has it now. */
  protected takeStored(tenant: string, stored: Subscription): void {
    // A reading of all that began before the change has an older one, or none.
    this.reading.noteWritten(tenant, stored.id);
    const known = this.find(tenant, stored.id);
    takeCounters(known, stored);
    // What this process wrote comes back by the change stream.
    if (known === undefined || !isSameDefinition(known.subscription, stored)) this.insert(tenant, stored);
  }

  /** All of a tenant as the store has them now, but those that are known better. Nothing of this is counted. */
  protected takeAllStored(
    tenant: string,
    stored: readonly Subscription[],
    isKnownBetter: (id: string) => boolean,
  ): void {
    const known = this.tenants.get(tenant);
    if (known === undefined && stored.length === 0) return;
    const matcher = known ?? this.add(tenant);
    const ids = new Set(stored.map(({ id }) => id));
    for (const { subscription } of matcher.all())
      if (!ids.has(subscription.id) && !isKnownBetter(subscription.id)) matcher.delete(subscription.id);
    for (const subscription of stored) {
      if (isKnownBetter(subscription.id)) continue;
      takeCounters(matcher.get(subscription.id), subscription);
      this.set(tenant, matcher, subscription);
    }
  }

  /** The cache was filled anew, which the original counts as an insertion of each. */
  protected noteRefresh(): void {
    this.statistics.refreshes += 1;
    for (const matcher of this.tenants.values()) this.statistics.inserts += matcher.size;
  }

  /** For `/cache/statistics`. */
  read(): ReturnType<SubscriptionCacheStatistics['read']> {
    return { ids: [...this.all()].map(({ subscription }) => subscription.id), ...this.statistics };
  }

  reset(): void {
    this.statistics = { ...NO_CHANGES };
  }

  private add(tenant: string): SubscriptionMatcher {
    const matcher = new SubscriptionMatcher();
    this.tenants.set(tenant, matcher);
    return matcher;
  }

  private insert(tenant: string, subscription: Subscription): CompiledSubscription | undefined {
    const matcher = this.tenants.get(tenant) ?? this.add(tenant);
    this.statistics.inserts += 1;
    if (matcher.get(subscription.id) !== undefined) {
      // As the original counts: it takes the subscription out, and puts it in again.
      this.statistics.updates += 1;
      this.statistics.removes += 1;
    }
    return this.set(tenant, matcher, subscription);
  }

  private set(
    tenant: string,
    matcher: SubscriptionMatcher,
    subscription: Subscription,
  ): CompiledSubscription | undefined {
    const before = matcher.get(subscription.id);
    if (before !== undefined && isSameDefinition(before.subscription, subscription)) return before;
    try {
      const compiled = compileSubscription(tenant, subscription, this.languages, before?.counters, {
        ignoreCase: this.ignoreCase,
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

/** What the store has of the counters now; a status that another broker wrote later is in force. */
function takeCounters(known: CompiledSubscription | undefined, stored: Subscription): void {
  if (known === undefined) return;
  known.counters.rebase(stored.counters);
  if (known.subscription.statusLastChange !== stored.statusLastChange)
    known.counters.statusWritten(stored.statusLastChange);
}
