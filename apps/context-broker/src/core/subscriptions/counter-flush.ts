import type { CounterDelta, SubscriptionStore } from '../../storage/subscription-store';
import type { CompiledSubscription } from './compiled-subscription';
import type { SubscriptionMatcher } from './subscription-matcher';

/** Readings of the store before one is taken although counters moved. */
const MOST_READS = 5;

/** The counters of subscriptions on their way from memory to the store, and how the store is read meanwhile. */
export class CounterFlush {
  private readonly flushes = new Set<Promise<void>>();
  private flushCount = 0;

  constructor(
    private readonly store: Pick<SubscriptionStore, 'addCounters'>,
    private readonly onError: (what: string, error: unknown) => void,
  ) {}

  /** Writes counters that the store does not have; those that cannot be written are kept for the next time. */
  async flush(tenants: ReadonlyMap<string, SubscriptionMatcher>): Promise<void> {
    for (const [tenant, matcher] of tenants) {
      const taken = [...matcher.all()].flatMap(
        ({ counters }): (readonly [CompiledSubscription['counters'], CounterDelta])[] => {
          const delta = counters.take();
          return delta === undefined ? [] : [[counters, delta]];
        },
      );
      if (taken.length === 0) continue;
      this.flushCount += 1;
      const flush = this.store
        .addCounters(
          tenant,
          taken.map(([, delta]) => delta),
        )
        .catch((error: unknown) => {
          for (const [counters, delta] of taken) counters.untake(delta);
          this.onError('write subscription counters', error);
        });
      this.flushes.add(flush);
      await flush;
      this.flushes.delete(flush);
    }
  }

  /**
   * Reads the store, and reads again when counters were on their way to it meanwhile: else they would be shown twice, or
   * not at all.
   *
   * @param read  adds what is live at once to what it read
   */
  async readSettled<T>(read: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      while (this.flushes.size > 0) await Promise.all(this.flushes);
      const before = this.flushCount;
      const found = await read();
      if (before === this.flushCount || tries === MOST_READS) return found;
    }
  }
}
