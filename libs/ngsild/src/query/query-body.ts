import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import { checkValues } from './ld-query-limits';
import type { LdQueryMembers } from './query-members';
import { coordinatesParameter } from './query-parameters';

const TITLE = 'Invalid Query';
const fault = (detail: string) => badRequestData(TITLE, detail);

/** Members of a Query (GS CIM 009 §5.2.23); of a temporal one, too. */
const MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'entities',
  'q',
  'geoQ',
  'scopeQ',
  'temporalQ',
  'attrs',
  'pick',
  'omit',
  'datasetId',
  'csf',
  'lang',
  'join',
  'joinLevel',
  'containedBy',
  'expandValues',
  'jsonKeys',
  'ordering',
  'aggrParams',
  'splitEntities',
  'entityMap',
  'entityMapLifetime',
  '@context',
]);

/**
 * Reads the body of `POST /entityOperations/query`. Lists may be arrays, or texts with commas.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export function membersOfQueryBody(body: JsonValue): LdQueryMembers {
  const query = checkedQuery(body);
  if (query.has('temporalQ') || query.has('aggrParams'))
    throw fault('temporalQ and aggrParams belong to the temporal query');
  return membersOfQuery(query);
}

/** @throws NgsiLdFault  BadRequestData for what is no Query */
export function checkedQuery(body: JsonValue): JsonObject {
  if (!isJsonObject(body)) throw fault('a Query is a JSON object');
  if (body.get('type') !== 'Query') throw fault('the type of a Query is "Query"');
  for (const member of body.keys())
    if (!MEMBERS.has(member)) throw fault(`a Query has no member ${member.slice(0, 80)}`);
  return body;
}

/** Reads the members of a Query that a temporal one has, too. @throws NgsiLdFault  BadRequestData */
export function membersOfQuery(query: JsonObject): LdQueryMembers {
  const text = (member: string) => textOfMember(query, member);
  const list = (member: string) => listOfMember(query, member);
  return {
    selectors: selectorsOf(query.get('entities')),
    attrs: list('attrs'),
    q: text('q'),
    csf: text('csf'),
    scopeQ: text('scopeQ'),
    ...geoMembers(query.get('geoQ')),
    pick: list('pick')?.join(','),
    omit: list('omit')?.join(','),
    datasetId: list('datasetId'),
    lang: list('lang')?.join(','),
    join: text('join'),
    joinLevel: numberText(query, 'joinLevel'),
    containedBy: list('containedBy'),
    expandValues: list('expandValues'),
    jsonKeys: list('jsonKeys'),
    ...orderMembers(query.get('ordering')),
    splitEntities: booleanOfMember(query, 'splitEntities'),
    entityMap: booleanOfMember(query, 'entityMap'),
    entityMapLifetime: text('entityMapLifetime'),
  };
}

function selectorsOf(entities: JsonValue | undefined): LdQueryMembers['selectors'] {
  if (entities === undefined) return [];
  if (!isJsonArray(entities) || entities.length === 0)
    throw fault('entities is an array with at least one item');
  checkValues(entities.length, 'entities');
  return entities.map((selector) => {
    if (!isJsonObject(selector)) throw fault('an item of entities is a JSON object');
    const type = textOfMember(selector, 'type');
    if (type === undefined) throw fault('an item of entities has a type');
    return { ids: idsOf(selector.get('id')), idPattern: textOfMember(selector, 'idPattern'), type };
  });
}

function idsOf(id: JsonValue | undefined): readonly string[] | undefined {
  if (id === undefined) return undefined;
  return typeof id === 'string' ? [id] : textsOf(id, 'id');
}

function geoMembers(
  geoQ: JsonValue | undefined,
): Pick<LdQueryMembers, 'georel' | 'geometry' | 'coordinates' | 'geoproperty'> {
  if (geoQ === undefined) return {};
  if (!isJsonObject(geoQ)) throw fault('geoQ is a JSON object');
  return {
    georel: textOfMember(geoQ, 'georel'),
    geometry: textOfMember(geoQ, 'geometry'),
    coordinates: coordinatesOf(geoQ.get('coordinates')),
    geoproperty: textOfMember(geoQ, 'geoproperty'),
  };
}

/** Coordinates are an array, or the same as a JSON string (GS CIM 009 §5.2.13). */
const coordinatesOf = (given: JsonValue | undefined): JsonValue | undefined =>
  typeof given === 'string' ? coordinatesParameter('coordinates', given) : given;

function orderMembers(
  ordering: JsonValue | undefined,
): Pick<LdQueryMembers, 'orderBy' | 'collation' | 'orderFrom' | 'orderGeometry'> {
  if (ordering === undefined) return {};
  if (!isJsonObject(ordering)) throw fault('ordering is a JSON object');
  return {
    orderBy: listOfMember(ordering, 'orderBy'),
    collation: textOfMember(ordering, 'collation'),
    orderFrom: ordering.get('coordinates'),
    orderGeometry: textOfMember(ordering, 'geometry'),
  };
}

function textOfMember(object: JsonObject, member: string): string | undefined {
  const value = object.get(member);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '') throw fault(`${member} is a text that is not empty`);
  return value;
}

function booleanOfMember(object: JsonObject, member: string): boolean | undefined {
  const value = object.get(member);
  if (value !== undefined && typeof value !== 'boolean') throw fault(`${member} is true or false`);
  return value;
}

function numberText(object: JsonObject, member: string): string | undefined {
  const value = object.get(member);
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw fault(`${member} is a number`);
  return String(value);
}

function listOfMember(object: JsonObject, member: string): readonly string[] | undefined {
  const value = object.get(member);
  if (value === undefined) return undefined;
  return textsOf(typeof value === 'string' ? value.split(',') : value, member);
}

function textsOf(value: JsonValue, member: string): readonly string[] {
  if (!isJsonArray(value) || value.length === 0) throw fault(`${member} is an array with at least one item`);
  checkValues(value.length, member);
  return value.map((item) => {
    if (typeof item !== 'string' || item === '')
      throw fault(`an item of ${member} is a text that is not empty`);
    return item;
  });
}
