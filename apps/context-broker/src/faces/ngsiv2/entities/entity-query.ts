import {
  badRequest,
  compilePattern,
  shortName,
  type EntityQuery,
  type EntitySelector,
} from '@smart-city/context';
import { parseGeoParameters, parseMq, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../../context/request-context';
import { listParameter, type UrlParameters } from '../../../http/url-parameters';
import { readCursor } from './cursor';

/** The URL parameters of `GET /v2/entities`. */
export function readQuery(
  parameters: UrlParameters,
  { extendedQuery: extended }: Pick<RequestContext, 'extendedQuery'>,
): EntityQuery {
  const text = (name: string) => parameters.values.get(name);
  if (text('id') !== undefined && text('idPattern') !== undefined)
    throw badRequest('Incompatible parameters: id, IdPattern');
  if (text('type') !== undefined && text('typePattern') !== undefined)
    throw badRequest('Incompatible parameters: type, typePattern');
  const geo = parseGeoParameters({
    georel: text('georel'),
    geometry: text('geometry'),
    coords: text('coords'),
    geoproperty: text('geoproperty'),
  });
  const q = text('q');
  const mq = text('mq');
  return {
    selectors: readSelectors(parameters),
    ...(q !== undefined && { q: parseQ(q, { extended }) }),
    ...(mq !== undefined && { mq: parseMq(mq, { extended }) }),
    ...(geo && { geo }),
    ...readPage(parameters),
  };
}

/** Which part of what is found, and in which order. */
export type EntityPageRequest = Pick<EntityQuery, 'orderBy' | 'limit' | 'offset' | 'count' | 'cursor'>;

/** `limit`, `offset`, `cursor`, `orderBy` and `options=count`, as lists and op/query take them. */
export function readPage({ values, limit, offset, options }: UrlParameters): EntityPageRequest {
  const order = values.get('orderBy');
  const orderBy = order === undefined ? [] : parseOrderBy(order);
  const cursor = values.get('cursor');
  return {
    orderBy,
    limit,
    offset,
    count: options.has('count'),
    ...(cursor !== undefined && { cursor: readCursor(cursor, { orderBy, offset }) }),
  };
}

function readSelectors(parameters: UrlParameters): readonly EntitySelector[] {
  const idPattern = checkedPattern(parameters.values.get('idPattern'), 'idPattern');
  const typePattern = checkedPattern(parameters.values.get('typePattern'), 'typePattern');
  const ids = listParameter(parameters, 'id');
  const types = listParameter(parameters, 'type').map(shortName);
  const selector: EntitySelector = {
    // A list of nothing but commas names no entity: the empty id is nobody's.
    ...(parameters.values.has('id') && { ids: ids.length > 0 ? ids : [''] }),
    ...(types.length > 0 && { types }),
    ...(idPattern !== undefined && { idPattern }),
    ...(typePattern !== undefined && { typePattern }),
  };
  return Object.keys(selector).length === 0 ? [] : [selector];
}

/** @throws BadRequest  when the expression cannot be compiled */
export function checkedPattern(
  source: string | undefined,
  field: 'idPattern' | 'typePattern',
): string | undefined {
  if (source !== undefined) compilePattern(source, () => badRequest(`Invalid regex for entity ${field}`));
  return source;
}
