import { ContextFault } from '../faults';
import type { JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { Attribute, EntityLocation } from '../model/entity';
import { isLocation, locationOf, type WrittenKind } from '../values/location';

const secondLocation = () => new ContextFault('secondLocation', {});

/**
 * How a written attribute bears on the entity's location.
 * - `create`: entity creation.
 * - `append`: the attribute is added, by an append or a replacement.
 * - `appendExisting`: an append changes an attribute that is there.
 * - `update`: a plain update, which may move the location to another attribute.
 */
export type LocationRule = 'create' | 'append' | 'appendExisting' | 'update';

/**
 * The entity's location after one attribute was written.
 *
 * @throws ContextFault  `secondLocation`: another attribute is the location, and the rule does not let it move; what
 *   {@link locationOf} throws
 */
export function locationAfter(
  current: EntityLocation | undefined,
  name: string,
  attribute: Attribute,
  rule: LocationRule,
): EntityLocation | undefined {
  if (!isLocation(attribute)) return current?.attrName === name ? undefined : current;
  if (rule !== 'update' && current !== undefined && current.attrName !== name) throw secondLocation();
  return locationOf(name, attribute, attributeKind(current, rule));
}

/**
 * As {@link locationAfter} for NGSIv1, whose updates never make another attribute the location, and whose coordinates are
 * texts.
 */
export function legacyLocationAfter(
  current: EntityLocation | undefined,
  name: string,
  attribute: Attribute,
  rule: LocationRule,
): EntityLocation | undefined {
  if (!isLocation(attribute)) return current?.attrName === name ? undefined : current;
  if (current !== undefined && current.attrName !== name) {
    if (rule === 'create') throw secondLocation();
    throw new ContextFault('locationTaken', { attribute: name, location: current.attrName });
  }
  const value = attribute.type === 'geo:json' ? withNumbers(attribute.value) : attribute.value;
  return locationOf(
    name,
    { ...attribute, value },
    rule === 'create' ? 'nothing' : attributeKind(current, rule),
  );
}

/** The texts of a geometry that read as numbers, as numbers. */
function withNumbers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withNumbers);
  if (isJsonObject(value))
    return new Map([...value].map(([key, member]) => [key, key === 'type' ? member : withNumbers(member)]));
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : value;
}

function attributeKind(current: EntityLocation | undefined, rule: LocationRule): WrittenKind {
  if (rule === 'append') return 'new';
  return rule === 'appendExisting' && current === undefined ? 'existing' : 'any';
}
