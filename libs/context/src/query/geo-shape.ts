import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { JsonValue } from '../json/json-value';
import type { Position } from './geo-query';
import { toVector, type Vector } from './sphere';
import { toRing, type SphericalPolygon } from './spherical-polygon';

/** A GeoJSON geometry on the unit sphere. */
export interface GeoShape {
  readonly points: readonly Vector[];
  readonly lines: readonly (readonly Vector[])[];
  readonly polygons: readonly SphericalPolygon[];
}

/** The same, as positions. */
export interface GeoParts {
  readonly points: readonly Position[];
  readonly lines: readonly (readonly Position[])[];
  /** Rings of each polygon, closed. */
  readonly polygons: readonly (readonly (readonly Position[])[])[];
}

const NONE: GeoParts = { points: [], lines: [], polygons: [] };

/**
 * Takes a GeoJSON geometry apart: Point, LineString, Polygon, their Multi forms and GeometryCollection.
 *
 * @returns undefined when it is none of these, or is malformed
 */
export function geoPartsOf(geometry: JsonValue): GeoParts | undefined {
  if (!isJsonObject(geometry)) return undefined;
  const coordinates = geometry.get('coordinates') ?? null;
  switch (geometry.get('type')) {
    case 'Point':
      return withPart('points', listOf([coordinates], readPosition));
    case 'MultiPoint':
      return withPart('points', listOf(coordinates, readPosition));
    case 'LineString':
      return withPart('lines', listOf([coordinates], readPositions));
    case 'MultiLineString':
      return withPart('lines', listOf(coordinates, readPositions));
    case 'Polygon':
      return withPart('polygons', listOf([coordinates], readRings));
    case 'MultiPolygon':
      return withPart('polygons', listOf(coordinates, readRings));
    case 'GeometryCollection':
      return joinParts(listOf(geometry.get('geometries') ?? null, geoPartsOf));
    default:
      return undefined;
  }
}

/** The shape of a geometry; undefined when {@link geoPartsOf} is, or when a ring has no area. */
export function geoShapeOf(geometry: JsonValue): GeoShape | undefined {
  const parts = geoPartsOf(geometry);
  if (parts === undefined) return undefined;
  const polygons = parts.polygons.map((rings) => rings.map(toRing));
  if (polygons.some((rings) => rings.includes(undefined))) return undefined;
  return {
    points: parts.points.map(toVector),
    lines: parts.lines.map((line) => line.map(toVector)),
    polygons: polygons as SphericalPolygon[],
  };
}

function withPart<K extends keyof GeoParts>(name: K, part: GeoParts[K] | undefined): GeoParts | undefined {
  return part === undefined || part.length === 0 ? undefined : { ...NONE, [name]: part };
}

function joinParts(parts: readonly GeoParts[] | undefined): GeoParts | undefined {
  return parts?.reduce(
    (all, part) => ({
      points: [...all.points, ...part.points],
      lines: [...all.lines, ...part.lines],
      polygons: [...all.polygons, ...part.polygons],
    }),
    NONE,
  );
}

function listOf<T>(value: JsonValue, read: (item: JsonValue) => T | undefined): readonly T[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const items: T[] = [];
  for (const item of value) {
    const part = read(item);
    if (part === undefined) return undefined;
    items.push(part);
  }
  return items;
}

function readPosition(value: JsonValue): Position | undefined {
  if (!isJsonArray(value)) return undefined;
  const [lon, lat] = value;
  return typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : undefined;
}

function readPositions(value: JsonValue): readonly Position[] | undefined {
  const positions = listOf(value, readPosition);
  return positions !== undefined && positions.length >= 2 ? positions : undefined;
}

function readRings(value: JsonValue): readonly (readonly Position[])[] | undefined {
  const rings = listOf(value, readPositions);
  return rings !== undefined && rings.length > 0 ? rings : undefined;
}
