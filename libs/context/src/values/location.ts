import { ContextFault, type FaultFacts } from '../faults';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { EntityLocation, MetadataMap } from '../model/entity';
import { isIndexableGeometry } from './geo-json';
import { checkGeometrySize } from './geometry-limits';

/** The types of attributes that may be the location of their entity; all but the first are deprecated. */
const LOCATION_TYPES: ReadonlySet<string> = new Set([
  'geo:json',
  'geo:point',
  'geo:line',
  'geo:box',
  'geo:polygon',
]);

export const isLocationType = (type: string) => LOCATION_TYPES.has(type);

interface TypedValue {
  readonly type: string;
  readonly value: JsonValue;
}

interface LocationAttribute extends TypedValue {
  readonly metadata: MetadataMap;
}

/** True when the attribute is to be taken as plain data, whatever its type: metadata `ignoreType` is true. */
export const hasIgnoreType = (metadata: MetadataMap) => metadata.get('ignoreType')?.value === true;

/** True when the attribute is meant as its entity's location: a location type, not null, not `ignoreType`. */
export const isLocation = ({ type, value, metadata }: LocationAttribute) =>
  LOCATION_TYPES.has(type) && value !== null && !hasIgnoreType(metadata);

/** Kind of attribute that a location is written to, as a fault tells it. */
export type WrittenKind = FaultFacts['wrongGeometry']['of'];

/**
 * The geometry that a location attribute puts into the index.
 *
 * @param of  what kind of attribute is written, for the fault
 * @throws ContextFault  `wrongGeometry`: the value does not fit the type; `geometryNotIndexable`: a 2dsphere index would refuse it
 * @throws NgsiError  it has more corners than `-locationCorners` allows
 */
export function locationOf(name: string, attribute: LocationAttribute, of: WrittenKind): EntityLocation {
  const geometry = geometryOfAttribute(attribute);
  if (typeof geometry === 'string') throw new ContextFault('wrongGeometry', { reason: geometry, of });
  checkGeometrySize(geometry);
  if (!isIndexableGeometry(geometry)) throw new ContextFault('geometryNotIndexable', {});
  return { attrName: name, coords: geometry };
}

/** The geometry that a location attribute stands for; undefined where its value is none. */
export function geometryOf(attribute: TypedValue): JsonObject | undefined {
  const geometry = geometryOfAttribute(attribute);
  return typeof geometry !== 'string' && isIndexableGeometry(geometry) ? geometry : undefined;
}

/** The geometry, or the text of the fault. */
function geometryOfAttribute({ type, value }: TypedValue): JsonObject | string {
  switch (type) {
    case 'geo:json':
      return isJsonObject(value) ? indexedGeometry(value) : 'geo:json needs an object or null as value';
    case 'geo:point':
      return pointGeometry(value);
    default:
      return stringsGeometry(type, value);
  }
}

/** A Feature or a FeatureCollection of one stands for its geometry. */
function indexedGeometry(value: JsonObject): JsonObject | string {
  const type = value.get('type');
  if (type === 'Feature') return featureGeometry(value);
  return type === 'FeatureCollection' ? collectionGeometry(value) : value;
}

function featureGeometry(feature: JsonValue): JsonObject | string {
  const geometry = isJsonObject(feature) ? feature.get('geometry') : undefined;
  if (geometry === undefined) return 'geometry in Feature not found';
  return isJsonObject(geometry) ? geometry : 'geometry in Feature is not an object';
}

function collectionGeometry(collection: JsonObject): JsonObject | string {
  const features = collection.get('features');
  if (features === undefined) return 'features field not found in FeatureCollection';
  if (!isJsonArray(features)) return 'features in FeatureCollection is not an array';
  if (features.length === 0) return 'features in FeatureCollection has 0 items';
  if (features.length > 1) return 'features in FeatureCollection has more than 1 item';
  return featureGeometry(features[0] as JsonValue);
}

/**
 * What normalized output shows of a geo:json value: the bare geometry of a Feature or FeatureCollection, any other
 * value as it is. Undefined when there is no geometry to show.
 */
export function shownGeometry(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  const type = value.get('type');
  if (type === 'Feature') return value.get('geometry');
  if (type !== 'FeatureCollection') return value;
  const features = value.get('features');
  const first = isJsonArray(features) ? features[0] : undefined;
  return isJsonObject(first) ? first.get('geometry') : undefined;
}

type LatLon = readonly [lat: number, lon: number];

const geometry = (type: string, coordinates: JsonValue): JsonObject =>
  new Map<string, JsonValue>([
    ['type', type],
    ['coordinates', coordinates],
  ]);

const coordinatesFault = (text: string) => `geo coordinates format error [see Orion user manual]: ${text}`;

function pointGeometry(value: JsonValue): JsonObject | string {
  const text = typeof value === 'string' ? value : '';
  const position = parseLatLon(text);
  return position === undefined ? coordinatesFault(text) : geometry('Point', [position[1], position[0]]);
}

function stringsGeometry(type: string, value: JsonValue): JsonObject | string {
  if (!isJsonArray(value)) return 'geo:line, geo:box and geo:polygon needs array of strings as value';
  const positions: LatLon[] = [];
  for (const item of value) {
    if (typeof item !== 'string') {
      return 'geo:line, geo:box and geo:polygon needs array of strings but some element is not a string';
    }
    const position = parseLatLon(item);
    if (position === undefined) return coordinatesFault(item);
    positions.push(position);
  }
  if (type === 'geo:box') return boxGeometry(positions);
  const coordinates = positions.map(([lat, lon]) => [lon, lat]);
  if (type === 'geo:line') {
    return positions.length < 2
      ? 'geo:line uses at least 2 coordinates'
      : geometry('LineString', coordinates);
  }
  if (positions.length < 4) return 'geo:polygon uses at least 4 coordinates';
  const [first, last] = [positions[0] as LatLon, positions[positions.length - 1] as LatLon];
  if (first[0] !== last[0] || first[1] !== last[1])
    return 'geo:polygon first and last coordinates must match';
  return geometry('Polygon', [coordinates]);
}

function boxGeometry(corners: readonly LatLon[]): JsonObject | string {
  const [a, b] = corners;
  if (a === undefined || b === undefined || corners.length !== 2) return 'geo:box uses exactly 2 coordinates';
  if (a[0] === b[0] || a[1] === b[1]) return 'geo:box coordinates are not defining an actual box';
  const [south, north] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [west, east] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return geometry('Polygon', [
    [
      [west, south],
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ],
  ]);
}

const COORDINATE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Reads `lat, lon`, blanks allowed, within ±90 and ±180. */
function parseLatLon(text: string): LatLon | undefined {
  const comma = text.indexOf(',');
  if (comma < 0) return undefined;
  const [latText, lonText] = [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
  if (!COORDINATE.test(latText) || !COORDINATE.test(lonText)) return undefined;
  const [lat, lon] = [Number(latText), Number(lonText)];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : undefined;
}
