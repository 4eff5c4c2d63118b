import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import { isValidLoop } from './spherical-loop';

type Position = readonly [lon: number, lat: number];

/**
 * True when a MongoDB 2dsphere index accepts the geometry: known type, positions within longitude ±180 and latitude
 * ±90 (further numbers are ignored), lines of two different positions, closed rings of at least three that neither
 * touch nor cross themselves.
 */
export function isIndexableGeometry(geometry: JsonObject): boolean {
  const coordinates = geometry.get('coordinates') ?? null;
  switch (geometry.get('type')) {
    case 'Point':
      return toPosition(coordinates) !== undefined;
    case 'MultiPoint':
      return isListOf(coordinates, (item) => toPosition(item) !== undefined);
    case 'LineString':
      return isLine(coordinates);
    case 'MultiLineString':
      return isListOf(coordinates, isLine);
    case 'Polygon':
      return isPolygon(coordinates);
    case 'MultiPolygon':
      return isListOf(coordinates, isPolygon);
    case 'GeometryCollection':
      return isListOf(geometry.get('geometries') ?? null, (item) => isJsonObject(item) && isMember(item));
    default:
      return false;
  }
}

/** Collections do not nest. */
const isMember = (geometry: JsonObject) =>
  geometry.get('type') !== 'GeometryCollection' && isIndexableGeometry(geometry);

const isListOf = (value: JsonValue, test: (item: JsonValue) => boolean) =>
  isJsonArray(value) && value.length > 0 && value.every(test);

function toPosition(value: JsonValue): Position | undefined {
  if (!isJsonArray(value)) return undefined;
  const [lon, lat] = value;
  if (typeof lon !== 'number' || typeof lat !== 'number') return undefined;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : undefined;
}

function toPositions(value: JsonValue): Position[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const positions: Position[] = [];
  for (const item of value) {
    const position = toPosition(item);
    if (position === undefined) return undefined;
    positions.push(position);
  }
  return positions;
}

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

/** The same position twice in a row counts once, as in the index. */
const withoutRepeats = (positions: readonly Position[]) =>
  positions.filter((position, index) => index === 0 || !isSame(position, positions[index - 1] as Position));

function isLine(value: JsonValue): boolean {
  const positions = toPositions(value);
  return positions !== undefined && withoutRepeats(positions).length >= 2;
}

const isPolygon = (value: JsonValue) => isListOf(value, isRing);

function isRing(value: JsonValue): boolean {
  const positions = toPositions(value);
  if (positions === undefined || positions.length < 4) return false;
  const ring = withoutRepeats(positions);
  if (ring.length < 4 || !isSame(ring[0] as Position, ring[ring.length - 1] as Position)) return false;
  return isValidLoop(ring.slice(0, -1));
}
