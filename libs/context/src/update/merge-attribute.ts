import type { JsonValue } from '../json/json-value';
import type { Attribute, Metadata, MetadataMap } from '../model/entity';
import type { AttributeInput } from '../model/entity-update';
import { isDateTimeType } from '../values/date-time';
import { parseDateValue } from '../values/date-value';
import { defaultType } from '../values/default-type';
import { valuesEqual } from '../values/values-equal';
import { applyOperator, applyToAbsent } from './apply-operator';
import type { OperatorTarget } from './apply-operator';
import { autocast } from './autocast';
import { changeMetadata } from './change-metadata';
import { DATE_EXPIRES } from './expiration';
import { keptMembers } from './kept-members';
import { initialValue, parseOperator, type OperatorFault } from './operators';

/** The attribute an input makes in a new entity or a replacement; undefined when its operator creates nothing. */
export function newAttribute(input: AttributeInput, nowSeconds: number): Attribute | undefined {
  const given = legacyForm(input, input.type ?? '');
  const operator = parseOperator(given);
  const value = operator === undefined ? given : initialValue(operator);
  return value === undefined ? undefined : attributeOf(input, value, nowSeconds);
}

/**
 * The attribute an input makes in an entity that has none of that name.
 *
 * @returns the attribute, or the database's words for why its operator cannot be applied
 */
export function addedAttribute(
  input: AttributeInput,
  nowSeconds: number,
  target: () => OperatorTarget,
): Attribute | OperatorFault {
  const given = legacyForm(input, input.type ?? '');
  const operator = parseOperator(given);
  const outcome = operator === undefined ? { value: given } : applyToAbsent(operator, target());
  return 'fault' in outcome ? outcome : attributeOf(input, outcome.value, nowSeconds);
}

const attributeOf = (input: AttributeInput, value: JsonValue, nowSeconds: number): Attribute => ({
  type: input.type ?? (input.legacy ? '' : defaultType(input.value)),
  value,
  metadata: input.metadata,
  creDate: nowSeconds,
  modDate: nowSeconds,
});

export interface MergeOptions {
  readonly overrideMetadata: boolean;
  readonly forcedUpdate: boolean;
  readonly nowSeconds: number;
  /** What operators are applied to; most updates have none, and pay nothing for its texts. */
  readonly target: () => OperatorTarget;
}

export interface MergedAttribute {
  readonly attribute: Attribute;
  /** Value or type differs, or the change is forced. */
  readonly changed: boolean;
  /** Only the metadata differs. */
  readonly metadataChanged: boolean;
}

/**
 * Puts an input over a stored attribute. An operator always counts as a change.
 *
 * @returns the merged attribute, or the database's words for why its operator cannot be applied
 * @throws BadRequest  a bare value (no type given) does not fit the stored type DateTime
 * @throws NotFound  metadata that is to go is not there
 */
export function mergeAttribute(
  stored: Attribute,
  input: AttributeInput,
  options: MergeOptions,
): MergedAttribute | OperatorFault {
  if (input.onlyMetadata !== undefined) return mergeMetadata(stored, input, options);
  const type = input.type ?? stored.type;
  const given = givenValue(stored, input);
  const operator = parseOperator(given);
  const outcome =
    operator === undefined ? { value: given } : applyOperator(operator, stored.value, options.target());
  if ('fault' in outcome) return outcome;
  const overrides = options.overrideMetadata && input.type !== undefined;
  const metadata = overrides ? input.metadata : stickyMetadata(stored.metadata, input.metadata);
  const changed =
    options.forcedUpdate ||
    operator !== undefined ||
    type !== stored.type ||
    !valuesEqual(outcome.value, stored.value);
  const metadataDiffers = !isSameMetadata(stored.metadata, metadata);
  if (!changed && !metadataDiffers) return { attribute: stored, changed: false, metadataChanged: false };
  const attribute = {
    type,
    value: outcome.value,
    metadata,
    creDate: stored.creDate,
    modDate: options.nowSeconds,
  };
  if (stored.kind !== undefined) Object.assign(attribute, keptMembers(stored, type, outcome.value));
  return { attribute, changed, metadataChanged: !changed };
}

function mergeMetadata(
  stored: Attribute,
  input: AttributeInput,
  { forcedUpdate, nowSeconds }: MergeOptions,
): MergedAttribute {
  const metadata = changeMetadata(stored.metadata, input);
  if (!forcedUpdate && isSameMetadata(stored.metadata, metadata))
    return { attribute: stored, changed: false, metadataChanged: false };
  const attribute = { ...stored, metadata, modDate: nowSeconds };
  return { attribute, changed: forcedUpdate, metadataChanged: !forcedUpdate };
}

function givenValue(stored: Attribute, input: AttributeInput): JsonValue {
  if (input.legacy) return input.legacy.keepsValue ? stored.value : legacyForm(input, stored.type);
  return input.type === undefined ? storedForm(stored.type, input.value) : input.value;
}

/** An NGSIv1 value as `type` casts it. An entity never expires by a date of NGSIv1, so that one stays a text. */
const legacyForm = ({ name, value, legacy }: AttributeInput, type: string): JsonValue =>
  legacy?.autocast && typeof value === 'string' && name !== DATE_EXPIRES ? autocast(type, value) : value;

/** A bare value written into a DateTime is a date as text, or the seconds that `GET …/value` shows. */
const storedForm = (storedType: string, value: JsonValue): JsonValue =>
  isDateTimeType(storedType) && typeof value !== 'number' ? parseDateValue(value) : value;

function stickyMetadata(stored: MetadataMap, given: MetadataMap): MetadataMap {
  if (given.size === 0) return stored;
  if (stored.size === 0) return given;
  const merged = new Map<string, Metadata>(stored);
  for (const [name, item] of given) merged.set(name, item);
  return merged;
}

function isSameMetadata(a: MetadataMap, b: MetadataMap): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, item] of a) {
    const other = b.get(name);
    if (other === undefined || other.type !== item.type || !valuesEqual(item.value, other.value))
      return false;
  }
  return true;
}
