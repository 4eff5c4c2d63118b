import { entityArbitrary } from '@smart-city/ngsi-testing';
import type { Attribute, Entity, JsonValue } from '@smart-city/context';
import fc from 'fast-check';
import { BSON, Double } from 'mongodb';
import { readEntity, storedEntity } from './entity-document';

const bytesOf = (document: object): Uint8Array => BSON.serialize(document);

const attribute = (
  type: string,
  value: JsonValue,
  metadata: Attribute['metadata'] = new Map(),
): Attribute => ({
  type,
  value,
  metadata,
  creDate: 1389376081.8,
  modDate: 1389376120.2,
});

const room: Entity = {
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map([
    ['p.x', attribute('Number', 1, new Map([['m.n', { type: 'Text', value: 'x' }]]))],
    [
      'o',
      attribute(
        'StructuredValue',
        new Map<string, JsonValue>([
          ['b', 1],
          ['10', [null, true]],
          ['1', new Map([['$k.l', 'v']])],
        ]),
      ),
    ],
  ]),
  creDate: 1389376081.8,
  modDate: 1389376120,
  lastCorrelator: 'c-1',
  location: {
    attrName: 'pos',
    coords: new Map<string, JsonValue>([
      ['type', 'Point'],
      ['coordinates', [1, 2]],
    ]),
  },
  expiresAtMs: 1500000000123,
};

describe('the document of an entity', () => {
  it('is the one Orion writes: order of _id, encoded keys, real names in the lists, doubles, a date', () => {
    const document = BSON.deserialize(bytesOf(storedEntity(room)), { promoteValues: false }) as {
      readonly attrs: Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>>;
      readonly [member: string]: unknown;
    };
    expect(Object.keys(document)).toEqual([
      '_id',
      'attrNames',
      'attrs',
      'creDate',
      'modDate',
      'location',
      'expDate',
      'lastCorrelator',
    ]);
    expect(JSON.stringify(document['_id'])).toBe('{"id":"E","type":"T","servicePath":"/"}');
    expect(document['attrNames']).toEqual(['p.x', 'o']);
    expect(document.attrs['p=x']).toEqual({
      value: new Double(1),
      type: 'Number',
      mdNames: ['m.n'],
      md: { 'm=n': { type: 'Text', value: 'x' } },
      creDate: new Double(1389376081.8),
      modDate: new Double(1389376120.2),
    });
    expect(document.attrs['o']).not.toHaveProperty('md');
    expect(document.attrs['o']?.value['1']).toEqual({ '>k=l': 'v' });
    expect(document['modDate']).toEqual(new Double(1389376120));
    expect(document['location']).toEqual({
      attrName: 'pos',
      coords: { type: 'Point', coordinates: [new Double(1), new Double(2)] },
    });
    expect(document['expDate']).toEqual(new Date(1500000000123));
  });

  it('leaves out what the entity has not', () => {
    const { location: _l, expiresAtMs: _e, lastCorrelator: _c, ...plain } = room;
    expect([...storedEntity(plain).keys()]).toEqual(['_id', 'attrNames', 'attrs', 'creDate', 'modDate']);
  });

  it('comes back as it was, integer-like keys in their place', () => {
    const { entity, id } = readEntity(bytesOf(storedEntity(room)));
    expect(entity).toEqual(room);
    expect([...(entity.attrs.get('o')?.value as ReadonlyMap<string, JsonValue>).keys()]).toEqual([
      'b',
      '10',
      '1',
    ]);
    expect([...id]).toEqual([
      ['id', 'E'],
      ['type', 'T'],
      ['servicePath', '/'],
    ]);
  });

  it('property: read(write(entity)) is the entity', () => {
    fc.assert(
      fc.property(entityArbitrary(), (entity) => {
        expect(readEntity(bytesOf(storedEntity(entity))).entity).toEqual(entity);
      }),
    );
  });

  it('is read when a very old Orion wrote it: no type, no path, integers, metadata as a list', () => {
    const { entity, id } = readEntity(
      bytesOf({
        _id: { id: 'old' },
        attrs: {
          A: { type: 'Number', value: 5, md: [{ name: 'm', type: 'Text', value: 'x' }] },
          B: { value: 'b' },
        },
        creDate: 1389376081,
        modDate: BSON.Long.fromNumber(1389376082),
      }),
    );
    expect([...id]).toEqual([['id', 'old']]);
    expect(entity).toEqual({
      id: 'old',
      type: '',
      servicePath: '',
      attrs: new Map([
        [
          'A',
          {
            type: 'Number',
            value: 5,
            metadata: new Map([['m', { type: 'Text', value: 'x' }]]),
            creDate: 0,
            modDate: 0,
          },
        ],
        ['B', { type: '', value: 'b', metadata: new Map(), creDate: 0, modDate: 0 }],
      ]),
      creDate: 1389376081,
      modDate: 1389376082,
    });
  });

  it('is read when Orion updated it: names of metadata as it stores keys, an attribute without value', () => {
    const stored = { type: 'Text', value: 'x' };
    const attrs = {
      A: { type: 'Number', value: 5, md: { 'dot=ted': stored, m: stored }, mdNames: ['dot=ted', 'm'] },
      B: { type: 'StructuredValue' },
    };
    const { entity } = readEntity(bytesOf({ _id: { id: 'E' }, attrs }));
    expect([...entity.attrs.get('A')!.metadata.keys()]).toEqual(['dot.ted', 'm']);
    expect(entity.attrs.get('B')).toMatchObject({ value: '' });
  });

  it('is read with types other programs wrote', () => {
    const value = {
      d: new Date(1500),
      o: new BSON.ObjectId('0123456789abcdef01234567'),
      n: BSON.Decimal128.fromString('1.5'),
      u: new BSON.Timestamp(7n),
      r: /a/i,
      b: new BSON.Binary(Buffer.from('hi')),
      k: new BSON.MinKey(),
    };
    const { entity } = readEntity(bytesOf({ _id: { id: 'E' }, attrs: { A: { value } } }));
    expect(entity.attrs.get('A')?.value).toEqual(
      new Map<string, JsonValue>([
        ['d', 1.5],
        ['o', '0123456789abcdef01234567'],
        ['n', 1.5],
        ['u', 7],
        ['r', 'a'],
        ['b', 'aGk='],
        ['k', null],
      ]),
    );
  });

  it('that is cut off is an error, never a hang', () => {
    const bytes = bytesOf(storedEntity(room));
    for (let length = 5; length < bytes.length; length += 7) {
      expect(() => readEntity(bytes.subarray(0, length))).toThrow();
    }
  });
});
