import {
  isJsonArray,
  isJsonObject,
  parseJson,
  type Attribute,
  type Entity,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LegacyValues } from './legacy-values';
import { foreignAttribute, foreignEntity } from '../../../../core/registrations/forwarding/foreign-entity';
import type { Answered } from '../../../../core/registrations/forwarding/provider-wire';
import type {
  RefusedAttributes,
  TakenAttributes,
  UpdateAnswer,
} from '../../../../core/registrations/forwarding/update-answer';
import { readMetadatas } from './read-metadatas';

/**
 * Entities of a `queryContext` answer; undefined when it is none. Unknown members are ignored.
 *
 * @param values  docs/behaviour/ngsiv1.md#answers-of-providers
 */
export function readQueryAnswerV1(
  { body, text }: Pick<Answered, 'body' | 'text'>,
  values: LegacyValues,
): readonly Entity[] | undefined {
  if (!isJsonObject(body)) return undefined;
  const read = values === 'texts' ? parseJson(text, { asTexts: true }) : body;
  const responses = isJsonObject(read) ? read.get('contextResponses') : undefined;
  if (!isJsonArray(responses)) return body.has('errorCode') ? [] : undefined;
  return responses
    .map((response) => readContextResponse(response, values))
    .filter((entity) => entity !== undefined);
}

/** `{}` and `[]` are the empty text of NGSIv1, at any depth. */
function withEmptyTexts(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.length === 0 ? '' : value.map(withEmptyTexts);
  if (!isJsonObject(value)) return value;
  if (value.size === 0) return '';
  return new Map([...value].map(([name, member]) => [name, withEmptyTexts(member)]));
}

function readContextResponse(response: JsonValue, values: LegacyValues): Entity | undefined {
  if (!isJsonObject(response) || codeOf(response.get('statusCode')) !== '200') return undefined;
  const element = response.get('contextElement');
  const id = isJsonObject(element) ? element.get('id') : undefined;
  if (!isJsonObject(element) || typeof id !== 'string' || id === '') return undefined;
  const type = element.get('type') ?? '';
  const attrs = new Map<string, Attribute>();
  for (const item of attributesOf(element)) {
    const name = item.get('name');
    if (typeof name !== 'string') continue;
    const sent = item.get('value');
    const value = values === 'texts' ? withEmptyTexts(sent ?? '') : (sent ?? null);
    const isCompound = isJsonObject(value) || isJsonArray(value);
    // Since 4.0.0 the original reads objects and arrays of NGSIv1 without their type.
    const attributeType = isCompound && values === 'json' ? undefined : item.get('type');
    attrs.set(name, foreignAttribute(attributeType, value, readMetadatas(item.get('metadatas'))));
  }
  return foreignEntity(id, typeof type === 'string' ? type : '', attrs);
}

/**
 * What an `updateContext` answer says. One element with another status than 200 makes it a failure, which the alarm
 * tells, with what the provider took all the same; since 4.0.0 the original cannot read such an answer, and nothing of it
 * counts as taken. No status counts as success.
 *
 * @param values  docs/behaviour/ngsiv1.md#answers-of-providers
 */
export function readUpdateAnswerV1(
  body: JsonValue | undefined,
  isEmpty: boolean,
  values: LegacyValues,
): UpdateAnswer {
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
  const told = responses.filter(isJsonObject).map(readResponse);
  const taken = told.filter((response): response is TakenAttributes => !('code' in response));
  const refused = told.filter((response): response is RefusedAttributes => 'code' in response);
  const [first] = refused;
  if (first === undefined) return { kind: 'done', taken };
  const reason = `non-200 code: ${first.code}`;
  return values === 'texts'
    ? { kind: 'failed', reason, taken, refused }
    : { kind: 'failed', reason, fault: 'unreadableAnswer' };
}

function readResponse(response: JsonObject): TakenAttributes | RefusedAttributes {
  const element = response.get('contextElement');
  const members: JsonObject = isJsonObject(element) ? element : new Map();
  const names = attributesOf(members).map((attribute) => attribute.get('name'));
  const about = {
    id: textOr(members.get('id')),
    type: textOr(members.get('type')),
    names: names.filter((name) => typeof name === 'string'),
  };
  const status = response.get('statusCode');
  const code = codeOf(status);
  if (code === undefined || code === '200') return about;
  return { ...about, code, details: textOr(isJsonObject(status) ? status.get('details') : undefined) };
}

const textOr = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function attributesOf(element: JsonObject): readonly JsonObject[] {
  const list = element.get('attributes');
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** `code` is a string in the original and a number in many providers. */
function codeOf(status: JsonValue | undefined): string | undefined {
  const code = isJsonObject(status) ? status.get('code') : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}
