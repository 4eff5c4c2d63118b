import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray } from '../json/plain-json';
import { byteOrder } from './byte-order';

/** What MongoDB calls the type of a JSON value in its messages. */
export function bsonTypeName(value: JsonValue): 'null' | 'double' | 'string' | 'object' | 'array' | 'bool' {
  switch (typeof value) {
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      if (value === null) return 'null';
      return isJsonArray(value) ? 'array' : 'object';
  }
}

const TYPE_RANK = { null: 0, double: 1, string: 2, object: 3, array: 4, bool: 5 } as const;

/** Orders JSON values as MongoDB does: by type first, then by value; objects and arrays member by member. */
export function bsonOrder(a: JsonValue, b: JsonValue): number {
  const byType = TYPE_RANK[bsonTypeName(a)] - TYPE_RANK[bsonTypeName(b)];
  if (byType !== 0) return byType;
  if (typeof a === 'string') return byteOrder(a, b as string);
  if (typeof a !== 'object') return Number(a) - Number(b);
  if (a === null) return 0;
  return isJsonArray(a) ? listOrder(a, b as readonly JsonValue[]) : objectOrder(a, b as JsonObject);
}

function listOrder(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = bsonOrder(a[index] as JsonValue, b[index] as JsonValue);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Members in stored order: type of the value, then key, then value. */
function objectOrder(a: JsonObject, b: JsonObject): number {
  const [left, right] = [[...a], [...b]];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [[key, value], [otherKey, other]] = [
      left[index] as [string, JsonValue],
      right[index] as [string, JsonValue],
    ];
    const order =
      TYPE_RANK[bsonTypeName(value)] - TYPE_RANK[bsonTypeName(other)] ||
      byteOrder(key, otherKey) ||
      bsonOrder(value, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
