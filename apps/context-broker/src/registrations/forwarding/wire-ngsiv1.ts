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
import type { UpdateAnswer } from './update-answer';
import { foreignAttribute, foreignEntity, readMetadatas } from './wire-entity';
import type { WireRequest } from './wire-ngsiv2';

/** Path and body of a query to a provider that speaks NGSIv1 (`legacyForwarding`). Spec section 11.3. */
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
    if (typeof name === 'string')
      attrs.set(
        name,
        foreignAttribute(item.get('type'), item.get('value') ?? null, readMetadatas(item.get('metadatas'))),
      );
  }
  return foreignEntity(id, typeof type === 'string' ? type : '', attrs);
}

/** What an `updateContext` answer says about each attribute. A status of 404 is "not there"; no status counts as success. */
export function readUpdateAnswerV1(body: JsonValue | undefined): UpdateAnswer {
  if (!isJsonObject(body)) return { kind: 'failed' };
  const whole = codeOf(body.get('errorCode'));
  if (whole !== undefined && whole !== '200') return { kind: whole === '404' ? 'missing' : 'failed' };
  const responses = body.get('contextResponses');
  if (!isJsonArray(responses)) return whole === '200' ? { kind: 'done' } : { kind: 'failed' };
  const refused = new Map<string, ReadonlySet<string> | 'all'>();
  for (const response of responses) {
    const element = isJsonObject(response) ? response.get('contextElement') : undefined;
    const id = isJsonObject(element) ? element.get('id') : undefined;
    if (!isJsonObject(response) || !isJsonObject(element) || typeof id !== 'string') continue;
    const code = codeOf(response.get('statusCode'));
    if (code === undefined || code === '200') continue;
    const names = attributesOf(element)
      .map((item) => item.get('name'))
      .filter((name) => typeof name === 'string');
    refused.set(id, names.length === 0 ? 'all' : new Set([...(refused.get(id) ?? []), ...names]));
  }
  if (refused.size === 0) return { kind: 'done' };
  return {
    kind: 'partly',
    refused: (entityId, name) => {
      const names = refused.get(entityId);
      return names === 'all' || (names?.has(name) ?? false);
    },
  };
}

function attributesOf(element: JsonObject): readonly JsonObject[] {
  const list = element.get('attributes');
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** `code` is a string in the reference and a number in many providers. */
function codeOf(status: JsonValue | undefined): string | undefined {
  const code = isJsonObject(status) ? status.get('code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}
