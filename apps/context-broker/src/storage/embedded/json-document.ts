import { isJsonObject, type JsonValue } from '@smart-city/ngsi';

/**
 * Put before keys that a JavaScript object would not keep in place (integer-like ones) while `JSON.parse` runs, and taken off
 * afterwards; keys that begin with it get one more. It never reaches the database.
 */
const MARK = '\uE000';

/** A key that needs the mark. Inside a JSON text `[{,]"` followed by digits and `":` can only be a key. */
const MARKED_KEY = new RegExp(`([{,]")(?=\\d+":|${MARK})`, 'g');
const NEEDS_MARK = new RegExp(`[{,]"(?:\\d+":|${MARK})`);

/** Texts that stand between quotes as they are. */
const SAFE = /^[ !#-[\]-~]*$/;

/** A JSON string; most of what is stored needs no look at each character. */
export const encodeString = (text: string): string => (SAFE.test(text) ? `"${text}"` : JSON.stringify(text));

/** JSON text with members in the order of the maps, made for SQLite's JSON functions. The inverse of {@link decodeJson}. */
export function encodeJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return encodeString(value);
    case 'number':
      return encodeNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : encodeCompound(value);
  }
}

/** Shortest text that reads back as the same double, the negative zero and the infinities included. */
export function encodeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0.0' : String(value);
  if (Number.isNaN(value)) return 'null';
  return value > 0 ? '1e999' : '-1e999';
}

function encodeCompound(value: Exclude<JsonValue, null | string | number | boolean>): string {
  let text = '';
  if (isJsonObject(value)) {
    for (const [key, member] of value)
      text += `${text === '' ? '' : ','}${encodeString(key)}:${encodeJson(member)}`;
    return `{${text}}`;
  }
  for (const item of value) text += `${text === '' ? '' : ','}${encodeJson(item)}`;
  return `[${text}]`;
}

/** Reads what {@link encodeJson} wrote: objects become maps, whatever their keys are called, in the order of the text. */
export function decodeJson(text: string): JsonValue {
  return fromParsed(parseOrdered(text));
}

/** `JSON.parse` whose objects keep the order of their keys. Read the keys with {@link keyOf}. */
export function parseOrdered(text: string): unknown {
  return JSON.parse(NEEDS_MARK.test(text) ? text.replace(MARKED_KEY, `$1${MARK}`) : text) as unknown;
}

export const keyOf = (key: string): string => (key.startsWith(MARK) ? key.slice(1) : key);

/** Turns the result of {@link parseOrdered} into the broker's values. */
export function fromParsed(value: unknown): JsonValue {
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  if (Array.isArray(value)) return value.map(fromParsed);
  const map = new Map<string, JsonValue>();
  for (const key of Object.keys(value))
    map.set(keyOf(key), fromParsed((value as Record<string, unknown>)[key]));
  return map;
}
