import fc from 'fast-check';
import { eventually } from '@smart-city/testing';
import type { NotificationOutbox, OutboxEntry } from '../../storage/notification-outbox';
import { Acceptance } from './acceptance';
import type { Outgoing } from './outgoing';

const idOf = (at: number) => String(at).padStart(6, '0');
const outgoing = (at: number, subscriptionId: string): Outgoing => ({
  kind: 'http',
  id: idOf(at),
  tenant: 't',
  service: 't',
  subscriptionId,
  servicePath: '/',
  correlator: 'c',
  body: '{}',
  attrsFormat: 'normalized',
  acceptedAtMs: 0,
});

/** An outbox in memory; its contract is tested with the real ones. Counts the most entries that were handed out at once. */
class MemoryOutbox implements NotificationOutbox {
  entries: OutboxEntry[] = [];
  largestPage = 0;

  async add(entries: readonly OutboxEntry[]): Promise<void> {
    await new Promise(setImmediate);
    this.entries.push(...entries);
  }

  async remove(keys: readonly { readonly id: string }[]): Promise<void> {
    await new Promise(setImmediate);
    const gone = new Set(keys.map(({ id }) => id));
    this.entries = this.entries.filter(({ id }) => !gone.has(id));
  }

  async lanes() {
    const ids = new Set(this.entries.map(({ subscriptionId }) => subscriptionId!));
    return [...ids].map((subscriptionId) => ({ tenant: 't', subscriptionId }));
  }

  async read({ subscriptionId }: { subscriptionId: string }, page: { after: string; most: number }) {
    const own = this.entries.filter((entry) => entry.subscriptionId === subscriptionId);
    const found = own.filter(({ id }) => id > page.after).sort((a, b) => (a.id < b.id ? -1 : 1));
    await new Promise(setImmediate);
    this.largestPage = Math.max(this.largestPage, Math.min(found.length, page.most));
    return found.slice(0, page.most);
  }

  list(): Promise<readonly OutboxEntry[]> {
    return Promise.resolve([]);
  }
}

/** A queue with room for so many, which ends them in order when it is told to. */
function queueOf(capacity: number) {
  const waiting: Outgoing[] = [];
  const seen: Outgoing[] = [];
  const offer = (one: Outgoing) => {
    if (waiting.length >= capacity) return false;
    waiting.push(one);
    seen.push(one);
    return true;
  };
  return { waiting, seen, offer };
}

const open = (outbox: NotificationOutbox, queue: ReturnType<typeof queueOf>) =>
  new Acceptance(
    false,
    queue,
    { dropped: () => undefined, simulated: () => undefined },
    outbox,
    (what, error) => {
      throw new Error(what, { cause: error });
    },
  );

describe('the window on the outbox', () => {
  it('queues every notification once, in order, however little room there is and wherever the broker is killed', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('accept' as const), count: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('end' as const), count: fc.integer({ min: 1, max: 8 }) }),
      fc.record({ kind: fc.constant('sweep' as const), count: fc.constant(1) }),
      fc.record({ kind: fc.constant('kill' as const), count: fc.constant(1) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        async (steps, capacity) => {
          const outbox = new MemoryOutbox();
          let queue = queueOf(capacity);
          let acceptance = open(outbox, queue);
          await acceptance.start();
          let made = 0;
          const ended: Outgoing[] = [];
          const end = (count: number) => {
            for (const one of queue.waiting.splice(0, count)) {
              ended.push(one);
              acceptance.settled(one);
            }
          };
          for (const { kind, count } of steps) {
            if (kind === 'accept') {
              const batch = Array.from({ length: count }, () => outgoing((made += 1), `s${made % 2}`));
              await acceptance.accept(batch);
            } else if (kind === 'end') end(count);
            else if (kind === 'sweep') await acceptance.sweep();
            else {
              // What was queued is forgotten; what ended and was not removed comes again.
              expect(inOrder(queue.seen)).toBe(true);
              await acceptance.stop();
              queue = queueOf(capacity);
              acceptance = open(outbox, queue);
              await acceptance.start();
            }
          }
          for (let round = 0; outbox.entries.length > 0; round++) {
            expect(round).toBeLessThan(2 * made + 20);
            end(capacity);
            await acceptance.sweep();
            await new Promise(setImmediate);
          }
          await acceptance.stop();
          expect(inOrder(queue.seen)).toBe(true);
          expect(new Set(queue.seen.map(({ id }) => id)).size).toBe(queue.seen.length);
          expect(new Set(ended.map(({ id }) => id)).size).toBe(made);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('queues what the outbox could not take, since it would not be found there', async () => {
    const outbox = new MemoryOutbox();
    const queue = queueOf(1);
    const errors: string[] = [];
    const dropped: string[] = [];
    const acceptance = new Acceptance(
      false,
      queue,
      { dropped: ({ id }) => void dropped.push(id), simulated: () => undefined },
      outbox,
      (what) => void errors.push(what),
    );
    await acceptance.accept([outgoing(1, 's'), outgoing(2, 's')]);
    outbox.add = () => Promise.reject(new Error('no space'));
    await acceptance.accept([outgoing(3, 's')]);
    expect(dropped).toEqual([idOf(3)]);
    queue.waiting.length = 0;
    await acceptance.accept([outgoing(4, 's')]);
    expect(queue.waiting.map(({ id }) => id)).toEqual([idOf(4)]);
    expect(errors).toEqual(['keep notifications in the outbox', 'keep notifications in the outbox']);
  });

  it('reads a long backlog in pages', async () => {
    const outbox = new MemoryOutbox();
    await outbox.add(
      Array.from({ length: 2_000 }, (_, at) => ({
        id: idOf(at),
        tenant: 't',
        subscriptionId: 's',
        json: JSON.stringify(outgoing(at, 's')),
      })),
    );
    const queue = queueOf(10_000);
    const acceptance = open(outbox, queue);
    await acceptance.start();
    expect(queue.waiting.length).toBeLessThan(500);
    while (outbox.entries.length > 0) {
      for (const one of queue.waiting.splice(0, 100)) acceptance.settled(one);
      await acceptance.sweep();
      expect(queue.waiting.length).toBeLessThan(600);
    }
    await eventually(() => queue.seen.length === 2_000);
    await acceptance.stop();
    expect(queue.seen.map(({ id }) => id)).toEqual(Array.from({ length: 2_000 }, (_, at) => idOf(at)));
    expect(outbox.largestPage).toBeLessThanOrEqual(250);
  });
});

function inOrder(seen: readonly Outgoing[]): boolean {
  const last = new Map<string, string>();
  return seen.every(({ id, subscriptionId }) => {
    const isLater = id > (last.get(subscriptionId) ?? '');
    last.set(subscriptionId, id);
    return isLater;
  });
}
