import { toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { geometryArbitrary } from '@smart-city/ngsi-testing';
import { angleToShape, shapesIntersect } from './geo-relations';
import { geoShapeOf } from './geo-shape';
import { compileGeometryDistance, compileGeometryRelation, type GeometryRelation } from './geometry-relation';
import { prepareShape } from './prepared-shape';
import { EARTH_RADIUS_M } from './sphere';

const geometry = (type: string, coordinates: unknown) => toJsonValue({ type, coordinates });
const point = (lon: number, lat: number) => geometry('Point', [lon, lat]);
const line = (...positions: number[][]) => geometry('LineString', positions);
const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const box = (...sides: [number, number, number, number]) => geometry('Polygon', [ring(...sides)]);
const FRAME = geometry('Polygon', [ring(0, 0, 10, 10), ring(2, 2, 8, 8).reverse()]);

it.each<[GeometryRelation, string, ReturnType<typeof point>, ReturnType<typeof point>, boolean]>([
  ['within', 'a point in a polygon', point(1, 1), box(0, 0, 4, 4), true],
  ['within', 'a point on its boundary', point(0, 0), box(0, 0, 4, 4), true],
  ['within', 'a point in a hole', point(5, 5), FRAME, false],
  ['within', 'a polygon around a hole', box(1, 1, 9, 9), FRAME, false],
  ['within', 'the hole itself', box(2, 2, 8, 8), FRAME, false],
  ['within', 'a polygon beside a hole', box(0.5, 0.5, 1.5, 1.5), FRAME, true],
  ['within', 'a polygon with the same hole', FRAME, FRAME, true],
  ['within', 'a point on a line', point(2, 0), line([0, 0], [4, 0]), true],
  ['within', 'a line along a longer one', line([1, 0], [2, 0]), line([0, 0], [4, 0]), true],
  ['within', 'a line that goes on', line([1, 0], [5, 0]), line([0, 0], [4, 0]), false],
  ['within', 'the same point', point(1, 1), point(1, 1), true],
  [
    'within',
    'points of several boxes',
    geometry('MultiPoint', [
      [1, 1],
      [21, 1],
    ]),
    geometry('MultiPolygon', [[ring(0, 0, 4, 4)], [ring(20, 0, 24, 4)]]),
    true,
  ],
  ['contains', 'a polygon with a point', box(0, 0, 4, 4), point(1, 1), true],
  ['contains', 'a point and a polygon', point(1, 1), box(0, 0, 4, 4), false],
  ['contains', 'a polygon in a larger one', box(1, 1, 2, 2), box(0, 0, 4, 4), false],
  [
    'equals',
    'the same ring begun elsewhere',
    box(0, 0, 4, 4),
    geometry('Polygon', [
      [
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
        [4, 0],
      ],
    ]),
    true,
  ],
  ['equals', 'a point and a line of it', point(1, 1), line([1, 1], [2, 2]), false],
  ['equals', 'another point', point(1, 1), point(1, 1.001), false],
  ['overlaps', 'boxes that share a corner area', box(0, 0, 4, 4), box(3, 3, 6, 6), true],
  ['overlaps', 'boxes that share an edge', box(0, 0, 4, 4), box(4, 0, 8, 4), false],
  ['overlaps', 'a box in another', box(1, 1, 2, 2), box(0, 0, 4, 4), false],
  ['overlaps', 'a line and a box', line([0, 0], [9, 9]), box(1, 1, 4, 4), false],
  ['overlaps', 'lines that run together', line([0, 0], [3, 0], [3, 3]), line([2, 0], [3, 0], [4, 0]), true],
  ['overlaps', 'lines that cross', line([0, 0], [4, 4]), line([0, 4], [4, 0]), false],
  [
    'overlaps',
    'points, one shared',
    geometry('MultiPoint', [
      [1, 1],
      [2, 2],
    ]),
    geometry('MultiPoint', [
      [2, 2],
      [3, 3],
    ]),
    true,
  ],
  ['disjoint', 'far points', point(1, 1), point(9, 9), true],
  ['intersects', 'touching boxes', box(0, 0, 4, 4), box(4, 4, 8, 8), true],
])('%s: %s', (relation, _, stored, asked, expected) => {
  expect(compileGeometryRelation(relation, asked)(stored)).toBe(expected);
});

it('measures from the nearest point to the nearest', () => {
  const metres = (a: ReturnType<typeof point>, b: ReturnType<typeof point>) => compileGeometryDistance(b)(a);
  const degree = (Math.PI / 180) * EARTH_RADIUS_M;
  expect(metres(point(0, 1), point(0, 0))).toBeCloseTo(degree, 3);
  expect(metres(line([-1, 5], [1, 5]), point(0, 60))).toBeCloseTo(55 * degree, -3);
  expect(metres(box(0, 0, 4, 4), line([5, -1], [5, 8]))).toBeLessThan(degree);
  expect(metres(box(0, 0, 4, 4), point(1, 1))).toBe(0);
  expect(metres(box(0, 0, 4, 4), box(3, 3, 6, 6))).toBe(0);
});

describe('of any geometries', () => {
  const pairs = fc
    .tuple(geometryArbitrary(), geometryArbitrary())
    .filter((pair) => pair.every((one) => geoShapeOf(one) !== undefined));
  const holds = (relation: GeometryRelation, a: ReturnType<typeof point>, b: ReturnType<typeof point>) =>
    compileGeometryRelation(relation, b)(a);

  it('the relations agree with each other', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(holds('disjoint', a, b)).toBe(!holds('intersects', a, b));
        expect(holds('contains', a, b)).toBe(holds('within', b, a));
        if (holds('within', a, b)) expect(holds('intersects', a, b)).toBe(true);
        expect(holds('equals', a, b)).toBe(holds('equals', b, a));
        expect(holds('within', a, a)).toBe(true);
        if (holds('overlaps', a, b)) {
          expect(holds('overlaps', b, a)).toBe(true);
          expect(holds('within', a, b) || holds('within', b, a)).toBe(false);
        }
      }),
    );
  });

  it('the distance is that of the nearest corner to the other shape', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const [left, right] = [geoShapeOf(a)!, geoShapeOf(b)!];
        const corners = (shape: typeof left) => [
          ...shape.points,
          ...shape.lines.flat(),
          ...shape.polygons.flat(2),
        ];
        const nearest = Math.min(
          ...corners(left).map((corner) => angleToShape(corner, right)),
          ...corners(right).map((corner) => angleToShape(corner, left)),
        );
        const expected = shapesIntersect(left, prepareShape(right)) ? 0 : nearest * EARTH_RADIUS_M;
        expect(compileGeometryDistance(b)(a)!).toBeCloseTo(expected, 1);
      }),
    );
  });
});
