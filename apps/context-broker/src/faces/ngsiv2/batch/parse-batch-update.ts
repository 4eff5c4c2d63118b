import { badRequest, isJsonArray, NgsiError, type EntityUpdate, type JsonValue } from '@smart-city/context';
import { parseBatchEntity, type ParsedBatchEntity } from '@smart-city/ngsiv2';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { unknownOption } from '../url-parameters';
import { readObject } from './read-object';

export type BatchAction = Exclude<EntityUpdate['action'], 'create'>;

/** The names of NGSIv2, and the old ones in any letter case. @throws NgsiError  400 */
export function parseAction(value: JsonValue): BatchAction {
  const lower = typeof value === 'string' ? value.toLowerCase() : '';
  if (lower === 'append' || lower === 'update' || lower === 'delete' || lower === 'replace') return lower;
  if (lower === 'appendstrict' || lower === 'append_strict') return 'appendStrict';
  throw badRequest(
    'invalid update action type: right ones are: append, appendStric, delete, replace, update',
  );
}

/** Options that mean something to an update by a filter only. */
const OF_FILTERS = ['dryRun', 'extendedQuery'] as const;

/**
 * Reads the body of `POST /v2/op/update`: one update per item, a yield after each.
 *
 * @throws NgsiError  the texts of docs/behaviour/context-broker.md#batch-updates, in the order of the members
 */
export function* batchUpdate(request: NgsiRequest): Generator<void, readonly EntityUpdate[]> {
  const body = readObject(request.json());
  if (OF_FILTERS.some((name) => request.options.has(name))) throw unknownOption();
  for (const field of ['entities', 'actionType']) {
    if (!body.has(field)) throw badRequest(`Invalid JSON payload, mandatory field /${field}/ not found`);
  }
  let action: BatchAction = 'append';
  let entities: readonly ParsedBatchEntity[] = [];
  for (const [name, value] of body) {
    if (name === 'entities') entities = yield* parseEntities(value, request.options.has('keyValues'));
    else if (name === 'actionType') action = parseAction(value);
    else throw badRequest(`Unrecognized field in JSON payload: /${name}/`);
  }
  if (entities.some(({ hasIdPattern }) => hasIdPattern))
    throw new NgsiError('NotImplemented', 'NotImplemented');
  return entities.map(({ ref, attrs }) => ({ action, ref, attrs, defaultType: 'Thing' }));
}

function* parseEntities(value: JsonValue, keyValues: boolean): Generator<void, readonly ParsedBatchEntity[]> {
  if (!isJsonArray(value)) throw badRequest('not a JSON array');
  if (value.length === 0) throw badRequest('empty entities vector');
  const entities: ParsedBatchEntity[] = [];
  for (const item of value) {
    entities.push(parseBatchEntity(item, { keyValues }));
    yield;
  }
  return entities;
}
