import { KeyedMutex } from '../../storage/keyed-mutex';
import type { SubscriptionStore } from '../../storage/subscription-store';
import { unlessSetAside } from '../../storage/tenant-set-aside';
import type { CompiledSubscription } from './compiled-subscription';
import type { ConditionLanguages } from './condition-language';
import { CompiledSubscriptions } from './compiled-subscriptions';
import { CounterFlush } from './counter-flush';
import type { SubscriptionMatcher } from './subscription-matcher';

export interface SubscriptionCacheOptions {
  /** `-subCacheIval`; 0: no refresh. */
  readonly refreshMs: number;
  /** `-noCache`: read the tenant's subscriptions for every update. Patterns ignore letter case then. */
  readonly isOff: boolean;
}

const FLUSH_MS = 60_000;
const UNCACHED_FLUSH_MS = 1_000;

/**
 * Keeps the subscriptions in memory as the store has them. What this process writes is here at once;
 * what other brokers write comes with the change stream, or at the next refresh. At each refresh the counters that came
 * up since the last one are flushed.
 */
export class SubscriptionCache extends CompiledSubscriptions {
  /** Whether {@link freshMatcher} has to be asked instead of the matchers in memory. */
  readonly isOff: boolean;
  /** Counters on their way to the store. */
  readonly counters: CounterFlush;
  private readonly refreshMs: number;
  /** Of two changes of one subscription, the reading that began later has to be taken later. */
  private readonly reloads = new KeyedMutex();
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => Promise<void>) | undefined;
  private refreshing: Promise<void> | undefined;
  private isFilled = false;

  constructor(
    private readonly store: SubscriptionStore,
    { refreshMs, isOff }: SubscriptionCacheOptions,
    languages: Pick<ConditionLanguages, 'named'>,
    onError: (what: string, error: unknown) => void,
  ) {
    super(isOff, languages, onError);
    this.refreshMs = refreshMs;
    this.isOff = isOff;
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

  /** Reads a tenant's subscriptions again, for `-noCache`. */
  async freshMatcher(tenant: string): Promise<SubscriptionMatcher | undefined> {
    await this.loadTenant(tenant);
    return this.matchers.get(tenant);
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
    return this.counters.flush(this.matchers);
  }

  /** The one notification of a `oneshot` subscription was decided on. */
  switchOff({ counters }: CompiledSubscription, now: number): void {
    counters.noteStatus('inactive', now);
    // Other brokers should see it as soon as can be.
    void this.flush();
  }

  /** Counters are flushed even where nothing is refreshed; soon where other brokers look at the database for every update. */
  private get intervalMs(): number {
    return this.isOff ? UNCACHED_FLUSH_MS : this.refreshMs > 0 ? this.refreshMs : FLUSH_MS;
  }

  private async tick(): Promise<void> {
    if (this.isOff || this.refreshMs === 0) return this.flush();
    await this.refresh().catch((error: unknown) => this.onError('refresh subscriptions', error));
  }

  private async readAgain(): Promise<void> {
    await this.flush();
    if (this.store.isShared || !this.isFilled)
      for (const tenant of new Set([...(await this.store.listTenants()), ...this.matchers.keys()]))
        await this.loadTenant(tenant).catch(unlessSetAside);
    this.isFilled = true;
    this.noteRefresh();
  }

  private async loadTenant(tenant: string): Promise<void> {
    const { found, isWritten } = await this.reading.read(() =>
      this.counters.readSettled(() => this.store.list(tenant)),
    );
    this.takeAllStored(tenant, found, (id) => isWritten(tenant, id));
  }

  private async reload(tenant: string, id: string): Promise<void> {
    await this.reloads
      .run(`${tenant}/${id}`, () => this.readOne(tenant, id))
      .catch((error: unknown) => this.onError('read a subscription again', error));
  }

  /** Reads again when this process wrote meanwhile: what was read may be older than that, or newer. */
  private async readOne(tenant: string, id: string): Promise<void> {
    const { found, isWritten } = await this.reading.read(() =>
      this.counters.readSettled(() => this.store.find(tenant, id)),
    );
    if (isWritten(tenant, id)) return this.readOne(tenant, id);
    if (found === undefined) this.remove(tenant, id);
    else this.takeStored(tenant, found);
  }
}
