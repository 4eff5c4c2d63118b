import type { JsonValue } from './json-value';
import { parseJson } from './parse-json';

/** A string, or a scalar that is none: a number, `true`, `false`, `null`. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g;

/**
 * Parses JSON so that every scalar is a text, namely the characters that were sent: `1.50` is the text `1.50`, `true` the text
 * `true`; no digit of a large number is lost.
 *
 * @throws NgsiError  as `parseJson`
 */
export function parseJsonAsTexts(input: string | Uint8Array): JsonValue {
  // As it was sent first: quotes must not mend what is no JSON.
  parseJson(input);
  const text = typeof input === 'string' ? input : new TextDecoder().decode(input);
  return parseJson(text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
