import { isJsonArray, type GeometryRelation, type JsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import type { LdGeoQuery } from './ld-geo-query';
import { checkCorners } from './ld-query-limits';

/** Geo members as they came; absent ones undefined. Coordinates are parsed JSON. */
export interface LdGeoMembers {
  readonly georel?: string;
  readonly geometry?: string;
  readonly coordinates?: JsonValue;
  /** Stored name; `location` without it. */
  readonly geoproperty?: string;
}

const RELATIONS: ReadonlySet<string> = new Set<GeometryRelation>([
  'within',
  'contains',
  'intersects',
  'equals',
  'disjoint',
  'overlaps',
]);

const isRelation = (text: string): text is GeometryRelation => RELATIONS.has(text);

export const geoFault = (detail: string) => badRequestData('Invalid geo query', detail);

/**
 * Reads a geo query. `georel`, `geometry` and `coordinates` come together or not at all.
 *
 * @returns undefined where none of them is given
 * @throws NgsiLdFault  BadRequestData; TooComplexQuery for too many corners
 */
export function parseLdGeoQuery(members: LdGeoMembers): LdGeoQuery | undefined {
  const { georel, geometry, coordinates, geoproperty = 'location' } = members;
  if (georel === undefined && geometry === undefined && coordinates === undefined) {
    if (members.geoproperty !== undefined) throw geoFault('geoproperty stands only with georel');
    return undefined;
  }
  if (georel === undefined || geometry === undefined || coordinates === undefined)
    throw geoFault('georel, geometry and coordinates come together');
  return {
    ...parseGeorel(georel),
    geometry: parseReferenceGeometry(geometry, coordinates),
    geoproperty,
  };
}

const NEAR = /^near;(maxDistance|minDistance)==(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

function parseGeorel(text: string): Pick<LdGeoQuery, 'georel' | 'maxDistanceM' | 'minDistanceM'> {
  if (isRelation(text)) return { georel: text };
  const near = NEAR.exec(text);
  if (near === null)
    throw geoFault(
      `georel is near;maxDistance==<metres>, near;minDistance==<metres>, or one of ${[...RELATIONS].join(', ')}`,
    );
  const metres = Number(near[2]);
  if (metres === 0 || !Number.isFinite(metres)) throw geoFault(`${near[1]} is a number above 0`);
  return near[1] === 'maxDistance'
    ? { georel: 'near', maxDistanceM: metres }
    : { georel: 'near', minDistanceM: metres };
}

type Check = (value: JsonValue) => boolean;

const listOf =
  (check: Check, least = 1): Check =>
  (value) =>
    isJsonArray(value) && value.length >= least && value.every(check);

/** Longitude within ±180, latitude within ±90; a height may follow. */
const isPosition: Check = (value) => {
  if (!isJsonArray(value) || value.length < 2 || value.length > 3) return false;
  const [lon, lat] = value;
  return (
    value.every((item) => typeof item === 'number' && Number.isFinite(item)) &&
    Math.abs(lon as number) <= 180 &&
    Math.abs(lat as number) <= 90
  );
};

const isLine: Check = listOf(isPosition, 2);

const isRing: Check = (value) => {
  if (!listOf(isPosition, 4)(value)) return false;
  const positions = value as readonly (readonly number[])[];
  const [first, last] = [positions[0]!, positions.at(-1)!];
  return first[0] === last[0] && first[1] === last[1];
};

const isPolygon: Check = listOf(isRing);

const COORDINATES: ReadonlyMap<string, Check> = new Map([
  ['Point', isPosition],
  ['MultiPoint', listOf(isPosition)],
  ['LineString', isLine],
  ['MultiLineString', listOf(isLine)],
  ['Polygon', isPolygon],
  ['MultiPolygon', listOf(isPolygon)],
]);

/**
 * Makes a GeoJSON geometry of its type and its coordinates.
 *
 * @throws NgsiLdFault  BadRequestData for an unknown type, or coordinates that it cannot have
 */
export function parseReferenceGeometry(type: string, coordinates: JsonValue): JsonObject {
  const check = COORDINATES.get(type);
  if (check === undefined) throw geoFault(`geometry is one of ${[...COORDINATES.keys()].join(', ')}`);
  checkCorners(cornersIn(coordinates));
  if (!check(coordinates)) throw geoFault(`coordinates are not those of a ${type}, longitude first`);
  return new Map<string, JsonValue>([
    ['type', type],
    ['coordinates', coordinates],
  ]);
}

/** Lists of what is no list. */
function cornersIn(coordinates: JsonValue): number {
  if (!isJsonArray(coordinates)) return 0;
  if (!coordinates.some(isJsonArray)) return 1;
  return coordinates.reduce<number>((sum, item) => sum + cornersIn(item), 0);
}
