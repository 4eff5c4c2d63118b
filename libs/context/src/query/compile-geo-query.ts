import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { JsonObject, JsonValue } from '../json/json-value';
import type { GeoQuery, Position } from './geo-query';
import { angleToShape, shapesIntersect, shapeWithin } from './geo-relations';
import { geoShapeOf, type GeoShape } from './geo-shape';
import { prepareShape, type PreparedShape } from './prepared-shape';
import { geoJsonOf } from './query-geometry';
import { EARTH_RADIUS_M, toVector } from './sphere';

export type GeometryTest = (geometry: JsonValue) => boolean;

/**
 * Compiles a geo query to a test of stored GeoJSON geometries (longitude first), with the answers of a 2dsphere index:
 * edges are geodesics, a polygon is the smaller part of the sphere, boundaries belong to shapes.
 * An entity without location matches none of them, `disjoint` neither.
 */
export function compileGeoQuery(query: GeoQuery): GeometryTest {
  if (query.georel === 'near') {
    const { maxDistanceM = Infinity, minDistanceM = 0 } = query;
    const distance = distanceTo(query.geometry.position);
    return (geometry) => {
      const metres = distance(geometry);
      return metres !== undefined && metres >= minDistanceM && metres <= maxDistanceM;
    };
  }
  const wanted = geoJsonOf(query.geometry);
  if (query.georel === 'equals') return (geometry) => sameDocument(wanted, geometry);
  const shapeOfArea = geoShapeOf(wanted);
  if (shapeOfArea === undefined) return () => false;
  const area = prepareShape(shapeOfArea);
  const holds = RELATIONS[query.georel];
  return (geometry) => {
    const shape = storedShapeOf(geometry);
    return shape !== undefined && holds(shape, area);
  };
}

/** Cache of geometries in memory: many subscriptions ask about the same one. */
const known = new WeakMap<JsonObject, { readonly shape: GeoShape | undefined }>();

function storedShapeOf(geometry: JsonValue): GeoShape | undefined {
  if (!isJsonObject(geometry)) return undefined;
  let found = known.get(geometry);
  if (found === undefined) known.set(geometry, (found = { shape: geoShapeOf(geometry) }));
  return found.shape;
}

const RELATIONS: Readonly<
  Record<'coveredBy' | 'intersects' | 'disjoint', (shape: GeoShape, area: PreparedShape) => boolean>
> = {
  coveredBy: (shape, area) => area.polygons.some((polygon) => shapeWithin(shape, polygon)),
  intersects: (shape, area) => shapesIntersect(shape, area),
  disjoint: (shape, area) => !shapesIntersect(shape, area),
};

/** Metres from a position to the nearest part of a geometry (0 inside a polygon); undefined for what is no geometry. */
export const geometryDistanceM = (from: Position, geometry: JsonValue): number | undefined =>
  distanceTo(from)(geometry);

export function distanceTo(from: Position): (geometry: JsonValue) => number | undefined {
  const point = toVector(from);
  return (geometry) => {
    const shape = storedShapeOf(geometry);
    return shape === undefined ? undefined : angleToShape(point, shape) * EARTH_RADIUS_M;
  };
}

/** Equality of stored documents: members in the same order, nothing more. */
function sameDocument(a: JsonValue, b: JsonValue): boolean {
  if (isJsonArray(a)) {
    return (
      isJsonArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameDocument(item, b[index] as JsonValue))
    );
  }
  if (!isJsonObject(a)) return a === b;
  return (
    isJsonObject(b) &&
    sameDocument([...a.keys()], [...b.keys()]) &&
    sameDocument([...a.values()], [...b.values()])
  );
}
