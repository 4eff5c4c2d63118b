import { parseJson, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import { checkValues } from './ld-query-limits';
import type { LdQueryMembers } from './query-members';

/** Parameters of `GET /entities` that select entities: those of a purge, too (GS CIM 009 §6.4.3). */
export const SELECTING_PARAMETERS = [
  'id',
  'type',
  'idPattern',
  'attrs',
  'q',
  'georel',
  'geometry',
  'coordinates',
  'geoproperty',
  'scopeQ',
  'csf',
  'local',
] as const;

/** Parameters that say how entities are shown. */
export const SHOWING_PARAMETERS = [
  'pick',
  'omit',
  'datasetId',
  'lang',
  'format',
  'options',
  'join',
  'joinLevel',
  'containedBy',
  'geometryProperty',
] as const;

/** Parameters of `GET /entities` (GS CIM 009 §6.4.3.2). */
export const QUERY_PARAMETERS: readonly string[] = [
  ...SELECTING_PARAMETERS,
  ...SHOWING_PARAMETERS,
  'expandValues',
  'jsonKeys',
  'orderBy',
  'collation',
  'orderFrom',
  'orderGeometry',
  'limit',
  'offset',
  'count',
  'splitEntities',
  'entityMap',
  'entityMapLifetime',
];

/** Parameters of `POST /entityOperations/query`: the rest is in the body. */
export const POST_QUERY_PARAMETERS: readonly string[] = [
  'limit',
  'offset',
  'count',
  'local',
  'options',
  'format',
  'geometryProperty',
];

/** Parameters of `DELETE /entities`. */
export const PURGE_PARAMETERS: readonly string[] = [...SELECTING_PARAMETERS, 'drop', 'keep'];

/** Values of the parameters of a request, decoded. */
export type ParameterValues = ReadonlyMap<string, string>;

/**
 * Splits a list between commas.
 *
 * @throws NgsiLdFault  BadRequestData for an empty item
 */
export function ldListParameter(name: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const items = text.split(',');
  checkValues(items.length, name);
  if (items.includes('')) throw badRequestData(`Invalid ${name}`, `an item of ${name} is empty`);
  return items;
}

/** @throws NgsiLdFault  BadRequestData for what is neither `true` nor `false` */
export function ldBooleanParameter(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false')
    throw badRequestData(`Invalid ${name}`, `${name} is true or false`);
  return text === 'true';
}

/** Corners of a geometry nest no deeper. */
const COORDINATE_DEPTH = 6;

/** @throws NgsiLdFault  BadRequestData for what is no JSON */
export function coordinatesParameter(name: string, text: string | undefined): JsonValue | undefined {
  if (text === undefined) return undefined;
  try {
    return parseJson(text, { maxDepth: COORDINATE_DEPTH });
  } catch {
    throw badRequestData(`Invalid ${name}`, `${name} is a JSON array of numbers, longitude first`);
  }
}

/**
 * Reads the query of a URL. Names of parameters have been checked.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export function membersOfParameters(values: ParameterValues): LdQueryMembers {
  const text = (name: string) => values.get(name);
  const list = (name: string) => ldListParameter(name, text(name));
  const flag = (name: string) => ldBooleanParameter(name, text(name));
  const [ids, idPattern, type] = [list('id'), text('idPattern'), text('type')];
  return {
    selectors: (ids ?? idPattern ?? type) === undefined ? [] : [{ ids, idPattern, type }],
    attrs: list('attrs'),
    q: text('q'),
    csf: text('csf'),
    scopeQ: text('scopeQ'),
    georel: text('georel'),
    geometry: text('geometry'),
    coordinates: coordinatesParameter('coordinates', text('coordinates')),
    geoproperty: text('geoproperty'),
    pick: text('pick'),
    omit: text('omit'),
    datasetId: list('datasetId'),
    lang: text('lang'),
    join: text('join'),
    joinLevel: text('joinLevel'),
    containedBy: list('containedBy'),
    expandValues: list('expandValues'),
    jsonKeys: list('jsonKeys'),
    orderBy: list('orderBy'),
    collation: text('collation'),
    orderFrom: coordinatesParameter('orderFrom', text('orderFrom')),
    orderGeometry: text('orderGeometry'),
    geometryProperty: text('geometryProperty'),
    local: flag('local'),
    splitEntities: flag('splitEntities'),
    entityMap: flag('entityMap'),
    entityMapLifetime: text('entityMapLifetime'),
  };
}
