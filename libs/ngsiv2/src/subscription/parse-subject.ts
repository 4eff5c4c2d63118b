import {
  ALTERATION_TYPES,
  type AlterationType,
  badRequest,
  checkPatternCount,
  compilePattern,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  patternsIn,
} from '@smart-city/context';
import { parseExpression, type ExpressionOptions } from './parse-expression';
import { hasForbiddenIdChars, optionalBoolean, optionalString, optionalStringList } from './json-fields';
import { type SubjectEntity, type SubscriptionCondition } from './subscription';
import { NGSIV2 } from '../protocols';

const LONGEST_ID = 256;

/** `subject` of a request. `notifyOnMetadataChange` is absent when the client did not give it. */
export interface SubjectInput {
  readonly entities: readonly SubjectEntity[];
  readonly condition: Omit<SubscriptionCondition, 'notifyOnMetadataChange'> & {
    readonly notifyOnMetadataChange?: boolean;
  };
}

const NO_CONDITION: SubjectInput['condition'] = { language: NGSIV2, attrs: [], alterationTypes: [] };

/** @throws NgsiError BadRequest with Orion's texts */
export function parseSubject(subject: JsonValue, options: ExpressionOptions = {}): SubjectInput {
  if (!isJsonObject(subject)) throw badRequest('subject is not an object');
  const entities = subject.get('entities');
  if (entities === undefined) throw badRequest('no subject entities specified');
  const parsed = parseEntities(entities);
  if (parsed.length === 0) throw badRequest('subject entities is empty');
  const condition = subject.get('condition');
  return {
    entities: parsed,
    condition: condition === undefined ? NO_CONDITION : parseCondition(condition, options),
  };
}

/** The list that subscriptions and registrations share; only the latter may have it empty. @throws NgsiError BadRequest with Orion's texts */
export function parseEntities(entities: JsonValue): readonly SubjectEntity[] {
  if (!isJsonArray(entities)) throw badRequest('/entities/ is not an array');
  const byText = new Map<string, SubjectEntity>();
  let patterns = 0;
  for (const item of entities) {
    const entity = parseSubjectEntity(item);
    checkPatternCount((patterns += patternsIn([entity])));
    byText.set(JSON.stringify([entity.id, entity.idPattern, entity.type, entity.typePattern]), entity);
  }
  return [...byText.values()];
}

function parseSubjectEntity(item: JsonValue): SubjectEntity {
  if (!isJsonObject(item)) throw badRequest('/entities/ vector item is not an object');
  if (!item.has('id') && !item.has('idPattern'))
    throw badRequest('/entities/ vector item does not have /id/ nor /idPattern/');
  if (item.has('id') && item.has('idPattern'))
    throw badRequest('/entities/ vector item has both /id/ and /idPattern/');
  if (item.has('type') && item.has('typePattern'))
    throw badRequest('/entities/ element has both /type/ and /typePattern/');
  const id = optionalString(item, 'id', '/entities/ vector item /id/');
  if (id === '') throw badRequest('/entities/ element id is empty');
  checkPlain(id, 'id');
  const idPattern = parsePattern(item, 'idPattern', 'Invalid regex for entity idPattern');
  const type = optionalString(item, 'type', '/entities/ vector item type');
  checkPlain(type, 'type');
  if (type === '') throw badRequest('entity type length: 0, min length supported: 1');
  const typePattern = parsePattern(item, 'typePattern', 'Invalid regex for entity typePattern');
  return {
    ...(id === undefined ? {} : { id }),
    ...(idPattern === undefined ? {} : { idPattern }),
    ...(type === undefined ? {} : { type }),
    ...(typePattern === undefined ? {} : { typePattern }),
  };
}

function checkPlain(text: string | undefined, field: 'id' | 'type'): void {
  if (text === undefined) return;
  if (hasForbiddenIdChars(text))
    throw badRequest(`forbidden characters in /entities/ vector item /${field}/`);
  if (text.length > LONGEST_ID)
    throw badRequest(`max ${field} length exceeded in /entities/ vector item /${field}/`);
}

function parsePattern(item: JsonObject, field: string, problem: string): string | undefined {
  const pattern = optionalString(item, field, `/entities/ vector item /${field}/`);
  if (pattern === undefined) return undefined;
  if (pattern === '') throw badRequest(`/entities/ vector item /${field}/ is empty`);
  try {
    compilePattern(pattern);
  } catch {
    throw badRequest(problem);
  }
  return pattern;
}

function parseCondition(condition: JsonValue, options: ExpressionOptions): SubjectInput['condition'] {
  if (!isJsonObject(condition)) throw badRequest('condition is not an object');
  if (condition.size === 0) throw badRequest('condition is empty');
  const attrs = optionalStringList(condition, 'attrs', { areAttributeNames: true }) ?? [];
  const jexlExpression = optionalString(condition, 'jexlExpression');
  const expression = condition.has('expression')
    ? parseExpression(condition.get('expression')!, options)
    : undefined;
  const alterationTypes = parseAlterationTypes(condition);
  const notifyOnMetadataChange = optionalBoolean(condition, 'notifyOnMetadataChange');
  return {
    language: NGSIV2,
    attrs,
    alterationTypes,
    ...(expression === undefined ? {} : { expression }),
    ...(jexlExpression === undefined || jexlExpression === '' ? {} : { jexlExpression }),
    ...(notifyOnMetadataChange === undefined ? {} : { notifyOnMetadataChange }),
  };
}

function parseAlterationTypes(condition: JsonObject): readonly AlterationType[] {
  const names = optionalStringList(condition, 'alterationTypes') ?? [];
  return names.map((name) => {
    const type = ALTERATION_TYPES.find((candidate) => candidate === name);
    if (type === undefined) throw badRequest(`unknown subscription alterationType: ${name}`);
    return type;
  });
}
