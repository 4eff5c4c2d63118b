import { toJsonValue } from '@smart-city/ngsi-testing';
import { parseNewSubscription, type Subscription } from '@smart-city/ngsi';
import type { CounterDelta, SubscriptionStore } from '../storage/subscription-store';
import { SubscriptionCache } from './subscription-cache';
import { noteAttempt } from './subscription-matcher';

const definition = parseNewSubscription(
  toJsonValue({
    subject: { entities: [{ idPattern: '.*' }] },
    notification: { http: { url: 'http://h/' } },
  }),
  '/#',
);

/** One stored subscription, whose counters are written when the test says so. */
class OneSubscription {
  stored: Subscription = {
    ...definition,
    id: '5'.repeat(24),
    counters: { timesSent: 0, failsCounter: 0 },
  };
  readonly isShared = true;
  private write: (() => void) | undefined;

  /** What a list that has been read waits for before it is given. */
  hold: Promise<unknown> = Promise.resolve();

  list = async () => {
    const found = [this.stored];
    await this.hold;
    return found;
  };
  listTenants = async () => [''];
  find = async () => this.stored;

  addCounters(_tenant: string, [delta]: readonly CounterDelta[]): Promise<void> {
    return new Promise((resolve) => {
      this.write = () => {
        const { counters } = this.stored;
        this.stored = {
          ...this.stored,
          counters: {
            timesSent: counters.timesSent + delta!.timesSent,
            failsCounter: counters.failsCounter + delta!.fails,
          },
        };
        resolve();
      };
    });
  }

  writeCounters(): void {
    this.write?.();
  }
}

async function filled(store: OneSubscription): Promise<SubscriptionCache> {
  const cache = new SubscriptionCache(
    store as unknown as SubscriptionStore,
    { refreshMs: 0, isOff: false },
    (_what, error) => {
      throw error;
    },
  );
  await cache.refresh();
  return cache;
}

it('a refresh counts as an insertion of each, and a change as a removal and an insertion', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  const ids = [store.stored.id];
  expect(cache.read()).toEqual({ ids, refreshes: 1, inserts: 1, removes: 0, updates: 0 });
  cache.put('', { ...store.stored, description: 'x' });
  expect(cache.read()).toEqual({ ids, refreshes: 1, inserts: 2, removes: 1, updates: 1 });
  await cache.refresh();
  expect(cache.read()).toEqual({ ids, refreshes: 2, inserts: 3, removes: 1, updates: 1 });
  cache.remove('', store.stored.id);
  expect(cache.read()).toEqual({ ids: [], refreshes: 2, inserts: 3, removes: 2, updates: 1 });
});

it('what this process writes while the store is read is newer than what was read', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  const [changed, created] = [
    { ...store.stored, description: 'x' },
    { ...store.stored, id: '6'.repeat(24) },
  ];
  let release = () => {};
  store.hold = new Promise<void>((resolve) => (release = resolve));
  const refreshed = cache.refresh();
  await new Promise(setImmediate);
  cache.put('', changed);
  cache.put('', created);
  release();
  await refreshed;
  expect(cache.find('', changed.id)?.subscription.description).toBe('x');
  expect(cache.find('', created.id)).toBeDefined();

  store.hold = new Promise<void>((resolve) => (release = resolve));
  const again = cache.refresh();
  await new Promise(setImmediate);
  cache.remove('', changed.id);
  release();
  await again;
  expect(cache.find('', changed.id)).toBeUndefined();
  expect(cache.find('', created.id)).toBeUndefined();
});

it('counters on their way to the store are neither lost nor shown twice', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  const { counters } = cache.find('', store.stored.id)!;
  noteAttempt({ counters }, 1);
  counters.noteFailure(1, 'Timeout was reached');
  const read = () => cache.counters.readSettled(async () => cache.withLive('', await store.find()).counters);
  const expected: unknown = expect.objectContaining({ timesSent: 1, failsCounter: 1 });
  expect(await read()).toEqual(expected);
  const flushed = cache.flush();
  const meanwhile = read();
  store.writeCounters();
  expect(await meanwhile).toEqual(expected);
  await flushed;
  expect(await read()).toEqual(expected);

  // A flush that starts while the store is being read.
  noteAttempt({ counters }, 2);
  let later: Promise<void> | undefined;
  const found = await cache.counters.readSettled(async () => {
    const before = cache.withLive('', await store.find()).counters.timesSent;
    later ??= cache.flush();
    store.writeCounters();
    return before;
  });
  await later;
  expect(found).toBe(2);
});
