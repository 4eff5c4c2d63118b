import { jsonKey } from '../json/exact-json';
import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import { bsonOrder, bsonTypeName } from '../values/bson-order';
import { valuesEqual } from '../values/values-equal';

export type ItemTest = (item: JsonValue) => boolean;

export const isNot =
  (test: ItemTest): ItemTest =>
  (item) =>
    !test(item);

/** Membership by MongoDB's equality, for which the order of members counts. */
export function isOneOf(values: readonly JsonValue[]): ItemTest {
  const keys = new Set(values.map(jsonKey));
  return (item) => keys.has(jsonKey(item));
}

/** What stands at a dotted path of a value; null when nothing does. */
export function valueAt(value: JsonValue, path: string): JsonValue {
  let found: JsonValue = value;
  for (const key of path.split('.')) found = (isJsonObject(found) ? found.get(key) : undefined) ?? null;
  return found;
}

/** Which items `$pull` takes out: the equals of a plain operand; an object is a query on the item, comparisons included. */
export function compilePullCondition(condition: JsonValue): ItemTest {
  if (!isJsonObject(condition)) return isOneOf([condition]);
  if (isComparison(condition)) return compileComparisons(condition);
  const tests = [...condition].map(([path, wanted]) => {
    const test =
      isJsonObject(wanted) && isComparison(wanted)
        ? compileComparisons(wanted)
        : (item: JsonValue) => valuesEqual(item, wanted);
    return (item: JsonValue) => test(valueAt(item, path));
  });
  return (item) => isJsonObject(item) && tests.every((test) => test(item));
}

const isComparison = (condition: JsonObject) => condition.keys().next().value?.startsWith('$') === true;

function compileComparisons(condition: JsonObject): ItemTest {
  const tests = [...condition].map(([operator, operand]) => compileComparison(operator, operand));
  return (item) => tests.every((test) => test(item));
}

/** An operator that is not known matches nothing. */
function compileComparison(operator: string, operand: JsonValue): ItemTest {
  const compare = (test: (order: number) => boolean) => (item: JsonValue) =>
    bsonTypeName(item) === bsonTypeName(operand) && test(bsonOrder(item, operand));
  const list = isJsonArray(operand) ? operand : [];
  switch (operator) {
    case '$eq':
      return isOneOf([operand]);
    case '$ne':
      return isNot(isOneOf([operand]));
    case '$gt':
      return compare((order) => order > 0);
    case '$gte':
      return compare((order) => order >= 0);
    case '$lt':
      return compare((order) => order < 0);
    case '$lte':
      return compare((order) => order <= 0);
    case '$in':
      return isOneOf(list);
    case '$nin':
      return isJsonArray(operand) ? isNot(isOneOf(list)) : () => false;
    default:
      return () => false;
  }
}
