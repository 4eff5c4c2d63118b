import { toJsonValue } from '@smart-city/ngsi-testing';
import { parseNewSubscription, type Subscription } from '@smart-city/ngsiv2';
import type { CounterDelta, SubscriptionStore } from '../../storage/subscription-store';
import { ngsiv2Conditions } from '../../faces/ngsiv2/subscriptions/ngsiv2-conditions';
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

  /** Tells of a change, as the change stream does. */
  tell: (tenant: string, id: string) => void = () => {};
  isDeleted = false;

  list = async () => {
    const found = [this.stored];
    await this.hold;
    return found;
  };
  listTenants = async () => [''];
  find = async () => {
    const found = this.isDeleted ? undefined : this.stored;
    await this.hold;
    return found;
  };
  watch = async (listener: OneSubscription['tell']) => {
    this.tell = listener;
    return undefined;
  };

  /** @returns what lets go on who reads from now on, until the next of these */
  holdReads(): () => Promise<void> {
    let release = () => {};
    this.hold = new Promise<void>((resolve) => (release = resolve));
    return () => {
      release();
      return settled();
    };
  }

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

/** All that waits for nothing has been done. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function filled(store: OneSubscription): Promise<SubscriptionCache> {
  const cache = new SubscriptionCache(
    store as unknown as SubscriptionStore,
    { refreshMs: 0, isOff: false },
    { named: () => ngsiv2Conditions },
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
  const release = store.holdReads();
  const refreshed = cache.refresh();
  await settled();
  cache.put('', changed);
  cache.put('', created);
  await release();
  await refreshed;
  expect(cache.find('', changed.id)?.subscription.description).toBe('x');
  expect(cache.find('', created.id)).toBeDefined();

  const releaseAgain = store.holdReads();
  const again = cache.refresh();
  await settled();
  cache.remove('', changed.id);
  await releaseAgain();
  await again;
  expect(cache.find('', changed.id)).toBeUndefined();
  expect(cache.find('', created.id)).toBeUndefined();
});

it('a subscription that is deleted while a change of it is read again stays away', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  await cache.start();
  const { id } = store.stored;
  const release = store.holdReads();
  store.tell('', id);
  await settled();
  store.isDeleted = true;
  cache.remove('', id);
  await release();
  expect(cache.find('', id)).toBeUndefined();
  await cache.stop();
});

it('a change by another broker is taken although this process wrote while it was read', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  await cache.start();
  const { id } = store.stored;
  const mine = { ...store.stored, description: 'mine' };
  store.stored = { ...store.stored, description: 'theirs, later' };
  const release = store.holdReads();
  store.tell('', id);
  await settled();
  cache.put('', mine);
  await release();
  expect(cache.find('', id)?.subscription.description).toBe('theirs, later');
  await cache.stop();
});

it.each(['first', 'last'])('of two changes the later one stays when its reading ends %s', async (end) => {
  const store = new OneSubscription();
  const cache = await filled(store);
  await cache.start();
  const { id } = store.stored;
  const releaseEarlier = store.holdReads();
  store.tell('', id);
  await settled();
  store.stored = { ...store.stored, description: 'later' };
  const releaseLater = store.holdReads();
  store.tell('', id);
  await settled();
  const releases = [releaseEarlier, releaseLater];
  for (const release of end === 'last' ? releases : releases.reverse()) await release();
  expect(cache.find('', id)?.subscription.description).toBe('later');
  await cache.stop();
});

it('what another broker creates while all are read is kept', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  await cache.start();
  const id = '6'.repeat(24);
  const release = store.holdReads();
  const refreshed = cache.refresh();
  await settled();
  store.stored = { ...store.stored, id };
  // Not held as the reading of all is, so that it ends first.
  await store.holdReads()();
  store.tell('', id);
  await settled();
  expect(cache.find('', id)).toBeDefined();
  await release();
  await refreshed;
  expect(cache.find('', id)).toBeDefined();
  await cache.stop();
});

it('counters on their way to the store are neither lost nor shown twice', async () => {
  const store = new OneSubscription();
  const cache = await filled(store);
  const { counters } = cache.find('', store.stored.id)!;
  noteAttempt({ counters }, 1);
  counters.noteFailure(1, 'Timeout was reached');
  const read = () => cache.counters.readSettled(async () => cache.withLive('', store.stored).counters);
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
    const before = cache.withLive('', store.stored).counters.timesSent;
    later ??= cache.flush();
    store.writeCounters();
    return before;
  });
  await later;
  expect(found).toBe(2);
});
