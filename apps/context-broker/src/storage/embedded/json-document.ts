import type { JsonValue } from '@smart-city/context';

/**
 * Put before keys that a JavaScript object would not keep in place (integer-like ones) while `JSON.parse` runs, and taken off
 * afterwards; keys that begin with it get one more. It never reaches the database.
 */
const MARK = '\uE000';

/** A key that needs the mark. Inside a JSON text `[{,]"` followed by digits and `":` can only be a key. */
const MARKED_KEY = new RegExp(`([{,]")(?=\\d+":|${MARK})`, 'g');
const NEEDS_MARK = new RegExp(`[{,]"(?:\\d+":|${MARK})`);

/** Reads what `renderExactJson` of `libs/context` wrote: objects become maps, whatever their keys are called, in the order of the text. */
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
