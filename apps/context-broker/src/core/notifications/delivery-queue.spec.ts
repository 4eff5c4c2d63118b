import fc from 'fast-check';
import { eventually } from '@smart-city/testing';
import type { Channel, SendResult } from './channels/channel';
import { Channels } from './channels/channels';
import { DeliveryQueue } from './delivery-queue';
import type { DeliveryOptions } from './delivery-options';
import type { Outgoing } from './outgoing';

const OK: SendResult = { kind: 'answered', code: 200 };
const REFUSED: SendResult = { kind: 'answered', code: 503 };
const FAILED: SendResult = { kind: 'failed', reason: 'no' };

const outgoing = (id: string, entities: readonly string[], more: Partial<Outgoing> = {}): Outgoing => ({
  kind: 'x',
  id,
  tenant: 't',
  service: 't',
  subscriptionId: 's',
  entities,
  servicePath: '/',
  correlator: 'c',
  body: '{}',
  attrsFormat: 'normalized',
  acceptedAtMs: 0,
  ...more,
});

/** A queue whose only channel sends as `send` does; the target is what the notification's service says. */
function open(send: (outgoing: Outgoing) => Promise<SendResult>, more: Partial<DeliveryOptions> = {}) {
  const settled: { outgoing: Outgoing; result: SendResult; attempts: number }[] = [];
  const channel = {
    name: 'x',
    kinds: ['x'],
    send,
    targetOf: ({ service }: Outgoing) => service,
    close: () => Promise.resolve(),
  } as unknown as Channel;
  const queue = new DeliveryQueue(
    {
      mode: { kind: 'transient' },
      capacityPerTarget: 10,
      workersPerTarget: 64,
      parallel: 32,
      holdMs: 60_000,
      retry: { retries: 0, baseMs: 1, maxMs: 4 },
      ...more,
    },
    new Channels([channel]),
    { settled: (one, result, attempts) => void settled.push({ outgoing: one, result, attempts }) },
  );
  return { queue, settled };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the delivery queue', () => {
  it('keeps the order of each entity, whatever is slow, fails and is tried again', async () => {
    const notification = fc.record({
      subscription: fc.constantFrom('s1', 's2'),
      entities: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 }),
      /** Of its attempts, the last one again and again. */
      ends: fc.array(fc.record({ ms: fc.nat(3), result: fc.constantFrom(OK, OK, REFUSED, FAILED) }), {
        minLength: 1,
        maxLength: 4,
      }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(notification, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (notifications, parallel) => {
          const underWay = new Map<string, number>();
          const made = new Map<string, number>();
          let most = 0;
          const faults: string[] = [];
          const { queue, settled } = open(
            async ({ id, subscriptionId, entities = [] }) => {
              const mine = entities.map((entity) => `${subscriptionId}/${entity}`);
              for (const key of mine) {
                if (underWay.has(key)) faults.push(`${key}: two at once`);
                underWay.set(key, Number(id));
              }
              most = Math.max(most, [...new Set(underWay.values())].length);
              const attempt = made.get(id) ?? 0;
              made.set(id, attempt + 1);
              const { ends } = notifications[Number(id)]!;
              const { ms, result } = ends[Math.min(attempt, ends.length - 1)]!;
              if (ms > 0) await pause(ms);
              for (const key of mine) underWay.delete(key);
              return result;
            },
            { parallel, capacityPerTarget: 1_000, retry: { retries: 3, baseMs: 1, maxMs: 2 } },
          );
          notifications.forEach(({ subscription, entities }, at) => {
            expect(queue.offer(outgoing(String(at), entities, { subscriptionId: subscription }))).toBe(true);
          });
          await eventually(() => settled.length === notifications.length);
          await queue.stop(0);
          expect(faults).toEqual([]);
          expect(most).toBeLessThanOrEqual(2 * parallel);
          for (const subscription of ['s1', 's2'])
            for (const entity of ['a', 'b', 'c', 'd']) {
              const about = settled.filter(
                ({ outgoing: { subscriptionId, entities = [] } }) =>
                  subscriptionId === subscription && entities.includes(entity),
              );
              const order = about.map(({ outgoing: { id } }) => Number(id));
              expect(order).toEqual([...order].sort((a, b) => a - b));
            }
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it('sends about several entities of a subscription at once, and about one after the other', async () => {
    const ends: (() => void)[] = [];
    const { queue, settled } = open(() => new Promise((resolve) => ends.push(() => resolve(OK))));
    for (const id of ['1', '2', '3']) queue.offer(outgoing(id, [id]));
    queue.offer(outgoing('4', ['1']));
    expect(ends).toHaveLength(3);
    ends[0]!();
    await eventually(() => ends.length === 4);
    for (const end of ends) end();
    await eventually(() => settled.length === 4);
  });

  it('goes on with other entities while one is tried again', async () => {
    const { queue, settled } = open(({ id }) => Promise.resolve(id === '1' ? FAILED : OK), {
      retry: { retries: 1, baseMs: 3_600_000, maxMs: 3_600_000 },
    });
    for (const id of ['1', '2', '3', '4']) queue.offer(outgoing(id, [id]));
    await eventually(() => settled.length === 3);
    await queue.stop(0);
  });

  it('has answers of the tenant wait while a target that answers is behind, and drops nothing', async () => {
    const ends: (() => void)[] = [];
    const { queue, settled } = open(() => new Promise((resolve) => ends.push(() => resolve(OK))));
    for (let id = 0; id < 40; id++) expect(queue.offer(outgoing(String(id), ['E']))).toBe(true);
    expect(queue.holdBack.room('other')).toBeUndefined();
    let isHeld = true;
    void queue.holdBack.room('t')!.then(() => (isHeld = false));
    for (let done = 0; done < 30; done++) {
      await eventually(() => ends.length > done);
      expect(isHeld).toBe(true);
      ends[done]!();
    }
    for (let done = 30; done < 40; done++) {
      await eventually(() => ends.length > done);
      ends[done]!();
    }
    await eventually(() => settled.length === 40);
    expect(isHeld).toBe(false);
    expect(queue.holdBack.room('t')).toBeUndefined();
  });

  it('does not wait for a target that does not answer: what comes beyond its room is dropped', async () => {
    const { queue } = open(() => new Promise(() => undefined), { holdMs: 10 });
    const offered = () => queue.offer(outgoing('1', ['E']));
    expect(Array.from({ length: 11 }, offered)).not.toContain(false);
    await queue.holdBack.room('t');
    await pause(20);
    expect([offered(), queue.holdBack.room('t')]).toEqual([false, undefined]);
    // Another target of the tenant has room.
    expect(queue.offer(outgoing('2', ['E'], { service: 'other' }))).toBe(true);
    await queue.stop(0);
  });

  it('gives a tenant whose bodies are large no more than its part', async () => {
    const { queue } = open(() => new Promise(() => undefined), { capacityPerTarget: 10_000 });
    const body = 'x'.repeat(8_000_000);
    const large = Array.from({ length: 12 }, () => queue.offer(outgoing('1', ['E'], { body })));
    expect(large.filter(Boolean)).toHaveLength(8);
    expect(queue.offer(outgoing('1', ['E'], { tenant: 'other' }))).toBe(true);
    await queue.stop(0);
  });
});
