import {
  geometryArbitrary,
  geoQueryArbitrary,
  positionArbitrary,
  toJsonValue,
  worldPositionArbitrary,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import {
  angleBetween,
  boundingBox,
  type BoundingBox,
  compileGeoQuery,
  EARTH_RADIUS_M,
  geoJsonOf,
  geometryDistanceM,
  type GeoQuery,
  type JsonValue,
  type Position,
  queryBoundingBox,
  toVector,
} from '@smart-city/context';
import { parseGeoQuery } from './parse-geo-query';

/** Along the sphere, in metres. */
const distanceM = (a: Position, b: Position) => angleBetween(toVector(a), toVector(b)) * EARTH_RADIUS_M;

const geoJson = (type: string, coordinates: unknown): JsonValue => toJsonValue({ type, coordinates });
const point = (...position: number[]) => geoJson('Point', position);
const matches = (georel: string, geometry: string, coords: string, stored: JsonValue) =>
  compileGeoQuery(parseGeoQuery(georel, geometry, coords))(stored);

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const HOLE = [
  [1, 1],
  [1, 3],
  [3, 3],
  [3, 1],
  [1, 1],
];

describe('near', () => {
  it('measures on a sphere of 6378.1 km', () => {
    expect(distanceM([0, 0], [1, 0])).toBeCloseTo((Math.PI / 180) * 6_378_100, 3);
    expect(distanceM([0, 0], [180, 0])).toBeCloseTo(Math.PI * 6_378_100, 3);
    expect(distanceM([-3.7, 40.4], [-3.7, 40.4])).toBe(0);
  });

  it.each([
    ['near;maxDistance:111319', point(1, 0), true],
    ['near;maxDistance:111318', point(1, 0), false],
    ['near;minDistance:111318', point(1, 0), true],
    ['near;minDistance:111319.9', point(1, 0), false],
    ['near;minDistance:1;maxDistance:200000', point(0, 0), false],
    ['near;maxDistance:0', point(0, 0), true],
    [
      'near;maxDistance:111319',
      geoJson('LineString', [
        [1, -5],
        [1, 5],
      ]),
      true,
    ],
    [
      'near;maxDistance:111310',
      geoJson('LineString', [
        [1, -5],
        [1, 5],
      ]),
      false,
    ],
    [
      'near;maxDistance:1',
      geoJson('Polygon', [
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
          [-1, -1],
        ],
      ]),
      true,
    ],
    [
      'near;maxDistance:1',
      geoJson('MultiPoint', [
        [9, 9],
        [0, 0],
      ]),
      true,
    ],
  ])('%s of 0,0', (georel, stored, expected) => {
    expect(matches(georel, 'point', '0,0', stored)).toBe(expected);
  });

  it('finds the nearest part of a shape', () => {
    expect(
      geometryDistanceM(
        [0, 0],
        geoJson('Polygon', [
          [
            [-4, -4],
            [4, -4],
            [4, 4],
            [-4, 4],
            [-4, -4],
          ],
          [
            [-1, -1],
            [-1, 1],
            [1, 1],
            [1, -1],
            [-1, -1],
          ],
        ]),
      ),
    ).toBeCloseTo(distanceM([0, 0], [1, 0]), -2);
    expect(geometryDistanceM([0, 0], toJsonValue({ type: 'Circle' }))).toBeUndefined();
  });
});

describe('coveredBy', () => {
  const box = (stored: JsonValue) => matches('coveredBy', 'box', '0,0;4,4', stored);
  it.each<[string, JsonValue, boolean]>([
    ['a point inside', point(2, 2), true],
    ['a point outside', point(5, 2), false],
    ['a point on the edge', point(0, 2), true],
    ['a corner', point(4, 4), true],
    ['a point past the parallel but short of the geodesic', point(2, 4.001), true],
    ['a point past the geodesic', point(2, 4.01), false],
    [
      'a line inside',
      geoJson('LineString', [
        [1, 1],
        [3, 3],
      ]),
      true,
    ],
    [
      'a line with one end outside',
      geoJson('LineString', [
        [1, 1],
        [5, 5],
      ]),
      false,
    ],
    [
      'a line along the edge',
      geoJson('LineString', [
        [0, 1],
        [0, 3],
      ]),
      true,
    ],
    ['a polygon inside', geoJson('Polygon', [HOLE]), true],
    ['the same polygon', geoJson('Polygon', [SQUARE]), true],
    [
      'a polygon that overlaps',
      geoJson('Polygon', [
        [
          [3, 3],
          [5, 3],
          [5, 5],
          [3, 3],
        ],
      ]),
      false,
    ],
    [
      'a polygon that surrounds it',
      geoJson('Polygon', [
        [
          [-1, -1],
          [5, -1],
          [5, 5],
          [-1, 5],
          [-1, -1],
        ],
      ]),
      false,
    ],
    [
      'points of which one is outside',
      geoJson('MultiPoint', [
        [1, 1],
        [5, 5],
      ]),
      false,
    ],
  ])('%s', (_name, stored, expected) => {
    expect(box(stored)).toBe(expected);
  });

  it('cuts a line that leaves a concave polygon and comes back', () => {
    const cShape = '0,0;0,4;1,4;1,1;3,1;3,4;4,4;4,0;0,0';
    expect(
      matches(
        'coveredBy',
        'polygon',
        cShape,
        geoJson('LineString', [
          [3, 0.5],
          [3, 3.5],
        ]),
      ),
    ).toBe(false);
    expect(
      matches(
        'coveredBy',
        'polygon',
        cShape,
        geoJson('LineString', [
          [0.5, 0.5],
          [0.5, 3.5],
        ]),
      ),
    ).toBe(true);
  });

  it('takes the smaller side of a ring, whichever way it runs, also over the antimeridian and round a pole', () => {
    expect(matches('coveredBy', 'polygon', '0,0;4,0;4,4;0,4;0,0', point(2, 2))).toBe(true);
    expect(matches('coveredBy', 'polygon', '0,0;0,4;4,4;4,0;0,0', point(2, 2))).toBe(true);
    expect(matches('coveredBy', 'polygon', '0,0;0,4;4,4;4,0;0,0', point(-178, -2))).toBe(false);
    expect(matches('coveredBy', 'polygon', '-1,179;-1,-179;1,-179;1,179;-1,179', point(180, 0))).toBe(true);
    expect(matches('coveredBy', 'polygon', '-1,179;-1,-179;1,-179;1,179;-1,179', point(0, 0))).toBe(false);
    expect(matches('coveredBy', 'polygon', '80,0;80,90;80,180;80,-90;80,0', point(45, 89))).toBe(true);
    expect(matches('coveredBy', 'polygon', '80,0;80,90;80,180;80,-90;80,0', point(45, 70))).toBe(false);
  });
});

describe('a band round more than half of the sphere', () => {
  const longitudes = [-100, -50, 0, 50, 100];
  const south = longitudes.map((lon) => [lon, -10]);
  const north = longitudes.map((lon) => [lon, 10]).reverse();
  const band = geoJson('Polygon', [[...south, ...north, [-100, -10]]]);

  it('holds two opposite places', () => {
    for (const coords of ['0,-95', '0,85']) expect(matches('intersects', 'point', coords, band)).toBe(true);
    expect(geometryDistanceM([-95, 0], band)).toBe(0);
  });

  it('does not hold others', () => {
    for (const coords of ['60,0', '-60,180', '0,150', '60,-95'])
      expect(matches('intersects', 'point', coords, band)).toBe(false);
  });
});

describe('intersects and disjoint', () => {
  it.each<[string, string, string, JsonValue, boolean]>([
    [
      'crossing lines',
      'line',
      '0,0;4,4',
      geoJson('LineString', [
        [0, 4],
        [4, 0],
      ]),
      true,
    ],
    [
      'lines that end on each other',
      'line',
      '0,0;0,4',
      geoJson('LineString', [
        [2, 0],
        [2, 2],
      ]),
      true,
    ],
    [
      'lines apart',
      'line',
      '0,0;0,4',
      geoJson('LineString', [
        [2, 1],
        [2, 2],
      ]),
      false,
    ],
    ['a point on a line', 'line', '0,0;0,4', point(2, 0), true],
    ['a point beside a line', 'line', '0,0;0,4', point(2, 0.0001), false],
    ['the same point', 'point', '1,1', point(1, 1), true],
    ['another point', 'point', '1,1', point(1, 2), false],
    ['a point in a polygon', 'point', '2,0.5', geoJson('Polygon', [SQUARE, HOLE]), true],
    ['a point in a hole', 'point', '2,2', geoJson('Polygon', [SQUARE, HOLE]), false],
    ['a point on the edge of a hole', 'point', '2,1', geoJson('Polygon', [SQUARE, HOLE]), true],
    [
      'a polygon inside a hole',
      'polygon',
      '1.5,1.5;1.5,2.5;2.5,2.5;1.5,1.5',
      geoJson('Polygon', [SQUARE, HOLE]),
      false,
    ],
    [
      'a polygon round everything',
      'polygon',
      '-1,-1;-1,9;9,9;9,-1;-1,-1',
      geoJson('Polygon', [SQUARE, HOLE]),
      true,
    ],
    ['a line through a polygon, ends outside', 'line', '2,-1;2,5', geoJson('Polygon', [SQUARE]), true],
    ['a line inside a polygon', 'line', '2,1;2,3', geoJson('Polygon', [SQUARE]), true],
    ['boxes that share a corner', 'box', '4,4;5,5', geoJson('Polygon', [SQUARE]), true],
    [
      'one of many polygons',
      'point',
      '2,2',
      geoJson('MultiPolygon', [
        [
          [
            [8, 8],
            [9, 8],
            [9, 9],
            [8, 8],
          ],
        ],
        [SQUARE],
      ]),
      true,
    ],
  ])('%s', (_name, geometry, coords, stored, expected) => {
    expect(matches('intersects', geometry, coords, stored)).toBe(expected);
    expect(matches('disjoint', geometry, coords, stored)).toBe(!expected);
  });

  it('matches nothing that is no geometry', () => {
    for (const broken of [
      null,
      'x',
      toJsonValue({}),
      geoJson('Point', 'x'),
      geoJson('Polygon', [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ]),
      geoJson('LineString', [[1, 1]]),
    ]) {
      expect(matches('intersects', 'point', '0,0', broken)).toBe(false);
      expect(matches('disjoint', 'point', '0,0', broken)).toBe(false);
    }
  });
});

describe('equals', () => {
  it('compares stored documents to the last digit', () => {
    expect(matches('equals', 'point', '1,2', point(2, 1))).toBe(true);
    expect(matches('equals', 'point', '1,2', point(2, 1.0000001))).toBe(false);
    expect(matches('equals', 'point', '1,2', geoJson('MultiPoint', [[2, 1]]))).toBe(false);
    expect(
      matches(
        'equals',
        'line',
        '0,0;1,1',
        geoJson('LineString', [
          [0, 0],
          [1, 1],
        ]),
      ),
    ).toBe(true);
    expect(
      matches(
        'equals',
        'line',
        '0,0;1,1',
        geoJson('LineString', [
          [1, 1],
          [0, 0],
        ]),
      ),
    ).toBe(false);
    expect(matches('equals', 'box', '0,0;4,4', geoJson('Polygon', [SQUARE]))).toBe(true);
    expect(matches('equals', 'box', '0,0;4,4', geoJson('Polygon', [SQUARE, HOLE]))).toBe(false);
    expect(matches('equals', 'point', '1,2', toJsonValue({ coordinates: [2, 1], type: 'Point' }))).toBe(
      false,
    );
  });
});

describe('properties', () => {
  const places = fc.constantFrom(positionArbitrary, worldPositionArbitrary);
  const pair = places.chain((position) => fc.tuple(geoQueryArbitrary(position), geometryArbitrary(position)));

  it('every shape intersects itself and is at no distance from its corners', () => {
    fc.assert(
      fc.property(
        fc.oneof(geoQueryArbitrary(), geoQueryArbitrary(worldPositionArbitrary)),
        ({ geometry }) => {
          expect(compileGeoQuery({ georel: 'intersects', geometry })(geoJsonOf(geometry))).toBe(true);
          expect(compileGeoQuery({ georel: 'equals', geometry })(geoJsonOf(geometry))).toBe(true);
        },
      ),
    );
  });

  it('what is covered intersects, and disjoint is the opposite of intersects', () => {
    fc.assert(
      fc.property(pair, ([{ geometry }, stored]) => {
        const holds = (georel: 'coveredBy' | 'intersects' | 'disjoint') =>
          compileGeoQuery({ georel, geometry })(stored);
        expect(holds('disjoint')).toBe(!holds('intersects'));
        if (holds('coveredBy')) expect(holds('intersects')).toBe(true);
      }),
    );
  });

  it('bounds no query whose corners lie beyond a pole', () => {
    // Found by the property below.
    const positions: readonly Position[] = [
      [-0.35, 89.88],
      [-0.050962, 90.63],
      [-0.85, 90.746025],
      [-2.216025, 89.38],
      [-0.35, 89.88],
    ];
    expect(
      queryBoundingBox({ georel: 'coveredBy', geometry: { kind: 'polygon', positions } }),
    ).toBeUndefined();
  });

  it('finds every match inside the box of the query', () => {
    fc.assert(
      fc.property(pair, ([query, stored]) => {
        if (!compileGeoQuery(query)(stored)) return;
        const wanted = queryBoundingBox(query);
        const have = boundingBox(stored);
        expect(have).toBeDefined();
        if (wanted !== undefined) expect(overlap(wanted, have as BoundingBox)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('boxes hold every point of a circle', () => {
    const radius = fc.integer({ min: 0, max: 3_000_000 });
    fc.assert(
      fc.property(worldPositionArbitrary, worldPositionArbitrary, radius, (centre, other, maxDistanceM) => {
        const query: GeoQuery = {
          georel: 'near',
          geometry: { kind: 'point', position: centre },
          maxDistanceM,
        };
        const box = queryBoundingBox(query);
        const near: Position = [other[0] / 18 + centre[0], other[1] / 9 + centre[1]];
        if (Math.abs(near[0]) > 180 || Math.abs(near[1]) > 90) return;
        if (compileGeoQuery(query)(geoJson('Point', near)) && box !== undefined) {
          expect(overlap(box, boundingBox(geoJson('Point', near)) as BoundingBox)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('boundingBox', () => {
  it('bulges with geodesic edges', () => {
    const box = boundingBox(
      geoJson('LineString', [
        [-60, 50],
        [60, 50],
      ]),
    ) as BoundingBox;
    expect(box.maxLat).toBeGreaterThan(67);
    expect(box.minLat).toBeCloseTo(50, 4);
    const south = boundingBox(
      geoJson('LineString', [
        [-60, -50],
        [60, -50],
      ]),
    ) as BoundingBox;
    expect(south.minLat).toBeLessThan(-67);
    expect(south.maxLat).toBeCloseTo(-50, 4);
  });

  it('takes every longitude at the antimeridian and round a pole', () => {
    const all = { minLon: -180, maxLon: 180 };
    expect(
      boundingBox(
        geoJson('LineString', [
          [179, 0],
          [-179, 0],
        ]),
      ),
    ).toMatchObject(all);
    expect(boundingBox(point(180, 0))).toMatchObject(all);
    expect(boundingBox(point(10, 90))).toMatchObject(all);
    expect(
      boundingBox(
        geoJson('Polygon', [
          [
            [0, 80],
            [90, 80],
            [180, 80],
            [-90, 80],
            [0, 80],
          ],
        ]),
      ),
    ).toMatchObject({ ...all, maxLat: 90 });
  });

  it('is undefined for no geometry and for queries that look everywhere', () => {
    expect(boundingBox(null)).toBeUndefined();
    expect(queryBoundingBox(parseGeoQuery('disjoint', 'point', '0,0'))).toBeUndefined();
    expect(queryBoundingBox(parseGeoQuery('near;minDistance:1', 'point', '0,0'))).toBeUndefined();
    expect(queryBoundingBox(parseGeoQuery('near;maxDistance:30000000', 'point', '0,0'))).toBeUndefined();
  });
});

const overlap = (a: BoundingBox, b: BoundingBox) =>
  a.minLon <= b.maxLon && b.minLon <= a.maxLon && a.minLat <= b.maxLat && b.minLat <= a.maxLat;
