import { parseJson, type JsonObject } from '@smart-city/context';
import { CORE_CONTEXT, LdContext } from '../context/ld-context';
import type { EntityInput, InstanceInput, ParseMode } from './attribute-input';
import { parseAttributeFragment, parseEntityFragment, parseNewEntity } from './parse-entity';

const NULL = 'urn:ngsi-ld:null';
const json = (value: unknown) => parseJson(JSON.stringify(value)) as JsonObject;
const NOW = Date.parse('2026-01-01T00:00:00Z');
const reading = (mode: ParseMode = 'whole', context = CORE_CONTEXT) => ({ context, mode, nowMs: NOW });

const entity = (members: object, mode?: ParseMode): EntityInput =>
  parseEntityFragment(json({ id: 'urn:a:1', type: 'T', ...members }), reading(mode));
const attribute = (value: unknown, mode?: ParseMode): InstanceInput =>
  entity({ a: value }, mode).attributes.get('a')![0]!;
const refused = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return (error as { type?: string }).type;
  }
  return 'taken';
};

describe('members of an entity', () => {
  it('reads id, types, scopes and end', () => {
    const read = parseNewEntity(
      json({ id: 'urn:a:1', type: ['T', 'U', 'T'], scope: ['A/B', '/C'], expiresAt: '2027-01-01T00:00:00Z' }),
      reading('whole', new LdContext([{ definitions: json({ U: 'https://u.org/U' }) }])),
    );
    expect(read).toMatchObject({
      id: 'urn:a:1',
      types: ['T', 'https://u.org/U'],
      scopes: ['/A/B', '/C'],
      expiresAt: '2027-01-01T00:00:00Z',
    });
  });

  it.each<[string, object]>([
    ['an id that is no URI', { id: 'a1' }],
    ['an id with a blank', { id: 'urn:a: 1' }],
    ['an id with a zero-width space', { id: 'urn:a:\u200b1' }],
    ['an id with a Hangul filler', { id: 'urn:a:\u3164' }],
    ['an id with an angle', { id: 'urn:a:<1>' }],
    ['an id that is a number', { id: 1 }],
    ['no types', { type: [] }],
    ['an empty type', { type: '' }],
    ['a type with a blank', { type: 'a b' }],
    ['a type that is no text', { type: 4 }],
    ['a scope that begins with a digit', { scope: '/1a' }],
    ['a scope with two slashes', { scope: '/a//b' }],
    ['a scope with a dash', { scope: '/a-b' }],
    ['an end that is past', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['an end that is no date', { expiresAt: 'tomorrow' }],
    ['an attribute with a bad name', { 'a(b)': 1 }],
    ['an attribute that is called as a member', { unitCode: 'CEL' }],
    ['an attribute datasetId', { datasetId: 'urn:d:1' }],
    ['a location that is no GeoProperty', { location: { type: 'Property', value: 4 } }],
    ['the same attribute twice, by two names', { a: 1, 'https://uri.etsi.org/ngsi-ld/default-context/a': 2 }],
  ])('refuses %s', (_, members) => {
    expect(refused(() => entity(members))).toBe('BadRequestData');
  });

  it('needs an id and a type to make one', () => {
    expect(refused(() => parseNewEntity(json({ type: 'T' }), reading()))).toBe('BadRequestData');
    expect(refused(() => parseNewEntity(json({ id: 'urn:a:1' }), reading()))).toBe('BadRequestData');
  });

  it('takes ids in every script, and ignores what the broker keeps', () => {
    const read = entity({ id: 'urn:a:größe', createdAt: '2020-01-01T00:00:00Z', modifiedAt: 'x' });
    expect(read.id).toBe('urn:a:größe');
    expect(read.attributes.size).toBe(0);
  });
});

describe('attributes', () => {
  const point = { type: 'Point', coordinates: [1, 2] };

  it.each<[string, unknown, object]>([
    ['a normalized Property', { type: 'Property', value: 4 }, { kind: 'Property', value: 4 }],
    ['a concise Property', { value: 4 }, { kind: 'Property', value: 4, isInferred: true }],
    ['a bare text', 'x', { kind: 'Property', value: 'x' }],
    ['a bare array', [1, 2], { kind: 'Property', value: [1, 2] }],
    ['a bare array of objects', [{ b: 1 }], { kind: 'Property', value: [new Map([['b', 1]])] }],
    ['a bare object', { b: 1 }, { kind: 'Property', value: new Map([['b', 1]]) }],
    ['a bare object with a type of its own', { type: 'PostalAddress' }, { kind: 'Property' }],
    ['a bare geometry', point, { kind: 'GeoProperty' }],
    ['a concise geometry', { value: point }, { kind: 'GeoProperty' }],
    ['a geometry as a Property', { type: 'Property', value: point }, { kind: 'Property' }],
    ['the text of a geometry', { type: 'GeoProperty', value: JSON.stringify(point) }, { value: json(point) }],
    ['a Relationship', { object: 'urn:b:1' }, { kind: 'Relationship', value: 'urn:b:1' }],
    ['several targets', { object: ['urn:b:1', 'urn:b:2'], objectType: 'B' }, { objectType: 'B' }],
    ['a language map', { languageMap: { en: 'x', '@none': ['y'] } }, { kind: 'LanguageProperty' }],
    ['a vocabulary term', { vocab: 'x' }, { kind: 'VocabProperty', value: 'x' }],
    ['a JSON literal', { json: { b: null } }, { kind: 'JsonProperty' }],
    ['a list', { valueList: [1, 'a'] }, { kind: 'ListProperty', value: [1, 'a'] }],
    [
      'a list of targets',
      { objectList: [{ object: 'urn:b:1' }, 'urn:b:2'] },
      { value: ['urn:b:1', 'urn:b:2'] },
    ],
    ['a unit', { value: 4, unitCode: 'CEL' }, { unitCode: 'CEL' }],
    ['a date', { value: 4, observedAt: '2026-01-01T00:00:00,5Z' }, { observedAt: '2026-01-01T00:00:00,5Z' }],
    ['the default instance by name', { value: 4, datasetId: '@none' }, { datasetId: undefined }],
    ['JSON null as a literal', { value: { '@type': '@json', '@value': null } }, { kind: 'Property' }],
  ])('reads %s', (_, given, expected) => {
    expect(attribute(given)).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a null value', { value: null }],
    ['a null inside', { value: { b: [null] } }],
    ['an unknown type', { type: 'Proberty', value: 4 }],
    ['a missing value', { type: 'Property' }],
    ['a missing value, concise', { observedAt: '2026-01-01T00:00:00Z' }],
    ['two value members', { type: 'Property', value: 4, object: 'urn:b:1' }],
    ['a target that is no URI', { object: 'b' }],
    ['no target', { object: [] }],
    ['a language that is none', { languageMap: { 'not a tag': 'x' } }],
    ['a text that is none', { languageMap: { en: 4 } }],
    ['a scalar json', { json: 4 }],
    ['a list that is none', { valueList: 4 }],
    ['an objectList with a text', { objectList: ['b'] }],
    ['a unit of a Relationship', { object: 'urn:b:1', unitCode: 'CEL' }],
    ['a unit of a VocabProperty', { vocab: 'x', unitCode: 'CEL' }],
    ['a valueType of a LanguageProperty', { languageMap: { en: 'x' }, valueType: 'DateTime' }],
    ['an objectType of a Property', { value: 4, objectType: 'B' }],
    ['a date with an offset', { value: 4, observedAt: '2026-01-01T00:00:00+01:00' }],
    ['a day that is none', { value: 4, observedAt: '2026-02-30T00:00:00Z' }],
    ['seven digits of a second', { value: 4, observedAt: '2026-01-01T00:00:00.1234567Z' }],
    ['a dataset that is no URI', { value: 4, datasetId: 'd' }],
    ['a linked entity', { object: 'urn:b:1', entity: {} }],
    ['a previous value', { value: 4, previousValue: 3 }],
    ['two default instances', [{ value: 1 }, { value: 2 }]],
    [
      'a dataset twice',
      [
        { value: 1, datasetId: 'urn:d:1' },
        { value: 2, datasetId: 'urn:d:1' },
      ],
    ],
    [
      'a ring that is open',
      {
        type: 'GeoProperty',
        value: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [2, 2],
            ],
          ],
        },
      },
    ],
    ['a geometry without coordinates', { type: 'GeoProperty', value: { type: 'Point' } }],
    [
      'a geometry collection',
      { type: 'GeoProperty', value: { type: 'GeometryCollection', coordinates: [] } },
    ],
    ['an attribute that ended', { value: 4, expiresAt: '2020-01-01T00:00:00Z' }],
    ['NGSI-LD Null', NULL],
    ['NGSI-LD Null as value', { value: NULL }],
    ['NGSI-LD Null inside', { value: { b: NULL } }],
    ['a bad name below', { value: 4, 'a b': 5 }],
    ['a sealed id elsewhere', { value: 4, entityIdSealed: 'urn:a:1' }],
  ])('refuses %s', (_, given) => {
    expect(refused(() => attribute(given))).toBe('BadRequestData');
  });

  it('reads sub-attributes of any depth, but bounded', () => {
    const nested = (depth: number): object => ({ value: depth, ...(depth > 0 && { s: nested(depth - 1) }) });
    expect(attribute(nested(10)).subAttributes!.get('s')![0]!.subAttributes!.size).toBe(1);
    expect(refused(() => attribute(nested(40)))).toBe('BadRequestData');
  });

  it('bounds the instances of a request', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => ({ value: at, datasetId: `urn:d:${at}` }));
    expect(refused(() => attribute(many))).toBe('BadRequestData');
    expect(entity({ a: many.slice(1) }).attributes.get('a')).toHaveLength(1_000);
  });

  it('lets ngsildproof seal the entity', () => {
    const read = entity({ ngsildproof: { type: 'Property', entityIdSealed: 'urn:a:1', value: { b: 1 } } });
    expect(read.attributes.get('ngsildproof')![0]!.subAttributes!.has('entityIdSealed')).toBe(true);
  });
});

describe('NGSI-LD Null', () => {
  it.each<[string, unknown]>([
    ['alone', NULL],
    ['as value', { value: NULL }],
    ['as object', { type: 'Relationship', object: NULL }],
    ['as languageMap', { languageMap: NULL }],
    ['as the default language', { languageMap: { '@none': NULL } }],
    ['as vocab', { vocab: NULL }],
    ['as json', { json: NULL }],
    ['as valueList', { valueList: NULL }],
    ['as objectList', { objectList: NULL }],
  ])('deletes an attribute %s', (_, given) => {
    for (const mode of ['update', 'partial', 'merge'] as const)
      expect(attribute(given, mode)).toMatchObject({ isNull: true });
  });

  it('stands inside values of a merge only', () => {
    const inside = { value: { b: NULL } };
    expect(refused(() => attribute(inside, 'update'))).toBe('BadRequestData');
    expect(refused(() => attribute(inside, 'partial'))).toBe('BadRequestData');
    expect(attribute(inside, 'merge')).toMatchObject({ kind: 'Property' });
    expect(attribute({ languageMap: { fr: NULL } }, 'merge')).toMatchObject({ kind: 'LanguageProperty' });
  });

  it('does not null a dataset', () => {
    expect(refused(() => attribute({ value: 1, datasetId: NULL }, 'merge'))).toBe('BadRequestData');
  });
});

describe('a fragment of an attribute', () => {
  const fragment = (body: object) => parseAttributeFragment(json(body), 'a', reading('partial'))[0];

  it('needs neither type nor value', () => {
    expect(fragment({ observedAt: '2026-01-01T00:00:00Z', s: { value: 1 } })).toMatchObject({
      observedAt: '2026-01-01T00:00:00Z',
    });
    expect(fragment({ s: { value: 1 } })?.subAttributes?.has('s')).toBe(true);
    expect(refused(() => fragment({}))).toBe('BadRequestData');
  });
});
