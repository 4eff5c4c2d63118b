import { toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isIndexableGeometry } from '../values/geo-json';
import { compileGeoQuery, geometryDistanceM } from './compile-geo-query';
import type { Position, QueryGeometry } from './geo-query';
import { geoPartsOf, type GeoParts } from './geo-shape';
import { geoJsonOf } from './query-geometry';
import { EARTH_RADIUS_M } from './sphere';
import { isValidPolygon, s2Angle, s2CoveredBy, s2Intersects } from './s2-oracle';

/*
 * Our geometry against S2's (docs/behaviour/context-broker.md, "Geometry"): shapes of every kind and size, most of them
 * about the date line and the poles.
 */

const RADIANS = Math.PI / 180;

/** The place `distance` degrees from a centre in the direction of a bearing. */
function away([lon, lat]: Position, bearing: number, distance: number): Position {
  const [phi, d] = [lat * RADIANS, distance * RADIANS];
  const sin = Math.sin(phi) * Math.cos(d) + Math.cos(phi) * Math.sin(d) * Math.cos(bearing);
  const east = Math.sin(bearing) * Math.sin(d) * Math.cos(phi);
  const turned = lon + Math.atan2(east, Math.cos(d) - Math.sin(phi) * sin) / RADIANS;
  return [((((turned + 180) % 360) + 360) % 360) - 180, Math.asin(Math.max(-1, Math.min(1, sin))) / RADIANS];
}

const landmarks: readonly Position[] = [
  [0, 0],
  [180, 0],
  [-180, 12],
  [179.5, -45],
  [0, 90],
  [123, -90],
  [30, 89],
  [-100, 45],
];

/** Off any grid, so that no two shapes touch but by great chance. */
const centre = fc
  .tuple(fc.constantFrom(...landmarks), fc.integer({ min: 0, max: 9973 }), fc.integer({ min: 1, max: 9973 }))
  .map(([place, turn, distance]) => away(place, (turn / 9973) * 2 * Math.PI, (distance / 9973) * 12));

/** Degrees from a centre to a corner: houses, cities, countries, continents, more than half of the sphere. */
const size = fc.constantFrom(0.01, 1, 8, 25, 60, 85, 110);

const share = fc.integer({ min: 4000, max: 9973 }).map((part) => part / 9973);

/** A ring round a centre, closed; `inner` makes it smaller than any that is drawn with the same size. */
const ringAbout = (place: fc.Arbitrary<readonly [Position, number]>, inner = 1) =>
  fc
    .tuple(
      place,
      fc.array(share, { minLength: 3, maxLength: 7 }),
      fc.integer({ min: 0, max: 9973 }),
      fc.boolean(),
    )
    .map(([[middle, radius], shares, turn, turnsLeft]) => {
      const corners = shares.map((part, index) =>
        away(middle, ((index + turn / 9973) / shares.length) * 2 * Math.PI, radius * part * inner),
      );
      const ring = turnsLeft ? corners.reverse() : corners;
      return [...ring, ring[0] as Position];
    });

const polygon = fc
  .tuple(centre, size, fc.integer({ min: 0, max: 2 }))
  .chain(([middle, radius, holes]) => {
    const about = fc.constant([middle, radius] as const);
    // A hole about the middle, and beside it another.
    const inner = [
      ringAbout(about, 0.05),
      ringAbout(fc.constant([away(middle, 1, radius * 0.12), radius]), 0.03),
    ];
    return fc.tuple(ringAbout(about), ...inner.slice(0, holes));
  })
  .filter(isValidPolygon);

const line = fc
  .tuple(
    centre,
    size,
    fc.array(fc.tuple(share, fc.integer({ min: 0, max: 9973 })), { minLength: 2, maxLength: 5 }),
  )
  .map(([middle, radius, corners]) =>
    corners.map(([part, turn]) => away(middle, (turn / 9973) * 2 * Math.PI, radius * part)),
  )
  .filter((positions) => new Set(positions.map(String)).size === positions.length);

const geoJson = (type: string, coordinates: unknown): JsonValue => toJsonValue({ type, coordinates });

const stored = fc
  .oneof(
    centre.map((position) => geoJson('Point', position)),
    line.map((positions) => geoJson('LineString', positions)),
    { weight: 3, arbitrary: polygon.map((rings) => geoJson('Polygon', rings)) },
    fc.array(centre, { minLength: 1, maxLength: 3 }).map((positions) => geoJson('MultiPoint', positions)),
    fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => geoJson('MultiLineString', lines)),
    fc.array(polygon, { minLength: 1, maxLength: 2 }).map((polygons) => geoJson('MultiPolygon', polygons)),
  )
  .filter((geometry) => isIndexableGeometry(geometry as JsonObject));

const partsOf = (geometry: JsonValue) => geoPartsOf(geometry) as GeoParts;
const ringsOf = (geometry: QueryGeometry) => partsOf(geoJsonOf(geometry)).polygons[0] ?? [];

/** Off the places of all other shapes. */
const corner = fc
  .tuple(centre, fc.integer({ min: 1, max: 9967 }))
  .map(([[lon, lat], shift]): Position => [lon * 0.99 + shift / 9967, lat * 0.97 + shift / 9949]);

const box = fc.tuple(corner, corner).map(([a, b]): QueryGeometry & { kind: 'box' } => ({
  kind: 'box',
  southWest: [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
  northEast: [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
}));

const area = fc
  .oneof(
    ringAbout(fc.tuple(centre, size)).map((positions): QueryGeometry => ({ kind: 'polygon', positions })),
    box,
  )
  .filter((geometry) => isValidPolygon(ringsOf(geometry)));

const anyGeometry = fc.oneof(
  area,
  line.map((positions): QueryGeometry => ({ kind: 'line', positions })),
  centre.map((position): QueryGeometry => ({ kind: 'point', position })),
);

const holds = (georel: 'coveredBy' | 'intersects' | 'disjoint', geometry: QueryGeometry, of: JsonValue) =>
  compileGeoQuery({ georel, geometry })(of);

const runs = { numRuns: 1000 };

describe('geometry as S2 has it (docs/behaviour/context-broker.md, "Geometry")', () => {
  it('intersects and disjoint', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(anyGeometry, stored, (geometry, of) => {
        const expected = s2Intersects(partsOf(of), partsOf(geoJsonOf(geometry)));
        seen[`${expected}`]++;
        expect(holds('intersects', geometry, of)).toBe(expected);
        expect(holds('disjoint', geometry, of)).toBe(!expected);
      }),
      runs,
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(runs.numRuns / 20);
  });

  it('coveredBy', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(area, stored, (geometry, of) => {
        const expected = s2CoveredBy(partsOf(of), ringsOf(geometry)[0] ?? []);
        seen[`${expected}`]++;
        expect(holds('coveredBy', geometry, of)).toBe(expected);
      }),
      runs,
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(runs.numRuns / 40);
  });

  it('near: distance to the nearest part, none inside a polygon', () => {
    fc.assert(
      fc.property(centre, stored, (from, of) => {
        const metres = geometryDistanceM(from, of) as number;
        const expected = s2Angle(from, partsOf(of)) * EARTH_RADIUS_M;
        // Squared chords are coarse near the opposite point.
        expect(Math.abs(metres - expected)).toBeLessThan(expected > 18e6 ? 1 : 0.01);
        expect(metres === 0).toBe(expected === 0);
      }),
      runs,
    );
  });

  it('equals: the same document, which then also intersects', () => {
    fc.assert(
      fc.property(anyGeometry, stored, (geometry, of) => {
        const own = geoJsonOf(geometry);
        expect(compileGeoQuery({ georel: 'equals', geometry })(own)).toBe(true);
        expect(compileGeoQuery({ georel: 'equals', geometry })(of)).toBe(false);
        expect(holds('intersects', geometry, own)).toBe(true);
      }),
      runs,
    );
  });
});
