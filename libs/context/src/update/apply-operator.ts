import { roundedResult } from '../json/number-form';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import { bsonOrder, bsonTypeName } from '../values/bson-order';
import { bsonText } from '../values/bson-text';
import { encodeName } from '../values/name-encoding';
import { pushItems, withNewItems, withoutItems } from './array-operators';
import { eachOf } from './operators';
import type { OperatorOutcome, PlainOperatorName, UpdateOperator } from './operators';
import { compilePullCondition, isNot } from './pull-condition';

/** Names the stored value in the fault texts. */
export interface OperatorTarget {
  /** `attrs.<name>.value`, with the name as MongoDB stores it. */
  readonly field: string;
  /** The document's `_id`, as MongoDB prints it. */
  readonly documentId: string;
}

/** What an attribute without a value reads as. */
const NO_VALUE: JsonValue = '';

/**
 * Applies an operator to an attribute that an existing entity does not have, as MongoDB does to an absent field. One that
 * only takes away makes an attribute without a value.
 */
export function applyToAbsent(operator: UpdateOperator, target: OperatorTarget): OperatorOutcome {
  if (operator.kind === 'value') return { value: operator.value };
  if (operator.kind === 'keys') {
    if (operator.set.size === 0 && operator.first === '$unset') return { value: NO_VALUE };
    return applyKeys(operator.set, operator.unset, NO_MEMBERS, target);
  }
  const { name, operand } = operator;
  switch (name) {
    case '$inc':
    case '$mul':
      return applyArithmetic(name, operand, 0, target);
    case '$min':
    case '$max':
      return { value: operand };
    case '$push':
    case '$addToSet':
      return applyToArray(name, operand, [], target);
    case '$pull':
    case '$pullAll': {
      const outcome = applyToArray(name, operand, [], target);
      return 'fault' in outcome ? outcome : { value: NO_VALUE };
    }
  }
}

const NO_MEMBERS: JsonObject = new Map();

/** Applies an operator to a stored value as MongoDB does. */
export function applyOperator(
  operator: UpdateOperator,
  stored: JsonValue,
  target: OperatorTarget,
): OperatorOutcome {
  if (operator.kind === 'value') return { value: operator.value };
  if (operator.kind === 'keys') return applyKeys(operator.set, operator.unset, stored, target);
  const { name, operand } = operator;
  switch (name) {
    case '$inc':
    case '$mul':
      return applyArithmetic(name, operand, stored, target);
    case '$min':
      return { value: bsonOrder(operand, stored) < 0 ? operand : stored };
    case '$max':
      return { value: bsonOrder(operand, stored) > 0 ? operand : stored };
    default:
      return applyToArray(name, operand, stored, target);
  }
}

function applyArithmetic(
  name: '$inc' | '$mul',
  operand: JsonValue,
  stored: JsonValue,
  target: OperatorTarget,
): OperatorOutcome {
  if (typeof operand !== 'number') {
    const verb = name === '$inc' ? 'increment' : 'multiply';
    return { fault: `Cannot ${verb} with non-numeric argument: {${target.field}: ${bsonText(operand)}}` };
  }
  if (typeof stored !== 'number') {
    return {
      fault:
        `Cannot apply ${name} to a value of non-numeric type. {_id: ${target.documentId}} ` +
        `has the field 'value' of non-numeric type ${bsonTypeName(stored)}`,
    };
  }
  const value = name === '$inc' ? stored + operand : stored * operand;
  // JSON has no word for infinities, so a document with one could not be shown.
  if (!Number.isFinite(value)) {
    return {
      fault: `Failed to apply ${name} operations to current value (${bsonText(stored)}) for document {_id: ${target.documentId}}`,
      tooLarge: true,
    };
  }
  return { value: value === 0 ? 0 : roundedResult(value) };
}

function applyToArray(
  name: Exclude<PlainOperatorName, '$inc' | '$mul' | '$min' | '$max'>,
  operand: JsonValue,
  stored: JsonValue,
  target: OperatorTarget,
): OperatorOutcome {
  if (name === '$pullAll' && !isJsonArray(operand)) {
    return { fault: `$pullAll requires an array argument but was given a ${bsonTypeName(operand)}` };
  }
  if (!isJsonArray(stored)) return { fault: notAnArray(name, stored, target) };
  switch (name) {
    case '$push':
      return pushItems(stored, operand);
    case '$addToSet':
      return { value: withNewItems(stored, eachOf(operand) ?? [operand]) };
    case '$pull':
      return { value: stored.filter(isNot(compilePullCondition(operand))) };
    case '$pullAll':
      return { value: withoutItems(stored, operand as readonly JsonValue[]) };
  }
}

function notAnArray(name: string, stored: JsonValue, { field, documentId }: OperatorTarget): string {
  const type = bsonTypeName(stored);
  if (name === '$push')
    return `The field '${field}' must be an array but is of type ${type} in document {_id: ${documentId}}`;
  if (name === '$addToSet')
    return `Cannot apply $addToSet to non-array field. Field named 'value' has non-array type ${type}`;
  return 'Cannot apply $pull to a non-array value';
}

function applyKeys(
  set: JsonObject,
  unset: readonly string[],
  stored: JsonValue,
  target: OperatorTarget,
): OperatorOutcome {
  const both = unset.find((key) => set.has(key));
  if (both !== undefined) {
    const path = `${target.field}.${encodeName(both)}`;
    return { fault: `Updating the path '${path}' would create a conflict at '${path}'` };
  }
  if (!isJsonObject(stored)) {
    const key = set.keys().next().value;
    // Removing a key from what has none is no fault.
    if (key === undefined) return { value: stored };
    return { fault: `Cannot create field '${encodeName(key)}' in element {value: ${bsonText(stored)}}` };
  }
  const value = new Map(stored);
  for (const [key, member] of set) value.set(key, member);
  for (const key of unset) value.delete(key);
  return { value };
}
