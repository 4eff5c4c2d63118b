import { isJsonArray, isJsonObject, parseJson, type JsonValue } from '@smart-city/context';

/** Corners that one geometry may have. */
const MAX_CORNERS = 10_000;

const GEOMETRY_TYPES = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
]);

/** True for an object that is meant as a GeoJSON geometry: its coordinates may be wrong. */
export const looksLikeGeometry = (value: JsonValue | undefined): boolean =>
  isJsonObject(value) &&
  GEOMETRY_TYPES.has(value.get('type') as string) &&
  isJsonArray(value.get('coordinates'));

/** Returns the object of a value that may also be the text of it. */
export function geometryOfText(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value;
  try {
    return parseJson(value, { maxDepth: 10 });
  } catch {
    return value;
  }
}

/**
 * Tells what is wrong with a GeoJSON geometry (RFC 7946). Polygons that cross themselves are taken.
 *
 * @returns undefined for a good one
 */
export function geometryFault(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return 'a geometry is a GeoJSON object';
  const type = value.get('type');
  if (typeof type !== 'string' || !GEOMETRY_TYPES.has(type))
    return `a geometry has one of the types ${[...GEOMETRY_TYPES].join(', ')}`;
  const coordinates = value.get('coordinates');
  if (!isJsonArray(coordinates)) return 'a geometry has an array of coordinates';
  const check = new CornerCheck();
  if (check.fits(type, coordinates)) return undefined;
  return check.isFull
    ? `a geometry has at most ${MAX_CORNERS} corners`
    : `the coordinates do not fit a ${type}: longitude first, rings closed`;
}

class CornerCheck {
  private corners = 0;

  get isFull(): boolean {
    return this.corners > MAX_CORNERS;
  }

  fits(type: string, coordinates: JsonValue): boolean {
    switch (type) {
      case 'Point':
        return this.isPosition(coordinates);
      case 'MultiPoint':
        return this.isList(coordinates, 1, this.isPosition);
      case 'LineString':
        return this.isLine(coordinates);
      case 'MultiLineString':
        return this.isList(coordinates, 1, this.isLine);
      case 'Polygon':
        return this.isPolygon(coordinates);
      default:
        return this.isList(coordinates, 1, this.isPolygon);
    }
  }

  private isList(value: JsonValue, least: number, test: (item: JsonValue) => boolean): boolean {
    return isJsonArray(value) && value.length >= least && value.every(test);
  }

  private readonly isPosition = (value: JsonValue): boolean => {
    if ((this.corners += 1) > MAX_CORNERS || !isJsonArray(value) || value.length < 2) return false;
    const [longitude, latitude] = value;
    return (
      value.every((number) => typeof number === 'number') &&
      Math.abs(longitude as number) <= 180 &&
      Math.abs(latitude as number) <= 90
    );
  };

  private readonly isLine = (value: JsonValue): boolean => {
    return this.isList(value, 2, this.isPosition);
  };

  private readonly isPolygon = (value: JsonValue): boolean => {
    return this.isList(value, 1, this.isRing);
  };

  private readonly isRing = (value: JsonValue): boolean => {
    if (!this.isList(value, 4, this.isPosition)) return false;
    const ring = value as readonly (readonly number[])[];
    const [first, last] = [ring[0], ring[ring.length - 1]];
    return first !== undefined && first.every((number, at) => number === last?.[at]);
  };
}
