import {
  entitiesArbitrary,
  entityQueryArbitrary,
  orderByArbitrary,
  servicePathsArbitrary,
  toJsonValue,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import {
  compareEntities,
  compileEntityQuery,
  compileSelector,
  type Entity,
  type EntityQuery,
  matchesServicePath,
  type OrderKey,
} from '@smart-city/context';
import { parseGeoQuery } from './parse-geo-query';
import { parseQ } from './parse-simple-query';

const entity = (id: string, value?: unknown, more: Partial<Entity> = {}): Entity => ({
  id,
  type: 'T',
  servicePath: '/',
  attrs: new Map(
    value === undefined
      ? []
      : [['a', { type: 'Text', value: toJsonValue(value), metadata: new Map(), creDate: 0, modDate: 0 }]],
  ),
  creDate: 0,
  modDate: 0,
  ...more,
});
const placed = (id: string, lon: number, lat: number): Entity => {
  const coords = toJsonValue({ type: 'Point', coordinates: [lon, lat] });
  return entity(id, undefined, { location: { attrName: 'place', coords } });
};
const sorted = (entities: readonly Entity[], order: (a: Entity, b: Entity) => number) =>
  [...entities].sort(order).map(({ id }) => id);
const byA = (descending: boolean): OrderKey[] => [{ by: 'attribute', name: 'a', descending }];

describe('compileEntityQuery', () => {
  it('selects by id, type and patterns: every member of a selector, any selector', () => {
    const room = { id: 'Room1', type: 'Room' };
    expect(compileSelector({})(room)).toBe(true);
    expect(compileSelector({ ids: ['Room1', 'x'] })(room)).toBe(true);
    expect(compileSelector({ ids: ['Room'] })(room)).toBe(false);
    expect(compileSelector({ idPattern: 'oom' })(room)).toBe(true);
    expect(compileSelector({ idPattern: '^oom' })(room)).toBe(false);
    expect(compileSelector({ idPattern: 'Room', types: ['Car'] })(room)).toBe(false);
    expect(compileSelector({ typePattern: '^R.*m$' })(room)).toBe(true);
    const test = compileEntityQuery({ selectors: [{ ids: ['x'] }, { types: ['T'] }] });
    expect(test(entity('E'))).toBe(true);
    expect(() => compileSelector({ idPattern: '[' })).toThrow('Invalid regex for entity idPattern');
    expect(() => compileSelector({ typePattern: '[' })).toThrow('Invalid regex for entity typePattern');
  });

  it('filters by service path: exact, with everything below, any of several', () => {
    const at = (path: string, subtree = false) => [{ path, subtree }];
    expect(matchesServicePath('/a/b', at('/a'))).toBe(false);
    expect(matchesServicePath('/a/b', at('/a', true))).toBe(true);
    expect(matchesServicePath('/a', at('/a', true))).toBe(true);
    expect(matchesServicePath('/ab', at('/a', true))).toBe(false);
    expect(matchesServicePath('/a', at('/'))).toBe(false);
    expect(matchesServicePath('/a', at('/', true))).toBe(true);
    expect(matchesServicePath('/b', [...at('/a'), ...at('/b')])).toBe(true);
  });

  it('needs q, mq, location and one of the attributes', () => {
    const near = parseGeoQuery('near;maxDistance:10', 'point', '1,2');
    expect(compileEntityQuery({ selectors: [], q: parseQ('a>1') })(entity('E', 2))).toBe(true);
    expect(compileEntityQuery({ selectors: [], q: parseQ('a>1') })(entity('E', 1))).toBe(false);
    expect(compileEntityQuery({ selectors: [], geo: near })(placed('E', 2, 1))).toBe(true);
    expect(compileEntityQuery({ selectors: [], geo: near })(entity('E'))).toBe(false);
    expect(
      compileEntityQuery({ selectors: [], geo: parseGeoQuery('disjoint', 'point', '1,2') })(entity('E')),
    ).toBe(false);
    expect(compileEntityQuery({ selectors: [], anyOfAttributes: ['x', 'a'] })(entity('E', 0))).toBe(true);
    expect(compileEntityQuery({ selectors: [], anyOfAttributes: ['x'] })(entity('E', 0))).toBe(false);
  });

  it('looks for a place where the query says', () => {
    const yard = { type: 'Point', coordinates: [4, 3] };
    const valued = (value: unknown, type: string) => ({
      ...placed('E', 2, 1),
      attrs: new Map([
        ['yard', { type, value: toJsonValue(value), metadata: new Map(), creDate: 0, modDate: 0 }],
      ]),
    });
    const isAt = (found: Entity, coords: string, attribute?: string) =>
      compileEntityQuery({ selectors: [], geo: parseGeoQuery('intersects', 'point', coords, attribute) })(
        found,
      );
    const one = valued(yard, 'geo:json');
    expect(isAt(one, '3,4', 'yard')).toBe(true);
    expect(isAt(one, '1,2', 'yard')).toBe(false);
    expect(isAt(one, '1,2')).toBe(true);
    expect(isAt(one, '1,2', 'place')).toBe(true);
    expect(isAt(valued({ type: 'Feature', geometry: yard }, 'geo:json'), '3,4', 'yard')).toBe(true);
    expect(isAt(valued('3,4', 'geo:point'), '3,4', 'yard')).toBe(false);
    expect(isAt(valued(yard, 'Text'), '3,4', 'yard')).toBe(false);
    const away = parseGeoQuery('disjoint', 'point', '9,9', 'yard');
    for (const value of [null, 'x', [4, 3], {}, { type: 'Point' }, { type: 'Point', coordinates: [200, 0] }])
      expect(compileEntityQuery({ selectors: [], geo: away })(valued(value, 'geo:json'))).toBe(false);
    for (const name of ['constructor', '__proto__', 'none']) expect(isAt(one, '3,4', name)).toBe(false);
  });

  it('selects no more with more conditions', () => {
    fc.assert(
      fc.property(
        entitiesArbitrary(),
        entityQueryArbitrary(),
        servicePathsArbitrary,
        (entities, query, paths) => {
          const all = compileEntityQuery(query, paths);
          const parts: Pick<EntityQuery, 'selectors' | 'q' | 'mq' | 'geo' | 'anyOfAttributes'>[] = [
            { selectors: query.selectors },
            { selectors: [], ...(query.q && { q: query.q }) },
            { selectors: [], ...(query.mq && { mq: query.mq }) },
            { selectors: [], ...(query.geo && { geo: query.geo }) },
            { selectors: [], ...(query.anyOfAttributes && { anyOfAttributes: query.anyOfAttributes }) },
          ];
          for (const one of entities) {
            const each =
              parts.every((part) => compileEntityQuery(part)(one)) &&
              matchesServicePath(one.servicePath, paths);
            expect(all(one)).toBe(each);
          }
        },
      ),
    );
  });
});

describe('compareEntities', () => {
  it('orders by type, then value, as MongoDB does', () => {
    const values = [true, [], [3, 9], { k: 1 }, 'b', 'B', 7, -1, null, [[1]], false];
    const entities = [...values.map((value) => entity(JSON.stringify(value), value)), entity('missing')];
    expect(sorted(entities, compareEntities(byA(false)))).toEqual([
      '[]',
      'null',
      'missing',
      '-1',
      '[3,9]',
      '7',
      '"B"',
      '"b"',
      '{"k":1}',
      '[[1]]',
      'false',
      'true',
    ]);
    expect(sorted(entities, compareEntities(byA(true)))).toEqual([
      'true',
      'false',
      '[[1]]',
      '{"k":1}',
      '"b"',
      '"B"',
      '[3,9]',
      '7',
      '-1',
      'null',
      'missing',
      '[]',
    ]);
  });

  it('goes on to the next key, and takes creation date by default', () => {
    const entities = [
      entity('2', 1, { creDate: 5 }),
      entity('1', 1, { creDate: 4 }),
      entity('3', 0, { creDate: 3 }),
    ];
    expect(sorted(entities, compareEntities([...byA(false), { by: 'id', descending: true }]))).toEqual([
      '3',
      '2',
      '1',
    ]);
    expect(sorted(entities, compareEntities([]))).toEqual(['3', '1', '2']);
  });

  it('orders by distance with near when asked to', () => {
    const near = parseGeoQuery('near;maxDistance:1e7', 'point', '0,0');
    const entities = [placed('far', 9, 9), placed('close', 1, 0), placed('middle', 0, 3)];
    expect(sorted(entities, compareEntities([], near))).toEqual(['far', 'close', 'middle']);
    expect(sorted(entities, compareEntities([{ by: 'distance' }], near))).toEqual(['close', 'middle', 'far']);
    expect(sorted(entities, compareEntities([{ by: 'id', descending: false }], near))).toEqual([
      'close',
      'far',
      'middle',
    ]);
    expect(sorted(entities, compareEntities([{ by: 'distance' }]))).toEqual(['far', 'close', 'middle']);
  });

  it('is a consistent order', () => {
    fc.assert(
      fc.property(entitiesArbitrary({ maxLength: 3 }), orderByArbitrary, (entities, orderBy) => {
        const order = compareEntities(orderBy);
        for (const a of entities) {
          for (const b of entities) {
            expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0);
            for (const c of entities)
              if (order(a, b) <= 0 && order(b, c) <= 0) expect(order(a, c)).toBeLessThanOrEqual(0);
          }
        }
      }),
    );
  });
});
