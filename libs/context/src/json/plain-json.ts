import type { JsonObject, JsonValue } from './json-value';

export const isJsonObject = (value: unknown): value is JsonObject => value instanceof Map;
export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);
