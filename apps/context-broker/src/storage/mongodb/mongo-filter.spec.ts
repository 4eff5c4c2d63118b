import { Double } from 'mongodb';
import type { EntityQuery, GeoQuery, ServicePathFilter, SimpleQuery, Statement } from '@smart-city/context';
import { compileCountFilter, compileFilter, compileSort, refFilter } from './mongo-filter';

const EVERYWHERE: readonly ServicePathFilter[] = [{ path: '/', subtree: true }];
const query = (parts: Partial<EntityQuery>): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 20,
  offset: 0,
  count: false,
  ...parts,
});
const filterOf = (parts: Partial<EntityQuery>, paths = EVERYWHERE) => compileFilter(paths, query(parts));
const n = (value: number) => new Double(value);

describe('filter of a service path', () => {
  it.each<[string, readonly ServicePathFilter[], object]>([
    ['/#', EVERYWHERE, {}],
    ['/', [{ path: '/', subtree: false }], { '_id.servicePath': '/' }],
    ['/a', [{ path: '/a', subtree: false }], { '_id.servicePath': '/a' }],
    ['/a/#', [{ path: '/a', subtree: true }], { '_id.servicePath': { $in: ['/a', /^\/a\//] } }],
    [
      '/a,/b/#',
      [
        { path: '/a', subtree: false },
        { path: '/b', subtree: true },
      ],
      { '_id.servicePath': { $in: ['/a', '/b', /^\/b\//] } },
    ],
    ['/a,/#', [{ path: '/a', subtree: false }, ...EVERYWHERE], {}],
  ])('%s', (_text, paths, expected) => {
    expect(filterOf({}, paths)).toEqual(expected);
  });
});

describe('filter of id and type', () => {
  it('uses plain equality for one value', () => {
    expect(filterOf({ selectors: [{ ids: ['E'], types: ['T'] }] })).toEqual({
      '_id.id': 'E',
      '_id.type': 'T',
    });
  });

  it('uses $in for lists', () => {
    expect(filterOf({ selectors: [{ ids: ['E', 'F'], types: ['T', 'U'] }] })).toEqual({
      '_id.id': { $in: ['E', 'F'] },
      '_id.type': { $in: ['T', 'U'] },
    });
  });

  it('hands patterns to the database as they are, unanchored', () => {
    expect(filterOf({ selectors: [{ idPattern: 'R.*', typePattern: '^T' }] })).toEqual({
      '_id.id': { $regex: 'R.*' },
      '_id.type': { $regex: '^T' },
    });
  });

  it('joins selectors with $or, and one without any member selects everything', () => {
    expect(filterOf({ selectors: [{ ids: ['E'] }, { types: ['T'] }] })).toEqual({
      $or: [{ '_id.id': 'E' }, { '_id.type': 'T' }],
    });
    expect(filterOf({ selectors: [{ ids: ['E'] }, {}] })).toEqual({});
  });

  it('asks for any of the deprecated `attributes`', () => {
    expect(filterOf({ anyOfAttributes: ['a', 'p.x'] })).toEqual({ attrNames: { $in: ['a', 'p.x'] } });
  });

  it('looks for one entity by reference', () => {
    expect(refFilter({ servicePaths: EVERYWHERE }, { id: 'E' })).toEqual({ '_id.id': 'E' });
    expect(refFilter({ servicePaths: [{ path: '/a', subtree: false }] }, { id: 'E', type: 'T' })).toEqual({
      '_id.id': 'E',
      '_id.type': 'T',
      '_id.servicePath': '/a',
    });
  });
});

const A = { kind: 'attribute', name: 'A', path: [] } as const;
const compare = (
  operator: Extract<Statement, { kind: 'compare' }>['operator'],
  operand: Extract<Statement, { kind: 'compare' }>['operand'],
  target: Statement['target'] = A,
): SimpleQuery => [{ kind: 'compare', target, operator, operand }];
const number = (value: number) => ({ kind: 'number', value }) as const;
const string = (value: string) => ({ kind: 'string', value }) as const;

describe('filter of q', () => {
  it.each<[string, SimpleQuery, object]>([
    ['A', [{ kind: 'exists', target: A }], { attrNames: 'A' }],
    ['!A', [{ kind: 'notExists', target: A }], { attrNames: { $ne: 'A' } }],
    ["'a.b'", [{ kind: 'exists', target: { ...A, name: 'a.b' } }], { attrNames: 'a.b' }],
    [
      'A.k.l',
      [{ kind: 'exists', target: { ...A, path: ['k', 'l'] } }],
      { 'attrs.A.value.k.l': { $exists: true } },
    ],
    [
      '!A.k',
      [{ kind: 'notExists', target: { ...A, path: ['k'] } }],
      { 'attrs.A.value.k': { $exists: false } },
    ],
    ['A==5', compare('==', number(5)), { 'attrs.A.value': { $eq: n(5) } }],
    ["A=='5'", compare('==', string('5')), { 'attrs.A.value': { $eq: '5' } }],
    ['A==true', compare('==', { kind: 'boolean', value: true }), { 'attrs.A.value': { $eq: true } }],
    [
      'A==2020-01-01',
      compare('==', { kind: 'date', value: 1577836800 }),
      { 'attrs.A.value': { $eq: n(1577836800) } },
    ],
    ['A==null', compare('==', { kind: 'null' }), { 'attrs.A.value': { $type: 10 } }],
    [
      'A==1,2',
      compare('==', { kind: 'list', items: [number(1), string('x')] }),
      { 'attrs.A.value': { $in: [n(1), 'x'] } },
    ],
    [
      'A==1,null',
      compare('==', { kind: 'list', items: [number(1), { kind: 'null' }] }),
      { 'attrs.A.value': { $in: [n(1), null], $exists: true } },
    ],
    [
      'A==1..2',
      compare('==', { kind: 'range', from: number(1), to: number(2) }),
      { 'attrs.A.value': { $gte: n(1), $lte: n(2) } },
    ],
    ['A!=5', compare('!=', number(5)), { 'attrs.A.value': { $exists: true, $ne: n(5) } }],
    ['A!=null', compare('!=', { kind: 'null' }), { 'attrs.A.value': { $exists: true, $not: { $type: 10 } } }],
    [
      'A!=1,2',
      compare('!=', { kind: 'list', items: [number(1), number(2)] }),
      { 'attrs.A.value': { $exists: true, $nin: [n(1), n(2)] } },
    ],
    [
      'A!=a..b',
      compare('!=', { kind: 'range', from: string('a'), to: string('b') }),
      { 'attrs.A.value': { $exists: true, $not: { $gte: 'a', $lte: 'b' } } },
    ],
    ['A>5', compare('>', number(5)), { 'attrs.A.value': { $gt: n(5) } }],
    ['A>=5', compare('>=', number(5)), { 'attrs.A.value': { $gte: n(5) } }],
    ['A<5', compare('<', number(5)), { 'attrs.A.value': { $lt: n(5) } }],
    ["A<='x'", compare('<=', string('x')), { 'attrs.A.value': { $lte: 'x' } }],
    ['A~=^x', compare('~=', { kind: 'regex', source: '^x' }), { 'attrs.A.value': { $regex: '^x' } }],
    [
      "'a.b'.'$c'==1",
      compare('==', number(1), { kind: 'attribute', name: 'a.b', path: ['$c'] }),
      { 'attrs.a=b.value.>c': { $eq: n(1) } },
    ],
    [
      'dateCreated>1',
      compare('>', number(1), { kind: 'entityBuiltin', name: 'dateCreated' }),
      { creDate: { $gt: n(1) } },
    ],
    [
      'dateModified>1',
      compare('>', number(1), { kind: 'entityBuiltin', name: 'dateModified' }),
      { modDate: { $gt: n(1) } },
    ],
    [
      'servicePath==/a',
      compare('==', string('/a'), { kind: 'entityBuiltin', name: 'servicePath' }),
      { '_id.servicePath': { $eq: '/a' } },
    ],
  ])('%s', (_text, q, expected) => {
    expect(filterOf({ q })).toEqual(expected);
  });

  it('keeps statements on the same key apart', () => {
    expect(filterOf({ q: [...compare('>', number(1)), ...compare('<', number(9))] })).toEqual({
      $and: [{ 'attrs.A.value': { $gt: n(1) } }, { 'attrs.A.value': { $lt: n(9) } }],
    });
  });
});

describe('filter of mq', () => {
  const m = { kind: 'metadata', attribute: 'a.b', name: 'm.n', path: [] } as const;

  it.each<[string, SimpleQuery, object]>([
    ['A.m', [{ kind: 'exists', target: m }], { 'attrs.a=b.md.m=n.value': { $exists: true } }],
    ['!A.m', [{ kind: 'notExists', target: m }], { 'attrs.a=b.md.m=n.value': { $exists: false } }],
    [
      'A.m.k==1',
      compare('==', number(1), { ...m, path: ['k'] }),
      { 'attrs.a=b.md.m=n.value.k': { $eq: n(1) } },
    ],
    [
      'A.dateCreated>1',
      compare('>', number(1), { kind: 'attributeBuiltin', attribute: 'A', name: 'dateCreated' }),
      { 'attrs.A.creDate': { $gt: n(1) } },
    ],
    [
      'A.dateModified<1',
      compare('<', number(1), { kind: 'attributeBuiltin', attribute: 'A', name: 'dateModified' }),
      { 'attrs.A.modDate': { $lt: n(1) } },
    ],
  ])('%s', (_text, mq, expected) => {
    expect(filterOf({ mq })).toEqual(expected);
  });
});

const plain = (value: unknown): unknown =>
  value instanceof Map
    ? Object.fromEntries([...value].map(([key, member]) => [key, plain(member)]))
    : Array.isArray(value)
      ? value.map(plain)
      : value instanceof Double || value === null || typeof value !== 'object'
        ? value
        : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));

describe('filter of a geo-query', () => {
  const point = { kind: 'point', position: [2, 1] } as const;
  const pointJson = { type: 'Point', coordinates: [n(2), n(1)] };
  const box = { kind: 'box', southWest: [2, 1], northEast: [4, 3] } as const;
  const boxJson = {
    type: 'Polygon',
    coordinates: [
      [
        [n(2), n(1)],
        [n(4), n(1)],
        [n(4), n(3)],
        [n(2), n(3)],
        [n(2), n(1)],
      ],
    ],
  };
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const;
  const polygonJson = { type: 'Polygon', coordinates: [ring.map(([lon, lat]) => [n(lon), n(lat)])] };
  const lineJson = {
    type: 'LineString',
    coordinates: [
      [n(0), n(0)],
      [n(1), n(0)],
    ],
  };

  it.each<[string, GeoQuery, object, object]>([
    [
      'near, maxDistance',
      { georel: 'near', geometry: point, maxDistanceM: 6378100 },
      { $nearSphere: { $geometry: pointJson, $maxDistance: n(6378100) } },
      { $geoWithin: { $centerSphere: [[n(2), n(1)], n(1)] } },
    ],
    [
      'near, minDistance',
      { georel: 'near', geometry: point, minDistanceM: 3189050 },
      { $nearSphere: { $geometry: pointJson, $minDistance: n(3189050) } },
      { $exists: true, $not: { $geoWithin: { $centerSphere: [[n(2), n(1)], n(0.5)] } } },
    ],
    [
      'near, both distances',
      { georel: 'near', geometry: point, maxDistanceM: 6378100, minDistanceM: 3189050 },
      { $nearSphere: { $geometry: pointJson, $maxDistance: n(6378100), $minDistance: n(3189050) } },
      {
        $geoWithin: { $centerSphere: [[n(2), n(1)], n(1)] },
        $not: { $geoWithin: { $centerSphere: [[n(2), n(1)], n(0.5)] } },
      },
    ],
    [
      'coveredBy box',
      { georel: 'coveredBy', geometry: box },
      { $geoWithin: { $geometry: boxJson } },
      { $geoWithin: { $geometry: boxJson } },
    ],
    [
      'coveredBy polygon',
      { georel: 'coveredBy', geometry: { kind: 'polygon', positions: ring } },
      { $geoWithin: { $geometry: polygonJson } },
      { $geoWithin: { $geometry: polygonJson } },
    ],
    [
      'intersects line',
      { georel: 'intersects', geometry: { kind: 'line', positions: [ring[0], ring[1]] } },
      { $geoIntersects: { $geometry: lineJson } },
      { $geoIntersects: { $geometry: lineJson } },
    ],
    [
      'disjoint point',
      { georel: 'disjoint', geometry: point },
      { $exists: true, $not: { $geoIntersects: { $geometry: pointJson } } },
      { $exists: true, $not: { $geoIntersects: { $geometry: pointJson } } },
    ],
    ['equals point', { georel: 'equals', geometry: point }, { $eq: pointJson }, { $eq: pointJson }],
    ['equals box', { georel: 'equals', geometry: box }, { $eq: boxJson }, { $eq: boxJson }],
  ])('%s', (_text, geo, found, counted) => {
    expect(plain(filterOf({ geo }))).toEqual({ 'location.coords': found });
    expect(plain(compileCountFilter(EVERYWHERE, query({ geo })))).toEqual({ 'location.coords': counted });
  });
});

describe('a geo query about an attribute', () => {
  const point = { kind: 'point', position: [2, 1] } as const;
  const pointJson = { type: 'Point', coordinates: [n(2), n(1)] };
  const about = (geo: Partial<GeoQuery>) => ({ geometry: point, attribute: 'p.x', ...geo }) as GeoQuery;

  it('looks at the location of that name, and at what geo:json values hold', () => {
    const relation = { $geoIntersects: { $geometry: pointJson } };
    const geo = about({ georel: 'intersects' });
    const value = 'attrs.p=x.value';
    const filter = {
      $or: [
        { 'location.attrName': 'p.x', 'location.coords': relation },
        {
          'attrs.p=x.type': { $in: ['geo:json', 'GeoProperty'] },
          [`${value}.type`]: {
            $in: [
              ...['Point', 'MultiPoint', 'LineString', 'MultiLineString'],
              ...['Polygon', 'MultiPolygon', 'GeometryCollection'],
            ],
          },
          [value]: relation,
        },
        {
          'attrs.p=x.type': { $in: ['geo:json', 'GeoProperty'] },
          [`${value}.type`]: 'Feature',
          [`${value}.geometry`]: relation,
        },
        {
          'attrs.p=x.type': { $in: ['geo:json', 'GeoProperty'] },
          [`${value}.type`]: 'FeatureCollection',
          [`${value}.features.0.geometry`]: relation,
          [`${value}.features`]: { $size: 1 },
        },
      ],
    };
    expect(plain(filterOf({ geo }))).toEqual(filter);
    expect(plain(compileCountFilter(EVERYWHERE, query({ geo })))).toEqual(filter);
  });

  it.each<[Partial<GeoQuery>, string]>([
    [{ georel: 'disjoint' }, 'georel /disjoint/'],
    [{ georel: 'near', minDistanceM: 1 }, 'georel /near/ without maxDistance'],
  ])('%j is refused', (geo, what) => {
    const fault = `${what} cannot be used together with geoproperty on MongoDB`;
    expect(() => filterOf({ geo: about(geo) })).toThrow(fault);
    expect(() => compileCountFilter(EVERYWHERE, query({ geo: about(geo) }))).toThrow(fault);
  });

  it('is not ordered by distance', () => {
    const geo = about({ georel: 'near', maxDistanceM: 1 });
    expect(() => compileSort(query({ geo, orderBy: [{ by: 'distance' }] }))).toThrow(
      'orderBy=geo:distance cannot be used together with geoproperty on MongoDB',
    );
    expect(compileSort(query({ geo }))).toEqual([['creDate', 1]]);
  });
});

describe('sort', () => {
  const near: GeoQuery = { georel: 'near', geometry: { kind: 'point', position: [0, 0] }, maxDistanceM: 1 };

  it('is the creation date unless asked otherwise', () => {
    expect(compileSort(query({}))).toEqual([['creDate', 1]]);
  });

  it('takes keys in their order, attribute names as they are', () => {
    expect(
      compileSort(
        query({
          orderBy: [
            { by: 'attribute', name: 'a.b', descending: true },
            { by: 'id', descending: false },
            { by: 'type', descending: true },
            { by: 'servicePath', descending: false },
            { by: 'dateCreated', descending: false },
            { by: 'dateModified', descending: true },
          ],
        }),
      ),
    ).toEqual([
      ['attrs.a.b.value', -1],
      ['_id.id', 1],
      ['_id.type', -1],
      ['_id.servicePath', 1],
      ['creDate', 1],
      ['modDate', -1],
    ]);
  });

  it('leaves the order by distance to the database', () => {
    expect(compileSort(query({ geo: near }))).toEqual([['creDate', 1]]);
    expect(
      compileSort(query({ geo: near, orderBy: [{ by: 'distance' }, { by: 'id', descending: false }] })),
    ).toBeUndefined();
    expect(compileSort(query({ geo: near, orderBy: [{ by: 'id', descending: false }] }))).toEqual([
      ['_id.id', 1],
    ]);
  });
});
