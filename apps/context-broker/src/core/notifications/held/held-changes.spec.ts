import type { Alteration, Entity, EntityChange } from '@smart-city/context';
import { HeldChanges } from './held-changes';
import { HeldSubscriptions } from './held-subscriptions';

const entity = (id: string, ...names: readonly string[]): Entity => ({
  id,
  type: 'T',
  servicePath: '/',
  attrs: new Map(
    names.map((name) => [name, { type: 'Number', value: 1, metadata: new Map(), creDate: 0, modDate: 0 }]),
  ),
  creDate: 0,
  modDate: 0,
});
const change = (
  before: Entity | undefined,
  after: Entity | undefined,
  ...changed: string[]
): EntityChange => ({
  tenant: 't',
  before,
  after,
  requested: changed,
  changed: new Set(changed),
  metadataChanged: new Set(),
  previousCorrelator: undefined,
  at: 1,
});
const as = (type: Alteration['type'], ...changed: string[]): Alteration => ({ type, changed });

describe('changes that are kept back', () => {
  it('of one entity are one change, from the first state to the last', () => {
    const held = new HeldChanges();
    const [old, between, last] = [entity('A', 'x'), entity('A', 'x'), entity('A', 'x', 'y')];
    held.add({ change: change(old, between, 'x'), alteration: as('entityChange', 'x') });
    held.add({ change: change(between, last, 'y'), alteration: as('entityChange', 'y') });
    const [one, ...others] = held.all();
    expect(others).toEqual([]);
    expect(one).toEqual({
      change: change(old, last, 'x', 'y'),
      alteration: as('entityChange', 'x', 'y'),
    });
  });

  it('of a new entity are its creation, and of one that is gone its deletion', () => {
    const held = new HeldChanges();
    const [a, b] = [entity('A'), entity('B')];
    held.add({ change: change(undefined, a), alteration: as('entityCreate') });
    held.add({ change: change(a, a, 'x'), alteration: as('entityChange', 'x') });
    held.add({ change: change(undefined, b), alteration: as('entityCreate') });
    held.add({ change: change(b, undefined), alteration: as('entityDelete') });
    expect(held.all().map(({ alteration }) => alteration.type)).toEqual(['entityCreate', 'entityDelete']);
  });

  it('are of so many entities; what is told otherwise is forgotten', () => {
    const held = new HeldChanges();
    for (let at = 0; at < 1_000; at++)
      expect(held.add({ change: change(undefined, entity(`E${at}`)), alteration: as('entityCreate') })).toBe(
        true,
      );
    held.forget(change(undefined, entity('E1')));
    expect(held.size).toBe(999);
    held.add({ change: change(undefined, entity('X')), alteration: as('entityCreate') });
    expect(held.add({ change: change(undefined, entity('Y')), alteration: as('entityCreate') })).toBe(false);
    expect(held.all()[0]!.change.after?.id).toBe('E2');
  });

  it('weigh what they hold on to, and nothing once they are gone', () => {
    const held = new HeldChanges();
    const [small, large] = [entity('A'), entity('A', 'x'.repeat(10_000))];
    held.add({ change: change(undefined, small), alteration: as('entityCreate') });
    expect(held.weight).toBeLessThan(1_000);
    held.add({ change: change(small, large, 'y'), alteration: as('entityChange') });
    expect(held.weight).toBeGreaterThan(10_000);
    held.add({ change: change(large, small, 'y'), alteration: as('entityChange') });
    expect(held.weight).toBeLessThan(1_000);
    held.add({ change: change(undefined, entity('B')), alteration: as('entityCreate') });
    held.forget(change(undefined, small));
    held.dropOldest();
    held.dropOldest();
    expect([held.weight, held.size]).toEqual([0, 0]);
  });

  it('of all subscriptions are bounded: the one that keeps most gives way', () => {
    const all = new HeldSubscriptions(50_000);
    const [modest, greedy] = [{ changes: new HeldChanges() }, { changes: new HeldChanges() }];
    all.set('modest', modest);
    all.set('greedy', greedy);
    const hold = (of: typeof modest, id: string, length: number) => {
      const created = change(undefined, entity(id, 'x'.repeat(length)));
      all.change(of, (changes) => changes.add({ change: created, alteration: as('entityCreate') }));
      return all.makeRoom();
    };
    expect(hold(modest, 'M', 100)).toBe(true);
    expect([1, 2, 3, 4].map((n) => hold(greedy, `G${n}`, 10_000))).toEqual([true, true, true, true]);
    expect(hold(greedy, 'G5', 10_000)).toBe(false);
    expect(greedy.changes.all().map(({ change: { after } }) => after!.id)).toEqual(['G2', 'G3', 'G4', 'G5']);
    expect(modest.changes.size).toBe(1);
    expect(hold(modest, 'H', 60_000)).toBe(false);
    expect([modest.changes.size, greedy.changes.size]).toEqual([0, 4]);
    all.take('greedy');
    expect([1, 2, 3, 4].map((n) => hold(modest, `M${n}`, 10_000))).toEqual([true, true, true, true]);
  });
});
