import { readDateTime } from '../entity/date-time';
import {
  isDateTimeType,
  isJsonArray,
  isJsonObject,
  kindOf,
  type Attribute,
  type AttributeInstance,
  type Entity,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';
import type { LdEntityTime, LdInstanceMember, LdPath } from './ld-query';

/** Part of an entity that a condition is asked of: a time of the broker or of an instance, or a value. */
export type LdElement =
  | { readonly kind: 'seconds'; readonly seconds: number }
  /** `isVocab`: it is compared with the expanded form of a text, too. `isLink`: it has no order, and matches no pattern. */
  | { readonly kind: 'value'; readonly value: JsonValue; readonly isVocab?: true; readonly isLink?: true };

type Instance = AttributeInstance | Metadata;

/** Tells whether one of the elements that a path names in an entity passes a test; each instance is looked at. */
export function someElement(entity: Entity, path: LdPath, test: (element: LdElement) => boolean): boolean {
  if (path.of === 'entity') {
    const seconds = entityTime(entity, path.time);
    return seconds !== undefined && test({ kind: 'seconds', seconds });
  }
  const attribute = entity.attrs.get(path.name);
  return attribute !== undefined && someInstance(attribute, path, 0, test);
}

function entityTime(entity: Entity, time: LdEntityTime): number | undefined {
  switch (time) {
    case 'createdAt':
      return entity.creDate;
    case 'modifiedAt':
      return entity.modDate;
    case 'expiresAt':
      return entity.expiresAtMs === undefined ? undefined : entity.expiresAtMs / 1000;
  }
}

type AttributePath = Extract<LdPath, { of: 'attribute' }>;

function someInstance(
  attribute: Attribute | Metadata,
  path: AttributePath,
  level: number,
  test: (element: LdElement) => boolean,
): boolean {
  const holds = (instance: Instance) => isPresent(instance) && holdsIn(instance, path, level, test);
  return holds(attribute) || attribute.instances?.some(holds) === true;
}

/** Leaves out instances that have ended, and nulls of NGSIv2, which are no values of NGSI-LD. */
const isPresent = ({ value, expiresAt }: Instance): boolean =>
  value !== null && (expiresAt === undefined || Date.parse(expiresAt.replace(',', '.')) > Date.now());

/** Tells whether an entity has an attribute, in some instance. */
export const hasAttribute = (entity: Entity, name: string): boolean => {
  const attribute = entity.attrs.get(name);
  return attribute !== undefined && (isPresent(attribute) || attribute.instances?.some(isPresent) === true);
};

function holdsIn(
  instance: Instance,
  path: AttributePath,
  level: number,
  test: (element: LdElement) => boolean,
): boolean {
  const name = path.subs[level];
  if (name !== undefined) {
    const sub = instance.metadata?.get(name);
    return sub !== undefined && someInstance(sub, path, level + 1, test);
  }
  if (path.member !== undefined) {
    const element = memberOf(instance, path.member);
    return element !== undefined && test(element);
  }
  return someValue(instance, path.inside, test);
}

/** Metadata in which NGSIv2 keeps what these members say. */
const NGSIV2_NAMES = { observedAt: 'TimeInstant', unitCode: 'unitCode' } as const;

function memberOf(instance: Instance, member: LdInstanceMember): LdElement | undefined {
  switch (member) {
    case 'createdAt':
      return instance.creDate === undefined ? undefined : { kind: 'seconds', seconds: instance.creDate };
    case 'modifiedAt':
      return instance.modDate === undefined ? undefined : { kind: 'seconds', seconds: instance.modDate };
    case 'expiresAt':
      return instance.expiresAt === undefined ? undefined : { kind: 'value', value: instance.expiresAt };
    case 'datasetId':
      return instance.datasetId === undefined ? undefined : { kind: 'value', value: instance.datasetId };
    case 'observedAt':
    case 'unitCode': {
      const item = instance.metadata?.get(member) ?? instance.metadata?.get(NGSIV2_NAMES[member]);
      return item && elementOf(item, item.value);
    }
  }
}

/** A DateTime is held as seconds; `text` has them as they were given, with all digits. */
function elementOf({ type, text }: Instance, value: JsonValue): LdElement {
  if (!isDateTimeType(type) || typeof value !== 'number') return { kind: 'value', value };
  const given = text === undefined ? undefined : readDateTime(text);
  return { kind: 'seconds', seconds: given ?? value };
}

function someValue(
  instance: Instance,
  inside: readonly string[],
  test: (element: LdElement) => boolean,
): boolean {
  const { value } = instance;
  switch (kindOf(instance)) {
    case 'LanguageProperty':
      return someLanguage(value, inside, test);
    case 'Relationship':
    case 'ListRelationship':
      return inside.length === 0 && test({ kind: 'value', value, isLink: true });
    case 'VocabProperty':
      return inside.length === 0 && test({ kind: 'value', value, isVocab: true });
    default:
      if (inside.length === 0) return test(elementOf(instance, value));
      return someInside(value, inside, 0, (found) => test({ kind: 'value', value: found }));
  }
}

/** Without a tag, and with `*`, each of the languages counts. */
function someLanguage(
  value: JsonValue,
  inside: readonly string[],
  test: (element: LdElement) => boolean,
): boolean {
  if (!isJsonObject(value) || inside.length > 1) return false;
  const [tag = '*'] = inside;
  const texts = tag === '*' ? [...value.values()] : [value.get(tag)];
  return texts.some((text) => text !== undefined && test({ kind: 'value', value: text }));
}

/** An array on the way stands for each of its elements. */
function someInside(
  value: JsonValue,
  keys: readonly string[],
  at: number,
  test: (value: JsonValue) => boolean,
): boolean {
  if (at === keys.length) return test(value);
  if (isJsonArray(value)) return value.some((item) => isJsonObject(item) && someInside(item, keys, at, test));
  const next = isJsonObject(value) ? value.get(keys[at]!) : undefined;
  return next !== undefined && someInside(next, keys, at + 1, test);
}
