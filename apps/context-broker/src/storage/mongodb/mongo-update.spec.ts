import {
  applyUpdate,
  type Attribute,
  type AttributeInput,
  type Entity,
  type EntityUpdate,
  type JsonValue,
} from '@smart-city/context';
import { Double } from 'mongodb';
import { isOperator } from './mongo-operators';
import { compileUpdate } from './mongo-update';

const NOW = 2000;
const n = (value: number) => new Double(value);
const text = (value: JsonValue) => ({ type: 'Text', value });
const attribute = (
  type: string,
  value: JsonValue,
  metadata: Attribute['metadata'] = new Map(),
): Attribute => ({
  type,
  value,
  metadata,
  creDate: 1,
  modDate: 1,
});

const before: Entity = {
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map([
    ['a', attribute('Number', 1, new Map([['m', text('x')]]))],
    ['p.x', attribute('StructuredValue', [1, 2])],
  ]),
  creDate: 1,
  modDate: 1,
};

const input = (name: string, value: JsonValue, parts: Partial<AttributeInput> = {}): AttributeInput => ({
  name,
  type: 'Number',
  value,
  metadata: new Map(),
  ...parts,
});

/** An update document by operator. */
interface Operators {
  readonly $set: Readonly<Record<string, unknown>>;
  readonly [operator: string]: Readonly<Record<string, unknown>>;
}

function compiled(parts: Partial<EntityUpdate>, entity = before) {
  const update: EntityUpdate = { action: 'append', ref: { id: 'E' }, attrs: [], correlator: 'c', ...parts };
  const operators = new Map(
    update.attrs
      .filter(({ name, value }) => isOperator(value) && entity.attrs.has(name))
      .map((item) => [item.name, item]),
  );
  const result = applyUpdate({ tenant: '', servicePath: '/' }, entity, update, NOW);
  const after = result.kind === 'done' ? result.changes[0]?.after : undefined;
  if (after === undefined) throw new Error(`nothing to write: ${result.kind}`);
  return compileUpdate({ before: entity, after, update, operators }) as {
    readonly guard: object;
    readonly update: Operators;
  };
}

const ENTITY_FIELDS = { modDate: n(NOW), lastCorrelator: 'c' };

describe('the native update', () => {
  it('of an attribute sets its fields one by one and leaves the creation date and other metadata alone', () => {
    expect(compiled({ attrs: [input('a', 5, { metadata: new Map([['m.n', text('y')]]) })] })).toEqual({
      guard: { 'attrs.a': { $exists: true } },
      update: {
        $set: {
          ...ENTITY_FIELDS,
          'attrs.a.value': n(5),
          'attrs.a.type': 'Number',
          'attrs.a.modDate': n(NOW),
          'attrs.a.md.m=n': new Map([
            ['type', 'Text'],
            ['value', 'y'],
          ]),
        },
        $addToSet: { 'attrs.a.mdNames': { $each: ['m.n'] } },
      },
    });
  });

  it('of a bare value leaves the type alone', () => {
    const { update } = compiled({ action: 'update', attrs: [input('a', 5, { type: undefined })] });
    expect(update).toEqual({ $set: { ...ENTITY_FIELDS, 'attrs.a.value': n(5), 'attrs.a.modDate': n(NOW) } });
  });

  it('with overrideMetadata replaces or drops the metadata', () => {
    const dropped = compiled({ overrideMetadata: true, attrs: [input('a', 5)] });
    expect(dropped.update['$unset']).toEqual({ 'attrs.a.md': 1 });
    expect(dropped.update.$set).toMatchObject({ 'attrs.a.mdNames': [] });
    const replaced = compiled({
      overrideMetadata: true,
      attrs: [input('a', 5, { metadata: new Map([['k', text('y')]]) })],
    });
    expect(replaced.update.$set).toMatchObject({
      'attrs.a.mdNames': ['k'],
      'attrs.a.md': new Map([
        [
          'k',
          new Map([
            ['type', 'Text'],
            ['value', 'y'],
          ]),
        ],
      ]),
    });
  });

  it('of a new attribute sets it whole where it still is absent', () => {
    const { guard, update } = compiled({ attrs: [input('b', 1), input('c.d', 2)] });
    expect(guard).toEqual({ 'attrs.b': { $exists: false }, 'attrs.c=d': { $exists: false } });
    expect(update['$addToSet']).toEqual({ attrNames: { $each: ['b', 'c.d'] } });
    expect(update.$set['attrs.b']).toEqual(
      new Map<string, unknown>([
        ['value', n(1)],
        ['type', 'Number'],
        ['mdNames', []],
        ['creDate', n(NOW)],
        ['modDate', n(NOW)],
      ]),
    );
  });

  it('of removed attributes unsets them', () => {
    expect(compiled({ action: 'delete', attrs: [input('a', null), input('p.x', null)] })).toEqual({
      guard: { 'attrs.a': { $exists: true }, 'attrs.p=x': { $exists: true } },
      update: {
        $set: ENTITY_FIELDS,
        $unset: { 'attrs.a': 1, 'attrs.p=x': 1 },
        $pullAll: { attrNames: ['a', 'p.x'] },
      },
    });
  });

  it('of a replacement sets all attributes and needs no guard', () => {
    const { guard, update } = compiled({ action: 'replace', attrs: [input('b', 1)] });
    expect(guard).toEqual({});
    expect(update.$set).toMatchObject({ attrNames: ['b'], modDate: n(NOW) });
    expect([...(update.$set['attrs'] as ReadonlyMap<string, unknown>).keys()]).toEqual(['b']);
    expect(update.$set).not.toHaveProperty('creDate');
  });

  it('leaves out attributes that were refused or do not change', () => {
    const { update } = compiled({ action: 'appendStrict', attrs: [input('a', 9), input('b', 1)] });
    expect(Object.keys(update.$set)).toEqual(['attrs.b', 'modDate', 'lastCorrelator']);
    expect(Object.keys(compiled({ attrs: [input('a', 1), input('b', 1)] }).update.$set)).toEqual([
      'attrs.b',
      'modDate',
      'lastCorrelator',
    ]);
  });

  const point = new Map<string, JsonValue>([
    ['type', 'Point'],
    ['coordinates', [1, 2]],
  ]);

  it('of a location sets it under the condition that it belongs to the same attribute still', () => {
    const set = compiled({ attrs: [input('pos', point, { type: 'geo:json' })] });
    expect(set.guard).toEqual({ 'attrs.pos': { $exists: false }, 'location.attrName': { $exists: false } });
    expect(set.update.$set['location']).toEqual(
      new Map<string, unknown>([
        ['attrName', 'pos'],
        [
          'coords',
          new Map<string, unknown>([
            ['type', 'Point'],
            ['coordinates', [n(1), n(2)]],
          ]),
        ],
      ]),
    );
    const located: Entity = {
      ...before,
      attrs: new Map([['pos', attribute('geo:json', point)]]),
      location: { attrName: 'pos', coords: point },
    };
    const removed = compiled({ action: 'delete', attrs: [input('pos', null)] }, located);
    expect(removed.guard).toEqual({ 'attrs.pos': { $exists: true }, 'location.attrName': 'pos' });
    expect(removed.update['$unset']).toEqual({ 'attrs.pos': 1, location: 1 });
  });

  it('writes the location with its attribute also when only metadata changes, and leaves it alone otherwise', () => {
    const located: Entity = {
      ...before,
      attrs: new Map([...before.attrs, ['pos', attribute('geo:json', point)]]),
      location: { attrName: 'pos', coords: point },
    };
    const same = input('pos', point, { type: 'geo:json', metadata: new Map([['m', text('x')]]) });
    expect(compiled({ attrs: [same] }, located).update.$set).toHaveProperty('location');
    expect(compiled({ attrs: [input('a', 5)] }, located).update.$set).not.toHaveProperty('location');
  });

  it('leaves the TTL field alone unless dateExpires is written; a replacement says both anew', () => {
    const transient: Entity = {
      ...before,
      attrs: new Map([...before.attrs, ['dateExpires', attribute('DateTime', 5)]]),
      expiresAtMs: 5000,
    };
    expect(compiled({ attrs: [input('a', 5)] }, transient).update.$set).not.toHaveProperty('expDate');
    expect(compiled({ action: 'replace', attrs: [input('a', 5)] }).update['$unset']).toEqual({
      location: 1,
      expDate: 1,
    });
  });

  it('of dateExpires sets and removes the TTL field', () => {
    const set = compiled({ attrs: [input('dateExpires', 5.5, { type: 'DateTime' })] });
    expect(set.update.$set['expDate']).toEqual(new Date(5500));
    const transient: Entity = {
      ...before,
      attrs: new Map([['dateExpires', attribute('DateTime', 5)]]),
      expiresAtMs: 5000,
    };
    expect(
      compiled({ action: 'delete', attrs: [input('dateExpires', null)] }, transient).update['$unset'],
    ).toEqual({ 'attrs.dateExpires': 1, expDate: 1 });
  });

  const map = (...members: [string, JsonValue][]) => new Map<string, JsonValue>(members);

  it.each<[JsonValue, object]>([
    [map(['$inc', 2]), { $inc: { 'attrs.a.value': n(2) } }],
    [map(['$mul', 2]), { $mul: { 'attrs.a.value': n(2) } }],
    [map(['$min', 2]), { $min: { 'attrs.a.value': n(2) } }],
    [map(['$max', 2]), { $max: { 'attrs.a.value': n(2) } }],
    [
      map(['$set', map(['k.l', 1], ['2', 'x'])]),
      { $set: { 'attrs.a.value.k=l': n(1), 'attrs.a.value.2': 'x' } },
    ],
  ])('hands the operator %j to the database', (value, expected) => {
    const numeric: Entity = {
      ...before,
      attrs: new Map([['a', attribute('Number', value instanceof Map && value.has('$set') ? new Map() : 1)]]),
    };
    const { update } = compiled({ attrs: [input('a', value)] }, numeric);
    const { ['$set']: set, ...others } = expected as Record<string, object>;
    expect(update).toEqual({
      ...others,
      $set: { ...set, 'attrs.a.type': 'Number', 'attrs.a.modDate': n(NOW), ...ENTITY_FIELDS },
    });
  });

  it.each<[JsonValue, object]>([
    [map(['$push', map(['$where', 'x'])]), { $push: { 'attrs.p=x.value': new Map([['>where', 'x']]) } }],
    [
      map(['$push', map(['$each', [1]], ['$position', 0])]),
      { $push: { 'attrs.p=x.value': { $each: [n(1)], $position: 0 } } },
    ],
    [map(['$addToSet', 3]), { $addToSet: { 'attrs.p=x.value': n(3) } }],
    [map(['$pull', 1]), { $pull: { 'attrs.p=x.value': n(1) } }],
    [map(['$pull', map(['$gt', 1])]), { $pull: { 'attrs.p=x.value': { $gt: n(1) } } }],
    [map(['$pull', map(['$where', '1'])]), { $pull: { 'attrs.p=x.value': new Map([['>where', '1']]) } }],
    [map(['$pullAll', [1, 2]]), { $pullAll: { 'attrs.p=x.value': [n(1), n(2)] } }],
  ])('hands the array operator %j to the database', (value, expected) => {
    expect(compiled({ attrs: [input('p.x', value)] }).update).toMatchObject(expected);
  });
});
