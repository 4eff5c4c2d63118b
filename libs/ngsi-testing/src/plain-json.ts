import { isJsonArray, isJsonObject, type JsonValue } from '@smart-city/context';

/**
 * Makes a {@link JsonValue} of plain JavaScript data. `undefined` members are left out, as JSON.stringify does.
 *
 * @throws TypeError  for what JSON has no word for (functions, symbols, bigints, NaN, infinities)
 */
export function toJsonValue(plain: unknown): JsonValue {
  if (plain === null || plain === undefined) return null;
  if (typeof plain === 'string' || typeof plain === 'boolean') return plain;
  if (typeof plain === 'number' && Number.isFinite(plain)) return plain;
  if (Array.isArray(plain)) return plain.map(toJsonValue);
  if (typeof plain !== 'object') throw new TypeError(`not JSON: ${typeof plain}`);
  const entries: Iterable<[unknown, unknown]> = plain instanceof Map ? plain : Object.entries(plain);
  const object = new Map<string, JsonValue>();
  for (const [key, value] of entries) if (value !== undefined) object.set(String(key), toJsonValue(value));
  return object;
}

/** Makes plain objects and arrays; `__proto__` becomes an own member like any other. */
export function fromJsonValue(value: JsonValue): unknown {
  if (isJsonArray(value)) return value.map(fromJsonValue);
  if (!isJsonObject(value)) return value;
  const plain: Record<string, unknown> = {};
  for (const [key, member] of value) {
    Object.defineProperty(plain, key, {
      value: fromJsonValue(member),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return plain;
}
