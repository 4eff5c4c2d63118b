import {
  geometryArbitrary,
  geoQueryArbitrary,
  positionArbitrary,
  toJsonValue,
  worldPositionArbitrary,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import * as direct from './geo-relations-oracle';
import { shapesIntersect, shapeWithin } from './geo-relations';
import { geoShapeOf, type GeoShape } from './geo-shape';
import { GeoWork, limitGeometryWork } from './geo-work';
import { TooCostly } from '../too-costly';
import { prepareShape, type PreparedPolygon } from './prepared-shape';
import { geoJsonOf } from './query-geometry';
import type { Position } from './geo-query';

type SphericalRings = Parameters<typeof direct.shapeWithinPairwise>[1];

/** A star about a middle: corners by turns near and far. */
const star = ([lon, lat]: Position, radius: number, corners: number, turn: number): Position[] => {
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = ((index + turn) / corners) * 2 * Math.PI;
    const reach = index % 2 === 0 ? radius : radius * 0.4;
    return [lon + reach * Math.cos(angle), lat + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] as Position];
};

const shapeOf = (type: string, coordinates: unknown) =>
  geoShapeOf(toJsonValue({ type, coordinates })) as GeoShape;

const stars = fc
  .tuple(
    fc.constantFrom<Position>([0, 0], [180, 10], [-179.5, -40], [20, 84]),
    fc.constantFrom(0.01, 1, 4),
    fc.integer({ min: 2, max: 30 }),
    fc.integer({ min: 0, max: 997 }),
    fc.integer({ min: -997, max: 997 }),
    fc.boolean(),
  )
  .map(([[lon, lat], radius, half, turn, shift, withHole]) => {
    const middle: Position = [lon + (shift / 997) * radius, lat];
    const rings = [star(middle, radius, half * 2, turn / 997)];
    return shapeOf('Polygon', withHole ? [...rings, star(middle, radius * 0.1, 6, 0.3)] : rings);
  });
const zigzags = fc
  .tuple(
    fc.constantFrom<Position>([0, 0], [180, 10], [-179.5, -40], [20, 84]),
    fc.constantFrom(0.003, 0.3, 1.5),
    fc.array(fc.tuple(fc.integer({ min: -997, max: 997 }), fc.integer({ min: -997, max: 997 })), {
      minLength: 2,
      maxLength: 40,
    }),
  )
  .map(([[lon, lat], size, steps]) =>
    shapeOf(
      'LineString',
      steps.map(([x, y]) => [lon + (x / 997) * size, lat + (y / 997) * size]),
    ),
  );
const drawn = fc
  .constantFrom(positionArbitrary, worldPositionArbitrary)
  .chain((position) => fc.tuple(geometryArbitrary(position), geoQueryArbitrary(position)))
  .map(([stored, { geometry }]) => [geoShapeOf(stored), geoShapeOf(geoJsonOf(geometry))] as const)
  .filter((pair): pair is readonly [GeoShape, GeoShape] => pair[0] !== undefined && pair[1] !== undefined);
/** A small zigzag about the middle of a star: often within it, often touching a corner that points inwards. */
const nested = fc
  .tuple(
    fc.constantFrom<Position>([0, 0], [180, 10], [-179.5, -40], [20, 60]),
    fc.integer({ min: 3, max: 30 }),
    fc.constantFrom(0.1, 0.2, 0.4),
    fc.array(fc.tuple(fc.integer({ min: -997, max: 997 }), fc.integer({ min: -997, max: 997 })), {
      minLength: 2,
      maxLength: 20,
    }),
  )
  .map(
    ([[lon, lat], half, size, steps]) =>
      [
        shapeOf(
          'LineString',
          steps.map(([x, y]) => [lon + (x / 997) * size, lat + (y / 997) * size]),
        ),
        shapeOf('Polygon', [star([lon, lat], 1, half * 2, 0)]),
      ] as const,
  );
const pairs = fc.oneof(drawn, nested, fc.tuple(fc.oneof(stars, zigzags), fc.oneof(stars, zigzags)));

describe('relations of geometries as their definition has them', () => {
  it('intersects, within: random shapes, stars with holes and zigzags, about the antimeridian and a pole', () => {
    const seen = { meet: 0, apart: 0, within: 0 };
    fc.assert(
      fc.property(pairs, ([shape, area]) => {
        const prepared = prepareShape(area);
        const meet = direct.shapesIntersectPairwise(shape, area);
        seen[meet ? 'meet' : 'apart']++;
        expect(shapesIntersect(shape, prepared)).toBe(meet);
        area.polygons.forEach((rings, index) => {
          const outer: SphericalRings = rings.slice(0, 1);
          const [polygon] = prepareShape({ points: [], lines: [], polygons: [outer] }).polygons;
          const within = direct.shapeWithinPairwise(shape, outer);
          if (within) seen.within++;
          expect([index, shapeWithin(shape, polygon as PreparedPolygon)]).toEqual([index, within]);
        });
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(seen.meet, seen.apart, seen.within)).toBeGreaterThan(50);
  });

  it('is given up where its cost is bounded and every edge is near every other: a comb askew, and a line between its teeth', () => {
    const askew = ([x, y]: readonly [number, number]) => [(x - y) * 0.7, (x + y) * 0.7];
    const teeth = Array.from({ length: 240 }, (_, tooth) => tooth * 0.04).flatMap((y) => [
      askew([0, y]),
      askew([10, y]),
      askew([10, y + 0.02]),
      askew([0.001, y + 0.02]),
    ]);
    const area = prepareShape(
      shapeOf('Polygon', [[...teeth, askew([-0.1, 9.6]), askew([-0.1, 0]), teeth[0]!]]),
    );
    const zigzag = Array.from({ length: 4_000 }, (_, at) =>
      askew([at % 2 === 0 ? 0.1 : 9.9, 4.824 + at * 2e-6]),
    );
    const line = shapeOf('LineString', zigzag);
    limitGeometryWork(500_000);
    try {
      expect(() => shapesIntersect(line, area)).toThrow(TooCostly);
    } finally {
      limitGeometryWork(Infinity);
    }
    expect(shapesIntersect(shapeOf('LineString', zigzag.slice(0, 100)), area)).toBe(false);
  });

  it('takes far fewer steps than pairs of edges: a star of 1,000 corners and a line of 1,000 points', () => {
    const area = prepareShape(shapeOf('Polygon', [star([0, 40], 1, 1000, 0)]));
    const line = Array.from({ length: 1000 }, (_, index) => [
      -0.2 + index * 0.0004,
      39.9 + (index % 2) * 0.2,
    ]);
    const inside = shapeOf('LineString', line);
    const work = new GeoWork();
    expect(shapeWithin(inside, area.polygons[0] as PreparedPolygon, work)).toBe(true);
    expect(work.steps).toBeLessThan(60_000);
    const apart = shapeOf(
      'LineString',
      star([0, 40], 0.1, 999, 0.5).map(([lon, lat]) => [lon + 1.2, lat]),
    );
    const other = new GeoWork();
    expect(shapesIntersect(apart, area, other)).toBe(false);
    expect(other.steps).toBeLessThan(60_000);
  });
});
