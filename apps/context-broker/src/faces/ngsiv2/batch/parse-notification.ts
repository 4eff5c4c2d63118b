import {
  badRequest,
  isJsonArray,
  isJsonObject,
  NgsiError,
  type EntityUpdate,
  type JsonValue,
} from '@smart-city/context';
import { parseBatchEntity, type ParsedBatchEntity } from '@smart-city/ngsiv2';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { readObject } from './read-object';

const UNSUPPORTED = ['keyValues', 'uniqueValues', 'custom'];

/**
 * Reads the body of `POST /v2/op/notify`: its entities are appended. One fault in any of them refuses the whole body.
 * Empty when an item has an `idPattern`: such an update cannot be carried out, and this operation does not say so.
 *
 * @throws NgsiError  the texts of docs/behaviour/context-broker.md#receiving-notifications
 */
export function receivedNotification(request: NgsiRequest): readonly EntityUpdate[] {
  checkFormat(request.attrsFormat);
  const body = readObject(request.json());
  if (!body.has('subscriptionId'))
    throw badRequest('invalid JSON payload, mandatory field /subscriptionId/ not found');
  if (!body.has('data')) throw badRequest('Invalid JSON payload, mandatory field /data/ not found');
  let entities: readonly ParsedBatchEntity[] = [];
  for (const [name, value] of body) {
    if (name === 'subscriptionId') {
      if (typeof value !== 'string') throw badRequest('/subscriptionId/ must be a JSON string');
    } else if (name === 'data') entities = parseData(value, request.options.has('keyValues'));
    else throw badRequest(`Unrecognized field in JSON payload: /${name}/`);
  }
  if (entities.some(({ hasIdPattern }) => hasIdPattern)) return [];
  return entities.map(({ ref, attrs }) => ({ action: 'append', ref, attrs, defaultType: 'Thing' }));
}

function checkFormat(format: string | undefined): void {
  if (format === undefined || format === '' || format === 'normalized') return;
  throw unsupported(
    UNSUPPORTED.includes(format)
      ? `attribute render format /${format}/ not supported for notifications`
      : 'invalid render format for notifications',
  );
}

/** An error body under status 200: what Orion answers, and what brokers that notify take for success. */
const unsupported = (description: string) => new NgsiError('BadRequest', description, { status: 200 });

function parseData(value: JsonValue, keyValues: boolean): readonly ParsedBatchEntity[] {
  if (!isJsonArray(value)) throw badRequest('notification field /data/ must be a JSON array');
  return value.map((item) => {
    if (!isJsonObject(item)) throw badRequest('notification data vector item must be a JSON object');
    return parseBatchEntity(item, { keyValues });
  });
}
