import type { JsonObject, JsonValue } from '../json/json-value';
import { jsonKey } from '../json/exact-json';
import { isJsonObject } from '../json/plain-json';
import { bsonOrder, bsonTypeName } from '../values/bson-order';
import { eachOf } from './operators';
import { isNot, isOneOf, valueAt } from './pull-condition';
import type { OperatorOutcome } from './operators';

const PUSH_MODIFIERS: ReadonlySet<string> = new Set(['$each', '$position', '$slice', '$sort']);

/** `$push` of one item, or of `{"$each":[…]}` with `$position`, `$sort` and `$slice`. */
export function pushItems(stored: readonly JsonValue[], operand: JsonValue): OperatorOutcome {
  if (!isJsonObject(operand) || !operand.has('$each')) return { value: [...stored, operand] };
  const unknown = [...operand.keys()].find((key) => !PUSH_MODIFIERS.has(key));
  if (unknown !== undefined) return { fault: `Unrecognized clause in $push: ${unknown}` };
  const items = eachOf(operand);
  if (items === undefined) {
    return {
      fault: `The argument to $each in $push must be an array but it was of type: ${bsonTypeName(operand.get('$each') ?? null)}`,
    };
  }
  for (const modifier of ['$position', '$slice']) {
    const value = operand.get(modifier);
    if (value !== undefined && !Number.isInteger(value)) {
      return {
        fault: `The value for ${modifier} must be an integer value but was given type: ${bsonTypeName(value)}`,
      };
    }
  }
  return sortAndSlice(inserted(stored, items, operand.get('$position') as number | undefined), operand);
}

/** A negative position counts from the end. */
function inserted(
  stored: readonly JsonValue[],
  items: readonly JsonValue[],
  position = stored.length,
): JsonValue[] {
  const at = position < 0 ? Math.max(stored.length + position, 0) : Math.min(position, stored.length);
  return [...stored.slice(0, at), ...items, ...stored.slice(at)];
}

function sortAndSlice(values: JsonValue[], modifiers: JsonObject): OperatorOutcome {
  const sort = modifiers.get('$sort');
  if (sort !== undefined) {
    const order = toOrder(sort);
    if (order === undefined)
      return {
        fault:
          'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
      };
    values.sort(order);
  }
  const slice = modifiers.get('$slice') as number | undefined;
  if (slice === undefined) return { value: values };
  if (slice === 0) return { value: [] };
  return { value: slice > 0 ? values.slice(0, slice) : values.slice(slice) };
}

type Order = (a: JsonValue, b: JsonValue) => number;

function toOrder(sort: JsonValue): Order | undefined {
  if (sort === 1 || sort === -1) return (a, b) => sort * bsonOrder(a, b);
  if (!isJsonObject(sort) || sort.size === 0) return undefined;
  const keys = [...sort];
  if (keys.some(([, direction]) => direction !== 1 && direction !== -1)) return undefined;
  return (a, b) => {
    for (const [path, direction] of keys) {
      const order = bsonOrder(valueAt(a, path), valueAt(b, path));
      if (order !== 0) return (direction as number) * order;
    }
    return 0;
  };
}

/** `$addToSet`: items not yet there, each once. Equality is MongoDB's, for which the order of members counts. */
export function withNewItems(
  stored: readonly JsonValue[],
  items: readonly JsonValue[],
): readonly JsonValue[] {
  const known = new Set(stored.map(jsonKey));
  const values = [...stored];
  for (const item of items) {
    const key = jsonKey(item);
    if (known.has(key)) continue;
    known.add(key);
    values.push(item);
  }
  return values;
}

/** `$pullAll` */
export const withoutItems = (
  stored: readonly JsonValue[],
  items: readonly JsonValue[],
): readonly JsonValue[] => stored.filter(isNot(isOneOf(items)));
