import type { JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';

/** Same JSON type and value; arrays by order, objects by content whatever the order of members. */
export function valuesEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isJsonArray(a)) {
    return (
      isJsonArray(b) &&
      a.length === b.length &&
      a.every((item, index) => valuesEqual(item, b[index] as JsonValue))
    );
  }
  if (!isJsonObject(a) || !isJsonObject(b) || a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !valuesEqual(value, other)) return false;
  }
  return true;
}
