import { isJsonArray } from '../json/plain-json';
import type { JsonValue } from '../json/json-value';
import { bsonOrder } from '../values/bson-order';

const EMPTY_ARRAY = Symbol('empty array');

/** What a value sorts by in MongoDB. */
export type SortKey = JsonValue | typeof EMPTY_ARRAY;

/** The key of a value: an array sorts by its least element, descending by its greatest; missing sorts as null. */
export function sortKey(value: JsonValue | undefined, descending: boolean): SortKey {
  if (value === undefined) return null;
  if (!isJsonArray(value)) return value;
  const [first, ...rest] = value;
  if (first === undefined) return EMPTY_ARRAY;
  return rest.reduce((best, item) => (descending === bsonOrder(item, best) > 0 ? item : best), first);
}

/** Compares two keys; an empty array comes before everything, null too. */
export function sortKeyOrder(a: SortKey, b: SortKey): number {
  if (a === EMPTY_ARRAY || b === EMPTY_ARRAY) return Number(b === EMPTY_ARRAY) - Number(a === EMPTY_ARRAY);
  return bsonOrder(a, b);
}
