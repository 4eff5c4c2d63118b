import {
  badRequest,
  isJsonArray,
  isJsonObject,
  NgsiError,
  parseBatchEntity,
  type EntityUpdate,
  type JsonValue,
  type ParsedEntity,
} from '@smart-city/ngsi';
import { updateFlags } from '../entities/entity-requests';
import type { NgsiRequest } from '../http/ngsi-request';
import { readObject } from './parse-batch-update';

const UNSUPPORTED = ['keyValues', 'uniqueValues', 'custom'];

/**
 * Reads the body of `POST /v2/op/notify`: its entities are appended. Items with faults inside are left out silently, as
 * in the original. Spec section 6.3.
 */
export function readNotification(request: NgsiRequest): readonly EntityUpdate[] {
  checkFormat(request.attrsFormat);
  const body = readObject(request.json());
  if (!body.has('subscriptionId'))
    throw badRequest('invalid JSON payload, mandatory field /subscriptionId/ not found');
  if (!body.has('data')) throw badRequest('Invalid JSON payload, mandatory field /data/ not found');
  let entities: readonly ParsedEntity[] = [];
  for (const [name, value] of body) {
    if (name === 'subscriptionId' && typeof value !== 'string')
      throw badRequest('/subscriptionId/ must be a JSON string');
    if (name === 'data') entities = parseData(value);
  }
  const flags = updateFlags(request);
  return entities.map(({ ref, attrs }) => ({ ...flags, action: 'append', ref, attrs, defaultType: 'Thing' }));
}

function checkFormat(format: string | undefined): void {
  if (format === undefined || format === '' || format === 'normalized') return;
  if (UNSUPPORTED.includes(format))
    throw badRequest(`attribute render format /${format}/ not supported for notifications`);
  throw badRequest('invalid render format for notifications');
}

function parseData(value: JsonValue): readonly ParsedEntity[] {
  if (!isJsonArray(value)) throw badRequest('notification field /data/ must be a JSON array');
  return value.flatMap((item) => {
    if (!isJsonObject(item)) throw badRequest('notification data vector item must be a JSON object');
    try {
      return [parseBatchEntity(item)];
    } catch (error) {
      if (error instanceof NgsiError) return [];
      throw error;
    }
  });
}
