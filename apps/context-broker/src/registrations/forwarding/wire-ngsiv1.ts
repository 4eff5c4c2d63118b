import {
  isJsonArray,
  isJsonObject,
  renderString,
  renderValue,
  type AttributeInput,
  type Attribute,
  type Entity,
  type JsonObject,
  type JsonValue,
} from '@smart-city/ngsi';
import type { ProviderQuery, ProviderUpdate, WireEntity } from './provider-request';
import type { RefusedAttributes, UpdateAnswer } from './update-answer';
import { foreignAttribute, foreignEntity, readMetadatas } from './wire-entity';
import type { WireRequest } from './wire-ngsiv2';

/** Path and body of a query to a provider that speaks NGSIv1 (`legacyForwarding`). */
export function renderQueryV1({ entities, attrs }: ProviderQuery): WireRequest {
  const list = entities.map((entity) => `{${identity(entity)}}`).join(',');
  return {
    path: '/queryContext',
    logPath: '/queryContext',
    body: `{"entities":[${list}],"attributes":[${attrs.map(renderString).join(',')}]}`,
  };
}

/** Path and body of an update to a provider that speaks NGSIv1. */
export function renderUpdateV1({ entities }: ProviderUpdate): WireRequest {
  const elements = entities.map(
    ({ entity, attrs }) => `{${identity(entity)},"attributes":[${attrs.map(attribute).join(',')}]}`,
  );
  return {
    path: '/updateContext',
    logPath: '/updateContext',
    body: `{"contextElements":[${elements.join(',')}],"updateAction":"UPDATE"}`,
  };
}

const identity = ({ id, isPattern, type }: WireEntity): string =>
  `"id":${renderString(id)},"isPattern":"${isPattern}","type":${renderString(type ?? '')}`;

function attribute({ name, type = '', value, metadata }: AttributeInput): string {
  const items = [...metadata].map(
    ([key, item]) =>
      `{"name":${renderString(key)},"type":${renderString(item.type)},"value":${renderValue(item.type, item.value)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderString(name)},"type":${renderString(type)},"value":${renderValue(type, value)}${metadatas}}`;
}

/** Entities of a `queryContext` answer; undefined when it is none. Unknown members are ignored. */
export function readQueryAnswerV1(body: JsonValue | undefined): readonly Entity[] | undefined {
  if (!isJsonObject(body)) return undefined;
  const responses = body.get('contextResponses');
  if (!isJsonArray(responses)) return body.has('errorCode') ? [] : undefined;
  return responses.map(readContextResponse).filter((entity) => entity !== undefined);
}

function readContextResponse(response: JsonValue): Entity | undefined {
  if (!isJsonObject(response) || codeOf(response.get('statusCode')) !== '200') return undefined;
  const element = response.get('contextElement');
  const id = isJsonObject(element) ? element.get('id') : undefined;
  if (!isJsonObject(element) || typeof id !== 'string' || id === '') return undefined;
  const type = element.get('type') ?? '';
  const attrs = new Map<string, Attribute>();
  for (const item of attributesOf(element)) {
    const name = item.get('name');
    if (typeof name !== 'string') continue;
    const value = item.get('value') ?? null;
    // The reference reads objects and arrays of NGSIv1 without their type.
    const attributeType = isJsonObject(value) || isJsonArray(value) ? undefined : item.get('type');
    attrs.set(name, foreignAttribute(attributeType, value, readMetadatas(item.get('metadatas'))));
  }
  return foreignEntity(id, typeof type === 'string' ? type : '', attrs);
}

/**
 * What an `updateContext` answer says of the whole request. One element with another status than 200 refuses all of it,
 * as in the reference, whatever the other elements say; no status counts as success.
 */
export function readUpdateAnswerV1(body: JsonValue | undefined, isEmpty: boolean): UpdateAnswer {
  if (!isJsonObject(body))
    return {
      kind: 'failed',
      reason: 'Errors found in incoming JSON buffer',
      fault: isEmpty ? 'emptyAnswer' : 'unreadableAnswer',
    };
  const whole = codeOf(body.get('errorCode'));
  if (whole === '200') return { kind: 'done' };
  if (whole === '404') return { kind: 'missing' };
  const responses = body.get('contextResponses');
  if (whole !== undefined || !isJsonArray(responses))
    return {
      kind: 'failed',
      reason: 'contextResponses key not found or its value is not an array',
      fault: 'unreadableAnswer',
    };
  const refused = responses.flatMap(readRefusal);
  const [first] = refused;
  return first === undefined
    ? { kind: 'done' }
    : { kind: 'failed', reason: `non-200 code: ${first.code}`, refused };
}

function readRefusal(response: JsonValue): readonly RefusedAttributes[] {
  if (!isJsonObject(response)) return [];
  const status = response.get('statusCode');
  const code = codeOf(status);
  if (code === undefined || code === '200') return [];
  const element = response.get('contextElement');
  const members: JsonObject = isJsonObject(element) ? element : new Map();
  const names = attributesOf(members).map((attribute) => attribute.get('name'));
  const details = isJsonObject(status) ? status.get('details') : undefined;
  return [
    {
      id: textOr(members.get('id')),
      names: names.filter((name) => typeof name === 'string'),
      code,
      details: textOr(details),
    },
  ];
}

const textOr = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function attributesOf(element: JsonObject): readonly JsonObject[] {
  const list = element.get('attributes');
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** `code` is a string in the reference and a number in many providers. */
function codeOf(status: JsonValue | undefined): string | undefined {
  const code = isJsonObject(status) ? status.get('code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}
