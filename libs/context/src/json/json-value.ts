/**
 * JSON as the broker holds it. An object is a Map, so that members keep the order they came in (integer-like keys
 * too) and `__proto__` or `constructor` are keys like any other.
 */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export type JsonObject = ReadonlyMap<string, JsonValue>;
