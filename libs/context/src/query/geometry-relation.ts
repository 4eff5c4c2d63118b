import type { JsonValue } from '../json/json-value';
import { shapesIntersect } from './geo-relations';
import type { GeoShape } from './geo-shape';
import { GeoWork } from './geo-work';
import { chainsOf, type PreparedShape } from './prepared-shape';
import { angleBetween, EARTH_RADIUS_M, TOUCH_RADIANS, type Vector } from './sphere';
import { preparedOf } from './stored-shape';
import { interiorsMeet, liesWithin } from './shape-parts';

/** How a stored geometry lies to the one of a query. */
export type GeometryRelation = 'within' | 'contains' | 'intersects' | 'equals' | 'disjoint' | 'overlaps';

type RelationTest = (stored: PreparedShape, asked: PreparedShape, work: GeoWork) => boolean;

const intersects: RelationTest = (stored, asked, work) => shapesIntersect(stored.shape, asked, work);

/**
 * The relations between point sets on the sphere, boundaries included. `overlaps` is told of two shapes of one dimension whose
 * inner parts meet, and of which neither lies within the other.
 */
const RELATIONS: Readonly<Record<GeometryRelation, RelationTest>> = {
  intersects,
  disjoint: (stored, asked, work) => !intersects(stored, asked, work),
  within: (stored, asked, work) => liesWithin(stored, asked, work),
  contains: (stored, asked, work) => liesWithin(asked, stored, work),
  equals: (stored, asked, work) => areEqual(stored, asked, work),
  overlaps: (stored, asked, work) =>
    dimensionOf(stored.shape) === dimensionOf(asked.shape) &&
    interiorsMeet(stored, asked, work) &&
    !liesWithin(stored, asked, work) &&
    !liesWithin(asked, stored, work),
};

const areEqual: RelationTest = (stored, asked, work) =>
  dimensionOf(stored.shape) === dimensionOf(asked.shape) &&
  liesWithin(stored, asked, work) &&
  liesWithin(asked, stored, work);

const dimensionOf = ({ lines, polygons }: GeoShape): 0 | 1 | 2 =>
  polygons.length > 0 ? 2 : lines.length > 0 ? 1 : 0;

/**
 * Compiles a relation with a GeoJSON geometry to a test of stored ones (longitude first). Edges are geodesics, a polygon is the
 * smaller part of the sphere. The cost of a test is near n log n of the corners.
 */
export function compileGeometryRelation(
  relation: GeometryRelation,
  geometry: JsonValue,
): (stored: JsonValue) => boolean {
  const asked = preparedOf(geometry);
  if (asked === undefined) return () => false;
  const holds = RELATIONS[relation];
  return (stored) => {
    const shape = preparedOf(stored);
    return shape !== undefined && holds(shape, asked, new GeoWork());
  };
}

/**
 * Makes what measures the metres between a GeoJSON geometry and stored ones, from the nearest point of one to the nearest of the
 * other; 0 where they meet, undefined for what is no geometry.
 */
export function compileGeometryDistance(geometry: JsonValue): (stored: JsonValue) => number | undefined {
  const asked = preparedOf(geometry);
  return (stored) => {
    const shape = preparedOf(stored);
    if (asked === undefined || shape === undefined) return undefined;
    return angleBetweenShapes(shape, asked, new GeoWork()) * EARTH_RADIUS_M;
  };
}

/** Where two shapes do not meet, a corner of one of them is nearest to the other. */
function angleBetweenShapes(a: PreparedShape, b: PreparedShape, work: GeoWork): number {
  if (shapesIntersect(a.shape, b, work)) return 0;
  let nearest = Infinity;
  for (const corner of cornersOf(a.shape)) nearest = angleToPrepared(corner, b, work, nearest);
  for (const corner of cornersOf(b.shape)) nearest = angleToPrepared(corner, a, work, nearest);
  return nearest <= TOUCH_RADIANS ? 0 : nearest;
}

const cornersOf = ({ points, lines, polygons }: GeoShape): readonly Vector[] => [
  ...points,
  ...lines.flat(),
  ...polygons.flat(2),
];

function angleToPrepared(point: Vector, shape: PreparedShape, work: GeoWork, best: number): number {
  let nearest = best;
  work.take(shape.shape.points.length);
  for (const other of shape.shape.points) nearest = Math.min(nearest, angleBetween(point, other));
  for (const chain of chainsOf(shape)) nearest = chain.angleFrom(point, work, nearest);
  return nearest;
}
