import { badRequest, defaultType, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { hasForbiddenChars, hasForbiddenIdChars, optionalString } from '../json-fields';
import type { CustomBody, NgsiPatch, NgsiPatchAttribute } from './custom-body';

const LOWEST_PRIORITY = 100_000;

/**
 * `payload`, `json` or `ngsi` of a custom channel.
 *
 * @throws NgsiError BadRequest with Orion's texts
 */
export function parseCustomBody(holder: JsonObject): CustomBody {
  const given = ['payload', 'json', 'ngsi'].filter((field) => holder.has(field));
  if (given.length > 1) {
    throw badRequest(
      'only one of payload, json or ngsi fields accepted at the same time in httpCustom, mqttCustom or kafkaCustom',
    );
  }
  switch (given[0]) {
    case 'payload':
      return parsePayload(holder);
    case 'json':
      return parseJsonBody(holder.get('json')!);
    case 'ngsi':
      return { kind: 'ngsi', ngsi: parseNgsiPatch(holder.get('ngsi')!) };
    default:
      return { kind: 'default' };
  }
}

function parsePayload(holder: JsonObject): CustomBody {
  if (holder.get('payload') === null) return { kind: 'none' };
  const payload = optionalString(holder, 'payload', 'payload custom notification') ?? '';
  if (hasForbiddenChars(payload)) throw badRequest('forbidden characters in custom /payload/');
  return payload === '' ? { kind: 'default' } : { kind: 'text', payload };
}

function parseJsonBody(json: JsonValue): CustomBody {
  if (!Array.isArray(json) && !isJsonObject(json)) {
    throw badRequest('json fields in httpCustom, mqttCustom or kafkaCustom must be object or array');
  }
  return { kind: 'json', json };
}

function parseNgsiPatch(ngsi: JsonValue): NgsiPatch {
  if (!isJsonObject(ngsi)) throw badRequest('ngsi field in custom notification must be a JSON object');
  const attrs = new Map<string, NgsiPatchAttribute>();
  let id: string | undefined;
  let type: string | undefined;
  for (const [name, value] of ngsi) {
    if (name === 'id') id = parseIdentity(value, 'Invalid JSON type for entity id');
    else if (name === 'type') type = parseIdentity(value, 'Invalid JSON type for entity type');
    else attrs.set(name, parsePatchAttribute(name, value));
  }
  return { attrs, ...(id ? { id } : {}), ...(type ? { type } : {}) };
}

function parseIdentity(value: JsonValue, problem: string): string {
  if (typeof value !== 'string') throw badRequest(problem);
  return value;
}

/** An attribute of a patch. Its value is not checked for forbidden characters: expressions need them. */
function parsePatchAttribute(name: string, attribute: JsonValue): NgsiPatchAttribute {
  if (name === '') throw badRequest('attribute name length: 0, min length supported: 1');
  if (hasForbiddenIdChars(name)) throw badRequest('Invalid characters in attribute name');
  if (!isJsonObject(attribute))
    throw badRequest('attribute must be a JSON object, unless keyValues option is used');
  for (const field of attribute.keys()) {
    if (field !== 'type' && field !== 'value' && field !== 'metadata')
      throw badRequest(`unrecognized property for context attribute: '${field}'`);
  }
  const value = attribute.get('value') ?? null;
  const type = attribute.get('type');
  if (type !== undefined && typeof type !== 'string')
    throw badRequest('invalid JSON type for attribute type');
  if (type === '') throw badRequest('attribute type length: 0, min length supported: 1');
  if (type !== undefined && hasForbiddenIdChars(type))
    throw badRequest('Invalid characters in attribute type');
  const evalPriority = parseEvalPriority(attribute.get('metadata'));
  return { type: type ?? defaultType(value), value, ...(evalPriority === undefined ? {} : { evalPriority }) };
}

function parseEvalPriority(metadata: JsonValue | undefined): number | undefined {
  if (metadata === undefined) return undefined;
  if (!isJsonObject(metadata)) throw badRequest('metadata must be a JSON object');
  if ([...metadata.keys()].some((name) => name !== 'evalPriority')) {
    throw badRequest('only evalPriority metadata is allowed in ngsi field in custom notifications');
  }
  const priority = metadata.get('evalPriority');
  if (priority === undefined) return undefined;
  const value = isJsonObject(priority) ? priority.get('value') : priority;
  if (typeof value !== 'number') throw badRequest('evalPriority metadata must be a number');
  if (value < 1) throw badRequest('evalPriority metadata minimum priority is 1');
  if (value > LOWEST_PRIORITY) throw badRequest('evalPriority metadata maximum priority is 100000');
  return value;
}
