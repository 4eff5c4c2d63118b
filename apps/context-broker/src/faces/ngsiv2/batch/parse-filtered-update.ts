import {
  badRequest,
  isJsonArray,
  isJsonObject,
  type EntityQuery,
  type EntityUpdate,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import { parseAttributes } from '@smart-city/ngsiv2';
import { checkSelects, readBounds } from '../by-filter/filtered-change';
import { readPage } from '../entities/entity-query';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { parseAction } from './parse-batch-update';
import { EXPRESSION_MEMBERS, parseQueryExpression, parseSelectors } from './parse-filter';
import { readObject } from './read-object';

/** One change for all that a filter selects. */
export interface FilteredUpdate {
  readonly query: EntityQuery;
  readonly isDryRun: boolean;
  readonly update: Pick<EntityUpdate, 'action' | 'attrs'>;
}

const MEMBERS = ['actionType', 'filter', 'attrs'];
const FILTER_MEMBERS = ['entities', 'expression'];

/** Whether the body of an update has a filter instead of entities. @throws NgsiError  ParseError, 400 */
export function hasFilter(request: NgsiRequest): boolean {
  const body = readObject(request.json());
  return body.has('filter') && !body.has('entities');
}

/** Reads the body of `POST /v2/op/update` that {@link hasFilter}. @throws NgsiError  400 */
export function filteredUpdate(request: NgsiRequest): FilteredUpdate {
  const body = readObject(request.json());
  for (const name of body.keys())
    if (!MEMBERS.includes(name)) throw badRequest(`Unrecognized field in JSON payload: /${name}/`);
  const actionType = body.get('actionType');
  if (actionType === undefined)
    throw badRequest('Invalid JSON payload, mandatory field /actionType/ not found');
  const action = parseAction(actionType);
  const { isDryRun } = readBounds(request);
  const filter = parseFilter(body.get('filter')!, request);
  return {
    query: { ...filter, ...readPage(request.parameters) },
    isDryRun,
    update: { action, attrs: parseAttrs(body.get('attrs'), action, request) },
  };
}

function parseFilter(
  value: JsonValue,
  request: NgsiRequest,
): Pick<EntityQuery, 'selectors' | 'q' | 'mq' | 'geo'> {
  if (!isJsonObject(value)) throw badRequest('filter is not an object');
  checkMembers(value, FILTER_MEMBERS, 'filter');
  const entities = value.get('entities') ?? [];
  const expression = value.get('expression');
  if (isJsonObject(expression ?? null)) checkExpression(expression as JsonObject);
  const filter = {
    selectors: parseSelectors(entities),
    ...(expression !== undefined && parseQueryExpression(expression, request)),
  };
  // One that selects everything is no selector, but somebody wrote it.
  if (isJsonArray(entities) && entities.length === 0) checkSelects(filter);
  return filter;
}

/** A query overlooks what it does not know; a slip of the pen must not change more than is meant. @throws NgsiError  400 */
function checkExpression(expression: JsonObject): void {
  checkMembers(expression, EXPRESSION_MEMBERS, 'expression');
  if (expression.has('geoproperty') && !expression.has('georel'))
    throw badRequest('geoproperty without georel');
}

/** @throws NgsiError  400 */
function checkMembers(value: JsonObject, known: readonly string[], what: string): void {
  for (const name of value.keys())
    if (!known.includes(name)) throw badRequest(`Unrecognized field in ${what}: /${name}/`);
}

/** Of a deletion they may be missing: then entities are deleted. */
function parseAttrs(
  value: JsonValue | undefined,
  action: EntityUpdate['action'],
  { options }: NgsiRequest,
): EntityUpdate['attrs'] {
  if (value === undefined && action === 'delete') return [];
  if (!isJsonObject(value ?? null)) throw badRequest('attrs is not an object');
  return parseAttributes(value!, { keyValues: options.has('keyValues') });
}
