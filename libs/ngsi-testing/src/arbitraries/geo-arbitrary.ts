import type { GeoQuery, JsonValue, Position, QueryGeometry } from '@smart-city/context';
import fc from 'fast-check';

/** Positions near each other, on a grid of half degrees: shapes often touch, cross and hold one another. */
export const positionArbitrary: fc.Arbitrary<Position> = fc
  .tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 }))
  .map(([lon, lat]) => [lon / 2, lat / 2]);

/** Anywhere but exactly at a pole or on the antimeridian. */
export const worldPositionArbitrary: fc.Arbitrary<Position> = fc
  .tuple(fc.integer({ min: -17_999, max: 17_999 }), fc.integer({ min: -8_999, max: 8_999 }))
  .map(([lon, lat]) => [lon / 100, lat / 100]);

/** Positions off the grid: no point lies on an edge but by great chance, so that all engines agree. */
export const scatteredPositionArbitrary: fc.Arbitrary<Position> = fc
  .tuple(fc.integer({ min: -49_999, max: 49_999 }), fc.integer({ min: -49_999, max: 49_999 }))
  .map(([lon, lat]) => [(lon * 2 + 1) / 20_011, (lat * 2 + 1) / 20_011]);

const key = ([lon, lat]: Position) => `${lon},${lat}`;

const lineArbitrary = (position: fc.Arbitrary<Position>): fc.Arbitrary<readonly Position[]> =>
  fc.uniqueArray(position, { minLength: 2, maxLength: 4, selector: key });

/** Degrees. */
const WIDEST_RADIUS = 3;

/** A closed ring that does not cross itself: corners round a centre, each at its own angle. */
function ringArbitrary(position: fc.Arbitrary<Position>): fc.Arbitrary<readonly Position[]> {
  const corners = fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 4, maxLength: 8 });
  return (
    fc
      .tuple(
        position,
        corners,
        fc.array(fc.integer({ min: 2, max: 2 * WIDEST_RADIUS }), { minLength: 8, maxLength: 8 }),
      )
      // Every corner is on this side of the poles.
      .filter(([[, lat], angles]) => isSpread(angles) && Math.abs(lat) <= 90 - WIDEST_RADIUS)
      .map(([centre, angles, radii]) => {
        const ring = [...angles]
          .sort((a, b) => a - b)
          .map((angle, index) => corner(centre, (angle * Math.PI) / 6, (radii[index] as number) / 2));
        return [...ring, ring[0] as Position];
      })
  );
}

/** No gap of half a turn or more, so that the centre is inside. */
function isSpread(angles: readonly number[]): boolean {
  const sorted = [...angles].sort((a, b) => a - b);
  return sorted.every(
    (angle, index) => ((sorted[(index + 1) % sorted.length] as number) - angle + 12) % 12 < 6,
  );
}

const corner = ([lon, lat]: Position, angle: number, radius: number): Position => [
  round(lon + radius * Math.cos(angle)),
  round(lat + radius * Math.sin(angle)),
];

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6 + 0;

function boxArbitrary(position: fc.Arbitrary<Position>): fc.Arbitrary<QueryGeometry & { kind: 'box' }> {
  return fc
    .tuple(position, position)
    .filter(([a, b]) => a[0] !== b[0] && a[1] !== b[1])
    .map(([a, b]) => ({
      kind: 'box',
      southWest: [Math.min(a[0], b[0]), Math.min(a[1], b[1])],
      northEast: [Math.max(a[0], b[0]), Math.max(a[1], b[1])],
    }));
}

const geoJson = (type: string, coordinates: JsonValue): JsonValue =>
  new Map<string, JsonValue>([
    ['type', type],
    ['coordinates', coordinates],
  ]);

/** A stored GeoJSON geometry: Point, LineString, Polygon or a Multi form of them. */
export function geometryArbitrary(
  position: fc.Arbitrary<Position> = positionArbitrary,
): fc.Arbitrary<JsonValue> {
  const line = lineArbitrary(position);
  const ring = ringArbitrary(position);
  return fc.oneof(
    { weight: 4, arbitrary: position.map((point) => geoJson('Point', point)) },
    { weight: 2, arbitrary: line.map((positions) => geoJson('LineString', positions)) },
    { weight: 2, arbitrary: ring.map((positions) => geoJson('Polygon', [positions])) },
    fc.array(position, { minLength: 1, maxLength: 3 }).map((points) => geoJson('MultiPoint', points)),
    fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => geoJson('MultiLineString', lines)),
  );
}

/** What an attribute of type `geo:json` may hold where it is not the location: geometries, Features, and what is neither. */
export const geoValueArbitrary = (
  position: fc.Arbitrary<Position> = positionArbitrary,
): fc.Arbitrary<JsonValue> => {
  const geometry = geometryArbitrary(position);
  const feature = geometry.map(
    (one): JsonValue =>
      new Map<string, JsonValue>([
        ['type', 'Feature'],
        ['geometry', one],
      ]),
  );
  const collection = fc.array(feature, { maxLength: 2 }).map(
    (features): JsonValue =>
      new Map<string, JsonValue>([
        ['type', 'FeatureCollection'],
        ['features', features],
      ]),
  );
  const none = fc.constantFrom<JsonValue>(
    null,
    'Point',
    [1, 2],
    geoJson('Point', 'x'),
    geoJson('Point', [200, 0]),
    new Map(),
  );
  return fc.oneof({ weight: 6, arbitrary: geometry }, { weight: 2, arbitrary: feature }, collection, none);
};

/** The same query about the location, about one of these attributes, or about one that has no place. */
export const aboutAttributes = (query: fc.Arbitrary<GeoQuery>): fc.Arbitrary<GeoQuery> =>
  fc
    .tuple(query, fc.constantFrom(undefined, 'place', 'site', 'site', 'a', 'constructor'))
    .map(([geo, attribute]) => (attribute === undefined ? geo : { ...geo, attribute }));

/** A geo query that the parser can produce, of every georel and geometry. */
export function geoQueryArbitrary(
  position: fc.Arbitrary<Position> = positionArbitrary,
): fc.Arbitrary<GeoQuery> {
  const point = position.map((place): QueryGeometry & { kind: 'point' } => ({
    kind: 'point',
    position: place,
  }));
  const line = lineArbitrary(position).map((positions): QueryGeometry => ({ kind: 'line', positions }));
  const polygon = ringArbitrary(position).map((positions): QueryGeometry => ({ kind: 'polygon', positions }));
  const box = boxArbitrary(position);
  const metres = fc.integer({ min: 0, max: 2_000_000 });
  const bounds = fc.oneof(
    metres.map((maxDistanceM) => ({ maxDistanceM })),
    metres.map((minDistanceM) => ({ minDistanceM })),
    fc.record({ maxDistanceM: metres, minDistanceM: metres }),
  );
  const near = fc
    .tuple(point, bounds)
    .map(([geometry, limits]): GeoQuery => ({ georel: 'near', geometry, ...limits }));
  const covered = fc.oneof(polygon, box).map((geometry): GeoQuery => ({ georel: 'coveredBy', geometry }));
  const others = fc
    .tuple(fc.constantFrom('intersects', 'equals', 'disjoint'), fc.oneof(point, line, polygon, box))
    .map(([georel, geometry]): GeoQuery => ({ georel, geometry }));
  return fc.oneof(near, covered, others);
}
