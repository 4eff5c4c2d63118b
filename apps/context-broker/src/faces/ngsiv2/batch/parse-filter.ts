import {
  badRequest,
  checkPatternCount,
  isJsonArray,
  isJsonObject,
  NgsiError,
  patternsIn,
  type EntityQuery,
  type EntitySelector,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import {
  checkCharacters,
  parseExtendedQueryMember,
  parseGeoQuery,
  parseMq,
  parseQ,
} from '@smart-city/ngsiv2';
import { checkedPattern } from '../entities/entity-query';
import type { NgsiRequest } from '../../../http/ngsi-request';

export type Filters = Pick<EntityQuery, 'q' | 'mq' | 'geo'>;

/** The member `entities` of a query: any of these. @throws NgsiError  400 */
export function parseSelectors(value: JsonValue): readonly EntitySelector[] {
  if (!isJsonArray(value)) throw badRequest('not a JSON array');
  let patterns = 0;
  const selectors = value.map((item) => {
    const selector = parseSelector(item);
    // Counted as they are read: those beyond the limit are not even compiled.
    checkPatternCount((patterns += patternsIn([selector])));
    return selector;
  });
  // An item that selects everything makes the others superfluous.
  return selectors.some((selector) => Object.keys(selector).length === 0) ? [] : selectors;
}

function parseSelector(item: JsonValue): EntitySelector {
  if (!isJsonObject(item)) throw badRequest('entity is not a JSON object');
  const text = (name: string, what: string): string | undefined => {
    const value = item.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw badRequest(`Invalid JSON type for entity ${what}`);
    return value;
  };
  if (!item.has('id') && !item.has('idPattern')) throw badRequest('nor /id/ nor /idPattern/ present');
  if (item.has('id') && item.has('idPattern')) throw badRequest('both /id/ and /idPattern/ present');
  const id = text('id', 'id');
  const type = text('type', 'type');
  const idPattern = checkedPattern(text('idPattern', 'idPattern'), 'idPattern');
  const typePattern = checkedPattern(text('typePattern', 'typePattern'), 'typePattern');
  for (const name of item.keys())
    if (!['id', 'type', 'idPattern', 'typePattern'].includes(name))
      throw badRequest('no attributes allowed in Entity in this payload');
  if (id !== undefined) checkCharacters(id, 'entity id');
  if (type !== undefined) checkCharacters(type, 'entity type');
  if (type === '') throw badRequest('entity type length: 0, min length supported: 1');
  if ((id ?? '') === '' && (idPattern ?? '') === '')
    throw badRequest('id and idPattern cannot be both empty at the same time');
  if ((type ?? '') !== '' && (typePattern ?? '') !== '')
    throw badRequest('type and typePattern cannot be both filled at the same time');
  return {
    ...(id !== undefined && { ids: [id] }),
    ...(type !== undefined && { types: [type] }),
    // `.*` selects everything: no expression has to run for it.
    ...(idPattern !== undefined && idPattern !== '.*' && { idPattern }),
    ...(typePattern !== undefined && typePattern !== '.*' && { typePattern }),
  };
}

/** What the member `expression` of a query may say. */
export const EXPRESSION_MEMBERS: readonly string[] = [
  ...['q', 'mq', 'georel', 'geometry', 'coords', 'geoproperty', 'extendedQuery'],
];

/** The member `expression` of a query. @throws NgsiError  400 */
export function parseQueryExpression(value: JsonValue, { extendedQuery }: NgsiRequest): Filters {
  if (!isJsonObject(value)) throw badRequest('expression is not an object');
  if (value.size === 0) throw badRequest('expression is empty');
  const extended = parseExtendedQueryMember(value) ?? extendedQuery;
  const q = expressionText(value, 'q');
  const mq = expressionText(value, 'mq');
  const [geometry, coords, georel] = ['geometry', 'coords', 'georel'].map((name) =>
    expressionText(value, name),
  );
  const given = [geometry, coords, georel].filter((text) => text !== undefined).length;
  const filters: Filters = {
    ...(q !== undefined && { q: parseQ(q, { extended }) }),
    ...(mq !== undefined && { mq: parseMq(mq, { extended }) }),
  };
  if (given === 0) return filters;
  if (given < 3)
    throw badRequest('partial geo expression: geometry, georel and coords have to be provided together');
  const geoproperty = expressionText(value, 'geoproperty');
  return { ...filters, geo: parseGeo(georel!, geometry!, coords!, geoproperty) };
}

function parseGeo(georel: string, geometry: string, coords: string, geoproperty: string | undefined) {
  try {
    return parseGeoQuery(georel, geometry, coords, geoproperty);
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
    throw badRequest(`error parsing geo-query fields: ${error.message}`);
  }
}

function expressionText(expression: JsonObject, name: string): string | undefined {
  const value = expression.get(name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
  if (value === '') throw badRequest(`${name} is empty`);
  return value;
}
