import type { Attribute, AttributeInstance, Entity } from '../model/entity';
import { expiring, firstEndOf } from './expire';
import { rewriteEntity } from './rewrite-entity';

const instance = (value: number, expiresAt?: string, datasetId?: string): AttributeInstance => ({
  kind: 'Property',
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
  ...(expiresAt !== undefined && { expiresAt }),
  ...(datasetId !== undefined && { datasetId }),
});
const [PAST, FUTURE] = ['2020-01-01T00:00:00Z', '2090-01-01T00:00:00,5Z'];
const NOW = Date.UTC(2026, 0, 1);
const entity = (attrs: Record<string, Attribute>, more: Partial<Entity> = {}): Entity => ({
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map(Object.entries(attrs)),
  creDate: 1,
  modDate: 1,
  ...more,
});
const expire = (before: Entity) => rewriteEntity('', before, expiring('E', NOW), NOW / 1000);

it('an entity that is over goes, and one that is not is not meant', () => {
  const over = entity({}, { expiresAtMs: NOW });
  expect(expire(over)).toMatchObject({ kind: 'done', change: { before: over, after: undefined } });
  const { isMeant } = expiring('E', NOW);
  expect(isMeant!(over)).toBe(true);
  expect(isMeant!(entity({ a: instance(1, FUTURE) }, { expiresAtMs: NOW + 1 }))).toBe(false);
});

it('attributes and instances that are over go, and what is beside them stays', () => {
  const before = entity({
    stays: instance(1),
    over: instance(2, PAST),
    all: { ...instance(3, PAST), instances: [instance(4, PAST, 'urn:d:1')] },
    first: {
      ...instance(5, PAST),
      instances: [
        instance(6, FUTURE, 'urn:d:1'),
        instance(7, PAST, 'urn:d:2'),
        instance(8, undefined, 'urn:d:3'),
      ],
    },
    other: { ...instance(9, FUTURE), instances: [instance(10, PAST, 'urn:d:1')] },
  });
  expect(firstEndOf(before.attrs)).toBe(Date.UTC(2020, 0, 1));
  const result = expire(before);
  if (result.kind !== 'done') throw new Error(result.kind);
  const { after, requested, changed } = result.change;
  expect(Object.fromEntries(after!.attrs)).toEqual({
    stays: instance(1),
    first: { ...instance(6, FUTURE, 'urn:d:1'), instances: [instance(8, undefined, 'urn:d:3')] },
    other: instance(9, FUTURE),
  });
  expect(requested).toEqual(['over', 'all', 'first', 'other']);
  expect([...changed].sort()).toEqual(['all', 'first', 'other', 'over']);
  expect(firstEndOf(after!.attrs)).toBe(Date.UTC(2090, 0, 1, 0, 0, 0, 500));
});

it('the end of the entity stays when an attribute of it ends', () => {
  const dateExpires = {
    type: 'DateTime',
    value: NOW / 1000 + 60.0004,
    metadata: new Map(),
    creDate: 1,
    modDate: 1,
  };
  const before = entity({ dateExpires, a: instance(1, PAST) }, { expiresAtMs: NOW + 60_000 });
  const result = expire(before);
  if (result.kind !== 'done') throw new Error(result.kind);
  expect(result.change.after).toMatchObject({ expiresAtMs: NOW + 60_000 });
  expect(result.change.after!.attrs.get('dateExpires')).toBe(dateExpires);
});
