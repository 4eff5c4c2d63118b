import { parseJson } from '../json/parse-json';
import type { Attribute, Entity } from '../model/entity';
import type { EntityDraft, EntityRewrite } from '../model/entity-rewrite';
import type { EntityChange } from '../model/entity-update';
import { expiresAtOf, withoutExpiry } from './expiry';
import { rewriteEntity } from './rewrite-entity';

const property = (value: Attribute['value'], more: Partial<Attribute> = {}): Attribute => ({
  kind: 'Property',
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
  ...more,
});
const point = (lon: number): Attribute =>
  property(parseJson(`{"type":"Point","coordinates":[${lon},2]}`), { kind: 'GeoProperty', type: 'geo:json' });
const draft = (attrs: Record<string, Attribute>, more: Partial<EntityDraft> = {}): EntityDraft => ({
  id: 'urn:a:1',
  type: 'T',
  servicePath: '/',
  attrs: new Map(Object.entries(attrs)),
  ...more,
});
function write(
  before: Entity | undefined,
  after: EntityDraft,
  more: Partial<EntityRewrite<string>> = {},
): EntityChange {
  const rewrite = () => ({ kind: 'write', after, requested: [] }) as const;
  const result = rewriteEntity('smart', before, { id: 'urn:a:1', rewrite, ...more }, 100);
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.change;
}
const made = (attrs: Record<string, Attribute>, more: Partial<EntityDraft> = {}): Entity =>
  write(undefined, draft(attrs, more)).after!;

it('makes an entity, with the dates of the rewrite', () => {
  const change = write(undefined, draft({ a: property(1) }, { furtherTypes: ['U'], scopes: ['/x', '/y'] }), {
    correlator: 'c',
  });
  expect(change).toMatchObject({ tenant: 'smart', before: undefined, previousCorrelator: undefined });
  expect([...change.changed]).toEqual(['a']);
  expect(change.after).toMatchObject({
    furtherTypes: ['U'],
    scopes: ['/x', '/y'],
    creDate: 100,
    modDate: 100,
    lastCorrelator: 'c',
  });
});

it('hands on what is left, faulty or gone', () => {
  const before = made({ a: property(1) });
  const run = (made: ReturnType<EntityRewrite<string>['rewrite']>, from: Entity | undefined = before) =>
    rewriteEntity('', from, { id: 'urn:a:1', rewrite: () => made }, 1);
  expect(run({ kind: 'leave' })).toEqual({ kind: 'left' });
  expect(run({ kind: 'fault', fault: 'no' })).toEqual({ kind: 'fault', fault: 'no' });
  expect(run({ kind: 'delete' })).toMatchObject({ kind: 'done', change: { before, after: undefined } });
  expect(rewriteEntity('', undefined, { id: 'x', rewrite: () => ({ kind: 'delete' }) }, 1)).toEqual({
    kind: 'left',
  });
});

it('counts as changed what came, went or differs, other instances and kinds included', () => {
  const [same, dated, moved, gone] = [property(1), property(2), property(3), property(4)];
  const noted = property(5, { metadata: new Map([['m', { type: 'Number', value: 1 }]]) });
  const before = made({ same, dated, moved, gone, noted });
  const instances = [{ ...property(9), datasetId: 'urn:d:1' }];
  const change = write(
    before,
    draft({
      same,
      dated: { ...dated, modDate: 9 },
      moved: { ...moved, instances },
      noted: property(5),
      added: property(0),
    }),
  );
  expect([...change.changed].sort()).toEqual(['added', 'gone', 'moved']);
  expect([...change.metadataChanged]).toEqual(['noted']);
});

it('has the attribute location as its location, else the one that was it, else the first', () => {
  expect(made({ p: point(1), q: point(2) }).location?.attrName).toBe('p');
  expect(made({ p: point(1), location: point(2) }).location?.attrName).toBe('location');
  const before = made({ q: point(2) });
  const after = write(before, draft({ p: point(1), q: before.attrs.get('q')! })).after!;
  expect(after.location).toBe(before.location);
  expect(write(before, draft({ p: point(1), q: point(3) })).after?.location?.attrName).toBe('q');
  expect(write(before, draft({ a: property(1) })).after?.location).toBeUndefined();
});

it('has no location that an index would refuse', () => {
  const crossed = '{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}';
  expect(made({ p: { ...point(1), value: parseJson(crossed) } }).location).toBeUndefined();
});

it('shows its end to NGSIv2 as dateExpires, and keeps the text', () => {
  const entity = made({ a: property(1) }, { expiresAt: '2030-01-01T00:00:00,5Z' });
  expect(entity.expiresAtMs).toBe(Date.UTC(2030, 0, 1, 0, 0, 0, 500));
  expect(entity.attrs.get('dateExpires')).toMatchObject({
    type: 'DateTime',
    value: Date.UTC(2030, 0, 1) / 1000 + 0.5,
  });
  expect(expiresAtOf(entity)).toBe('2030-01-01T00:00:00,5Z');
  expect([...withoutExpiry(entity.attrs).keys()]).toEqual(['a']);
  const lasting = write(entity, draft({ a: property(1) })).after!;
  expect(lasting.attrs.has('dateExpires')).toBe(false);
  expect(expiresAtOf(lasting)).toBeUndefined();
});

it('shows the end that NGSIv2 wrote', () => {
  const dateExpires = { type: 'DateTime', value: 1.5, metadata: new Map(), creDate: 1, modDate: 1 };
  const entity = { ...made({}), attrs: new Map([['dateExpires', dateExpires]]), expiresAtMs: 1500 };
  expect(expiresAtOf(entity)).toBe('1970-01-01T00:00:01.500Z');
});

it('takes an attribute that NGSI-LD calls dateExpires for no end', () => {
  const entity = made({ dateExpires: property(1) }, { expiresAt: '2030-01-01T00:00:00Z' });
  expect(withoutExpiry(entity.attrs).has('dateExpires')).toBe(true);
  expect(expiresAtOf(entity)).toBe('2030-01-01T00:00:00.000Z');
});
