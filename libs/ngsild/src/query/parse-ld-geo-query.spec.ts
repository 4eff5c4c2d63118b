import { NgsiLdFault } from '../ngsild-fault';
import { compileLdFilter } from './ld-filter';
import { compileLdOrdering, parseLdOrdering, type LdOrderMembers } from './ld-order';
import { entityOf, type PlainAttributes, type PlainInstance } from '@smart-city/ngsi-testing';
import { parseLdGeoQuery, type LdGeoMembers } from './parse-ld-geo-query';
import { parseScopeQuery } from './scope-query';
import { parseTypeSelection } from './type-selection';

const same = (name: string) => name;
const geo = (type: string, coordinates: unknown): PlainInstance => ({
  type: 'GeoProperty',
  value: { type, coordinates },
  subs: {},
});
const property = (value: unknown): PlainInstance => ({ type: 'Property', value, subs: {} });
const entity = (id: string, attributes: PlainAttributes) => entityOf(id, ['T'], attributes);
const RING = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];

describe('geo queries', () => {
  const select = (members: LdGeoMembers, attributes: PlainAttributes) =>
    compileLdFilter({ selectors: [], geo: parseLdGeoQuery(members)! })(entity('urn:e', attributes));

  it.each<[LdGeoMembers, PlainAttributes, boolean]>([
    [
      { georel: 'near;maxDistance==2000', geometry: 'Point', coordinates: [8, 40] },
      { location: [geo('Point', [8.01, 40])] },
      true,
    ],
    [
      { georel: 'near;minDistance==2000', geometry: 'Point', coordinates: [8, 40] },
      { location: [geo('Point', [8.01, 40])] },
      false,
    ],
    [
      {
        georel: 'near;maxDistance==100',
        geometry: 'LineString',
        coordinates: [
          [8, 0],
          [9, 0],
        ],
      },
      { location: [geo('Point', [8.5, 0.001])] },
      false,
    ],
    [
      { georel: 'within', geometry: 'Polygon', coordinates: [RING] },
      { location: [geo('Point', [1, 1])] },
      true,
    ],
    [
      { georel: 'within', geometry: 'Polygon', coordinates: [RING] },
      { place: [geo('Point', [1, 1])] },
      false,
    ],
    [
      { georel: 'within', geometry: 'Polygon', coordinates: [RING], geoproperty: 'place' },
      { place: [geo('Point', [9, 9]), { ...geo('Point', [1, 1]), datasetId: 'urn:d:1' }] },
      true,
    ],
    [{ georel: 'disjoint', geometry: 'Point', coordinates: [1, 1] }, { other: [property(1)] }, false],
    [{ georel: 'disjoint', geometry: 'Point', coordinates: [1, 1] }, { location: [property('x')] }, false],
  ])('%j of %j is %s', (members, attributes, expected) => {
    expect(select(members, attributes)).toBe(expected);
  });

  it.each<LdGeoMembers>([
    { georel: 'within' },
    { geometry: 'Point', coordinates: [1, 1] },
    { geoproperty: 'place' },
    { georel: 'near', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'near;maxDistance==0', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'near;maxDistance==1e999', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'near;maxDistance==1;minDistance==2', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'near;maxDistance:1', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'coveredBy', geometry: 'Point', coordinates: [1, 1] },
    { georel: 'within', geometry: 'Circle', coordinates: [1, 1] },
    { georel: 'within', geometry: 'Point', coordinates: [[1, 1]] },
    { georel: 'within', geometry: 'Point', coordinates: [181, 1] },
    { georel: 'within', geometry: 'Polygon', coordinates: RING },
    { georel: 'within', geometry: 'Polygon', coordinates: [RING.slice(1)] },
    { georel: 'within', geometry: 'LineString', coordinates: [[1, 1]] },
    { georel: 'within', geometry: 'Point', coordinates: 'x' },
  ])('refuses %j', (members) => {
    expect(() => parseLdGeoQuery(members)).toThrow(NgsiLdFault);
  });
});

describe('filters', () => {
  const test = compileLdFilter({
    selectors: [
      { ids: ['urn:a'], idPattern: 'never' },
      { idPattern: '^urn:b', type: parseTypeSelection('T', same)! },
    ],
    anyOf: [['x', 'y']],
    scopeQ: parseScopeQuery('/A/#'),
  });
  const at = (
    id: string,
    scopes: readonly string[] = ['/A/B'],
    attributes: PlainAttributes = { y: [property(1)] },
  ) => test({ ...entity(id, attributes), scopes });

  it('ask for all that is given', () => {
    expect(at('urn:a')).toBe(true);
    expect(at('urn:b:1')).toBe(true);
    expect(at('urn:c')).toBe(false);
    expect(at('urn:a', ['/B'])).toBe(false);
    expect(at('urn:a', ['/A'], {})).toBe(false);
  });
});

describe('order', () => {
  const sorted = (members: LdOrderMembers, entities: readonly ReturnType<typeof entity>[]) => {
    const sorter = compileLdOrdering(parseLdOrdering(members, same)!);
    return entities
      .map((one) => ({ one, keys: sorter.keysOf(one) }))
      .sort((a, b) => sorter.compare(a.keys, b.keys))
      .map(({ one }) => one.id);
  };
  const values = (...list: unknown[]) =>
    list.map((value, at) => entity(`${at}`, value === undefined ? {} : { a: [property(value)] }));

  it('puts numbers, strings, objects, arrays, booleans, times, dates, date-times and what is missing one after the other', () => {
    const mixed = values(
      undefined,
      '2020-01-01T00:00:00Z',
      '2020-01-01',
      '10:00:00Z',
      true,
      [1],
      { k: 1 },
      'b',
      2,
    );
    expect(sorted({ orderBy: ['a'] }, mixed)).toEqual(['8', '7', '6', '5', '4', '3', '2', '1', '0']);
  });

  it('has accents with their letter, and the opposite order with ;desc', () => {
    const words = values('zebra', 'édition', 'edit', 'Apple');
    expect(sorted({ orderBy: ['a'] }, words)).toEqual(['3', '2', '1', '0']);
    expect(sorted({ orderBy: ['a;desc'] }, words)).toEqual(['0', '1', '2', '3']);
    expect(sorted({ orderBy: ['a'], collation: 'sv' }, values('ö', 'z'))).toEqual(['1', '0']);
    expect(sorted({ orderBy: ['a'], collation: 'de' }, values('ö', 'z'))).toEqual(['0', '1']);
  });

  it('keeps what is missing last, and equal ones as they were', () => {
    expect(sorted({ orderBy: ['a;desc'] }, values(undefined, 1, 1, 2))).toEqual(['3', '1', '2', '0']);
  });

  it('measures distances', () => {
    const places = [3, 1, 2].map((lon) => entity(`${lon}`, { location: [geo('Point', [lon, 0])] }));
    const members = { orderBy: ['location;dist-asc'], orderFrom: [0, 0] };
    expect(sorted(members, places)).toEqual(['1', '2', '3']);
    expect(sorted({ ...members, orderBy: ['location;dist-desc'] }, places)).toEqual(['3', '2', '1']);
  });

  it.each<LdOrderMembers>([
    { orderBy: [''] },
    { orderBy: ['a;up'] },
    { orderBy: ['a;asc;desc'] },
    { orderBy: ['1a'] },
    { orderBy: ['a'], collation: 'not a tag' },
    { collation: 'de' },
    { orderBy: ['location;dist-asc'] },
    { orderBy: ['location;dist-asc'], orderFrom: [1] },
    { orderBy: ['a'], orderGeometry: 'Point' },
  ])('refuses %j', (members) => {
    expect(() => parseLdOrdering(members, same)).toThrow(NgsiLdFault);
  });
});
