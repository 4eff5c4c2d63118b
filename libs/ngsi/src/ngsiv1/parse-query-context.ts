import { NgsiError } from '../errors';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { EntityQuery, EntitySelector } from '../query/entity-query';
import type { GeoQuery, Position } from '../query/geo-query';
import { parseGeoQuery } from '../query/parse-geo-query';
import { parseMq, parseQ } from '../query/parse-simple-query';
import { checkPatternCount, patternsIn } from '../query/pattern-count';
import { readIdentity, readList, readObject, readText } from './payload-reader';
import type { Ngsiv1ParseOptions } from './parse-update-context';
import { ngsiv1BadRequest } from './status-code';

/** What `queryContext` asks for. */
export type QueryContext = Pick<EntityQuery, 'selectors' | 'q' | 'mq' | 'geo'> & {
  /** Shown, and at least one of them there; empty: all. */
  readonly attributes: readonly string[];
};

/** @throws Ngsiv1Fault 400  the texts of spec section 16.3 */
export function parseQueryContext(body: JsonValue, { strictIds }: Ngsiv1ParseOptions): QueryContext {
  const members = readObject(body, '', ['entities', 'attributes', 'restriction']);
  const selectors = readList(members, 'entities').map((item): EntitySelector => {
    const { id, type, isPattern } = readIdentity(
      readObject(item, '/entities/entity', ['id', 'type', 'isPattern']),
      strictIds,
    );
    return { ...(isPattern ? { idPattern: id } : { ids: [id] }), ...(type !== '' && { types: [type] }) };
  });
  if (selectors.length === 0) throw ngsiv1BadRequest('No entities');
  checkPatternCount(patternsIn(selectors));
  const attributes = readList(members, 'attributes').map((name) => {
    if (typeof name !== 'string' || name === '') throw ngsiv1BadRequest('empty attribute name');
    return name;
  });
  const restriction = members.get('restriction');
  return { selectors, attributes, ...(restriction !== undefined && readRestriction(restriction)) };
}

function readRestriction(value: JsonValue): Pick<QueryContext, 'q' | 'mq' | 'geo'> {
  const restriction = readObject(value, '/restriction', ['attributeExpression', 'scopes']);
  let found: Pick<QueryContext, 'q' | 'mq' | 'geo'> = {};
  for (const item of readList(restriction, 'scopes')) {
    const scope = readObject(item, '/restriction/scopes/operationScope', ['type', 'value']);
    found = { ...found, ...readScope(readText(scope, 'type'), scope.get('value')) };
  }
  return found;
}

/** Scope types that are not known have no effect. */
function readScope(type: string, value: JsonValue | undefined): Pick<QueryContext, 'q' | 'mq' | 'geo'> {
  if (type === '') throw ngsiv1BadRequest('Empty type in restriction scope');
  if (value === undefined || value === '') throw ngsiv1BadRequest('Empty value in restriction scope');
  try {
    switch (type) {
      case 'FIWARE::Location':
        return { geo: readLocation(value) };
      case 'FIWARE::Location::NGSIv2':
        return { geo: readGeo(value) };
      case 'FIWARE::StringQuery':
        return { q: parseQ(textOf(value)) };
      case 'FIWARE::StringQuery::MD':
        return { mq: parseMq(textOf(value)) };
      default:
        return {};
    }
  } catch (error) {
    if (error instanceof NgsiError) throw ngsiv1BadRequest(error.message);
    throw error;
  }
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '');

function readGeo(value: JsonValue): GeoQuery {
  if (!isJsonObject(value)) throw ngsiv1BadRequest('Empty value in restriction scope');
  return parseGeoQuery(
    textOf(value.get('georel') ?? ''),
    textOf(value.get('geometry') ?? ''),
    textOf(value.get('coords') ?? ''),
  );
}

function readLocation(value: JsonValue): GeoQuery {
  const circle = isJsonObject(value) ? value.get('circle') : undefined;
  const polygon = isJsonObject(value) ? value.get('polygon') : undefined;
  if (isJsonObject(circle)) return readCircle(circle);
  if (isJsonObject(polygon)) return readPolygon(polygon);
  throw ngsiv1BadRequest('Empty value in restriction scope');
}

function readCircle(circle: JsonObject): GeoQuery {
  const position = readPosition(circle, 'centerLatitude', 'centerLongitude', 'circle');
  const radius = readNumber(circle, 'radius', 'Missing value for circle radius');
  if (radius <= 0) throw ngsiv1BadRequest('Zero radius for circle scope');
  const geometry = { kind: 'point', position } as const;
  return isInverted(circle, 'circle')
    ? { georel: 'near', geometry, minDistanceM: radius }
    : { georel: 'near', geometry, maxDistanceM: radius };
}

function readPolygon(polygon: JsonObject): GeoQuery {
  const list = polygon.get('vertices');
  const vertices = isJsonArray(list) ? list.filter(isJsonObject) : [];
  const positions = vertices.map((vertex) => readPosition(vertex, 'latitude', 'longitude', 'polygon vertex'));
  if (positions.length < 3) throw ngsiv1BadRequest('too few vertices for a polygon');
  const [first] = positions;
  const last = positions.at(-1)!;
  const closed = first![0] === last[0] && first![1] === last[1] ? positions : [...positions, first!];
  return {
    georel: isInverted(polygon, 'polygon') ? 'disjoint' : 'coveredBy',
    geometry: { kind: 'polygon', positions: closed },
  };
}

function readPosition(from: JsonObject, latitude: string, longitude: string, what: string): Position {
  const lat = readNumber(from, latitude, `Missing ${what} latitude`);
  const lon = readNumber(from, longitude, `Missing ${what} longitude`);
  if (Math.abs(lat) > 90) throw ngsiv1BadRequest('invalid value for latitude');
  if (Math.abs(lon) > 180) throw ngsiv1BadRequest('invalid value for longitude');
  return [lon, lat];
}

function readNumber(from: JsonObject, name: string, missing: string): number {
  const text = readText(from, name).trim();
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) throw ngsiv1BadRequest(missing);
  return number;
}

function isInverted(from: JsonObject, what: string): boolean {
  const text = readText(from, 'inverted').toLowerCase();
  if (!['', 'true', 'false', '0', '1'].includes(text))
    throw ngsiv1BadRequest(`bad value for ${what}/inverted: /${text}/`);
  return text === 'true' || text === '1';
}
