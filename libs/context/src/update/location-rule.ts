import { badRequest, NgsiError } from '../errors';
import type { JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { Attribute, EntityLocation } from '../model/entity';
import { isLocation, locationOf } from '../values/location';

const secondLocation = () =>
  new NgsiError(
    'NoResourcesAvailable',
    'You cannot use more than one geo location attribute when creating an entity. Use ignoreType metadata if you want to add additional informative locations.',
  );

const FAULT = 'error parsing location attribute';

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
 * @throws NoResourcesAvailable  another attribute is the location, and the rule does not let it move
 * @throws BadRequest  the value is no valid location
 */
export function locationAfter(
  current: EntityLocation | undefined,
  name: string,
  attribute: Attribute,
  rule: LocationRule,
): EntityLocation | undefined {
  if (!isLocation(attribute)) return current?.attrName === name ? undefined : current;
  if (rule !== 'update' && current !== undefined && current.attrName !== name) throw secondLocation();
  return locationOf(name, attribute, faultPrefix(current, rule));
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
    throw badRequest(
      `attempt to define a geo location attribute [${name}] when another one has been previously defined [${current.attrName}]`,
    );
  }
  const value = attribute.type === 'geo:json' ? withNumbers(attribute.value) : attribute.value;
  return locationOf(name, { ...attribute, value }, rule === 'create' ? '' : faultPrefix(current, rule));
}

/** The texts of a geometry that read as numbers, as numbers. */
function withNumbers(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withNumbers);
  if (isJsonObject(value))
    return new Map([...value].map(([key, member]) => [key, key === 'type' ? member : withNumbers(member)]));
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : value;
}

function faultPrefix(current: EntityLocation | undefined, rule: LocationRule): string {
  if (rule === 'append') return `${FAULT} for new attribute: `;
  return rule === 'appendExisting' && current === undefined
    ? `${FAULT} for existing attribute: `
    : `${FAULT}: `;
}
