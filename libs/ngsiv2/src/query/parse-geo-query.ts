import {
  badRequest,
  checkCoordsLength,
  type GeoQuery,
  parseNumberText,
  type Position,
  type QueryGeometry,
} from '@smart-city/context';
import { checkAttributeName } from '../parse/identifiers';

type GeometryKind = QueryGeometry['kind'];

interface Georel {
  readonly type: GeoQuery['georel'] | '';
  readonly maxDistanceM?: number;
  readonly minDistanceM?: number;
}

/** The URL parameters as they came; absent ones undefined. */
export interface GeoParameters {
  readonly georel?: string | undefined;
  readonly geometry?: string | undefined;
  readonly coords?: string | undefined;
  /** Name of the attribute that the query is about; ignored without `georel`. */
  readonly geoproperty?: string | undefined;
}

/**
 * Parses the geo parameters of `GET /v2/entities`: also checks that they come together, and begins every fault with
 * `Invalid query: `.
 *
 * @returns undefined when none is given, or no `georel` (the geometry then selects nothing and filters nothing)
 * @throws BadRequest
 */
export function parseGeoParameters({
  georel,
  geometry,
  coords,
  geoproperty,
}: GeoParameters): GeoQuery | undefined {
  if (geometry === undefined) {
    const orphan = coords !== undefined ? 'coords' : georel !== undefined ? 'georel' : undefined;
    if (orphan === undefined) return undefined;
    throw badRequest(`Invalid query: URI param /${orphan}/ used without /geometry/`);
  }
  if (coords === undefined) throw badRequest('Invalid query: URI param /geometry/ used without /coords/');
  const parsed = parseGeo(georel, geometry, coords, (fault) => badRequest(`Invalid query: ${fault}`));
  return parsed && aboutAttribute(parsed, geoproperty);
}

/**
 * Parses `georel`, `geometry` and `coords` (latitude first).
 *
 * @param geoproperty  name of the attribute that the query is about; the location without it
 * @throws BadRequest with the text of the first fault: geometry, georel, how they go together, coordinates, name
 */
export function parseGeoQuery(
  georel: string,
  geometry: string,
  coords: string,
  geoproperty?: string,
): GeoQuery {
  const parsed = parseGeo(georel, geometry, coords, badRequest);
  if (parsed === undefined) throw badRequest('empty georel');
  return aboutAttribute(parsed, geoproperty);
}

function aboutAttribute(query: GeoQuery, attribute: string | undefined): GeoQuery {
  if (attribute === undefined) return query;
  checkAttributeName(attribute);
  return { ...query, attribute };
}

type Fault = (text: string) => Error;

function parseGeo(
  georelText: string | undefined,
  geometryText: string,
  coords: string,
  fault: Fault,
): GeoQuery | undefined {
  const kind = parseGeometryKind(geometryText, fault);
  const georel = georelText === undefined ? undefined : parseGeorel(georelText, fault);
  checkCombination(kind, georel?.type, fault);
  const geometry = buildGeometry(kind, parseCoords(coords, fault), fault);
  if (georel === undefined || georel.type === '') return undefined;
  if (georel.type !== 'near') return { georel: georel.type, geometry };
  if (geometry.kind !== 'point') throw fault('georel /near/ used with geometry different than point');
  const { maxDistanceM, minDistanceM } = georel;
  return {
    georel: 'near',
    geometry,
    // A negative distance is no bound.
    ...(maxDistanceM !== undefined && maxDistanceM >= 0 ? { maxDistanceM } : {}),
    ...(minDistanceM !== undefined && minDistanceM >= 0 ? { minDistanceM } : {}),
  };
}

/** Splits as the original does: separators at the start are skipped, one at the end leaves an empty item. */
function split(text: string, separator: string): string[] {
  let start = 0;
  while (text[start] === separator) start++;
  return start === text.length ? [] : text.slice(start).split(separator);
}

function parseGeometryKind(text: string, fault: Fault): GeometryKind {
  const items = split(text, ';');
  if (items.length === 0) throw fault('error parsing geometry: empty geometry');
  let kind: GeometryKind | undefined;
  for (const item of items) {
    if (item !== 'point' && item !== 'line' && item !== 'polygon' && item !== 'box') {
      throw fault('error parsing geometry: Invalid selector in geometry specification');
    }
    if (kind !== undefined) throw fault('error parsing geometry: geometry-type present more than once');
    kind = item;
  }
  return kind as GeometryKind;
}

const DISTANCES = ['maxDistance', 'minDistance'] as const;

function parseGeorel(text: string, fault: Fault): Georel {
  const items = split(text, ';');
  if (items.length === 0) throw fault('empty georel');
  let type: Georel['type'] = '';
  const distances = new Map<string, number>();
  for (const item of items) {
    const distance = DISTANCES.find((name) => item.startsWith(`${name}:`));
    if (distance !== undefined) {
      if (distances.has(distance)) throw fault(`${distance} present more than once`);
      const metres = parseNumberText(item.slice(distance.length + 1));
      if (metres === undefined) throw fault(`invalid number for ${distance}`);
      distances.set(distance, metres);
    } else if (
      item === 'near' ||
      item === 'coveredBy' ||
      item === 'intersects' ||
      item === 'equals' ||
      item === 'disjoint'
    ) {
      if (type !== '') throw fault('georel type present more than once');
      type = item;
    } else throw fault('Invalid modifier in georel parameter');
  }
  const misused = type === 'near' ? undefined : DISTANCES.find((name) => distances.has(name));
  if (misused !== undefined) throw fault(`${misused} erroneously used with georel /${type}/`);
  if (type === 'near' && distances.size === 0)
    throw fault('georel /near/ without either minDistance nor maxDistance');
  const maxDistanceM = distances.get('maxDistance');
  const minDistanceM = distances.get('minDistance');
  return {
    type,
    ...(maxDistanceM === undefined ? {} : { maxDistanceM }),
    ...(minDistanceM === undefined ? {} : { minDistanceM }),
  };
}

function checkCombination(kind: GeometryKind, georel: Georel['type'] | undefined, fault: Fault): void {
  if (georel === 'coveredBy' && (kind === 'line' || kind === 'point')) {
    throw fault(`${kind} geometry cannot be used with coveredBy georel`);
  }
  if (georel === 'near' && kind !== 'point')
    throw fault('georel /near/ used with geometry different than point');
}

function parseCoords(text: string, fault: Fault): Position[] {
  if (text === '') throw fault('no coordinates for geometry');
  checkCoordsLength(text, fault);
  const pairs = split(text, ';');
  if (pairs.length === 0) throw fault('erroneous coordinates for geometry');
  return pairs.map((pair) => {
    const numbers = split(pair, ',');
    if (numbers.length !== 2) throw fault('invalid point in URI param /coords/');
    const [lat, lon] = numbers.map(parseNumberText);
    if (lat === undefined || lon === undefined) throw fault('invalid coordinates');
    return [lon, lat];
  });
}

const samePosition = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

function buildGeometry(kind: GeometryKind, positions: readonly Position[], fault: Fault): QueryGeometry {
  const first = positions[0] as Position;
  const last = positions[positions.length - 1] as Position;
  const wrongNumber = () => fault(`invalid number of coordinates for /${kind}/`);
  switch (kind) {
    case 'point':
      if (positions.length !== 1) throw wrongNumber();
      return { kind, position: first };
    case 'line':
      if (positions.length < 2) throw wrongNumber();
      return { kind, positions };
    case 'polygon':
      if (positions.length < 4) throw fault('Too few coordinates for polygon');
      if (!samePosition(first, last)) throw fault('First and last point in polygon not the same');
      return { kind, positions };
    case 'box':
      if (positions.length !== 2) throw wrongNumber();
      if (first[0] === last[0] || first[1] === last[1])
        throw fault('box coordinates are not defining an actual box');
      return {
        kind,
        southWest: [Math.min(first[0], last[0]), Math.min(first[1], last[1])],
        northEast: [Math.max(first[0], last[0]), Math.max(first[1], last[1])],
      };
  }
}
