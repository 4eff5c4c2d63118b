import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';

export type PlainOperatorName =
  '$inc' | '$mul' | '$min' | '$max' | '$push' | '$addToSet' | '$pull' | '$pullAll';

/**
 * An update operator. `$set` and `$unset` may come together: `first` is the one that decides what becomes of an attribute
 * of a new entity.
 */
export type UpdateOperator =
  | { readonly kind: 'plain'; readonly name: PlainOperatorName; readonly operand: JsonValue }
  /** `$set` of what is no object: the same as the bare value. */
  | { readonly kind: 'value'; readonly value: JsonValue }
  | {
      readonly kind: 'keys';
      readonly first: '$set' | '$unset';
      readonly set: JsonObject;
      readonly unset: readonly string[];
    };

/** The new value, or why the database would refuse, in MongoDB's words. */
export interface OperatorFault {
  /** As MongoDB tells it. */
  readonly fault: string;
  /** The operation is fine, but its result is no number that JSON can write. */
  readonly tooLarge?: true;
}

export type OperatorOutcome = { readonly value: JsonValue } | OperatorFault;

const PLAIN_OPERATORS: ReadonlySet<string> = new Set<PlainOperatorName>([
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$push',
  '$addToSet',
  '$pull',
  '$pullAll',
]);

const NO_KEYS: JsonObject = new Map();

/** The operator that a value of a request stands for: an object whose first key is one. Undefined for plain values. */
export function parseOperator(value: JsonValue): UpdateOperator | undefined {
  if (!isJsonObject(value)) return undefined;
  const first = value.entries().next().value;
  if (first === undefined) return undefined;
  const [name, operand] = first;
  if (PLAIN_OPERATORS.has(name)) return { kind: 'plain', name: name as PlainOperatorName, operand };
  if (name !== '$set' && name !== '$unset') return undefined;
  const set = value.get('$set');
  const unset = value.get('$unset');
  if (set !== undefined && !isJsonObject(set)) return { kind: 'value', value: set };
  // What is no object names no key to remove.
  return {
    kind: 'keys',
    first: name,
    set: set ?? NO_KEYS,
    unset: isJsonObject(unset) ? [...unset.keys()] : [],
  };
}

/**
 * The value an operator gives an attribute of a new entity or of a replacement. Another rule holds for an attribute that
 * is added to an entity, see `applyToAbsent`: docs/behaviour/context-broker.md#update-operators.
 *
 * @returns undefined when the attribute is not to be created
 */
export function initialValue(operator: UpdateOperator): JsonValue | undefined {
  if (operator.kind === 'value') return '';
  if (operator.kind === 'keys') return operator.first === '$set' ? operator.set : undefined;
  const { name, operand } = operator;
  const number = typeof operand === 'number' ? operand : 0;
  switch (name) {
    case '$inc':
      return number;
    case '$mul':
      return 0;
    case '$min':
      return Math.min(number, 0);
    case '$max':
      return Math.max(number, 0);
    case '$push':
    case '$addToSet':
      // Orion wraps objects and arrays once more, `$each` too.
      return isJsonObject(operand) || isJsonArray(operand) ? [[operand]] : [operand];
    default:
      return undefined;
  }
}

/** The items of `{"$each":[…]}`, or undefined when the operand is one item. */
export function eachOf(operand: JsonValue): readonly JsonValue[] | undefined {
  const items = isJsonObject(operand) ? operand.get('$each') : undefined;
  return Array.isArray(items) ? (items as readonly JsonValue[]) : undefined;
}
