import {
  badRequest,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  MAX_VALUE_NESTING,
  parseNumberText,
} from '@smart-city/context';
import { checkNesting, checkValue } from './check-value';

/**
 * Reads a JSON body of `PUT …/attrs/{name}/value`: an object or array, with no exemption from forbidden characters.
 *
 * @throws BadRequest  `Neither JSON Object nor JSON Array for attribute::value`, or Orion's text for a forbidden character or a wrong value
 */
export function parseAttributeValueJson(body: JsonValue): JsonValue {
  if (!isJsonObject(body) && !isJsonArray(body)) {
    throw badRequest('Neither JSON Object nor JSON Array for attribute::value');
  }
  checkNesting(body, MAX_VALUE_NESTING + 2);
  checkValue(body, { of: 'attribute' });
  return body;
}

const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);

/**
 * Reads a text/plain body of `PUT …/attrs/{name}/value`: a string in double quotes (nothing is unescaped), a word for
 * true, false or null, or a number as C writes it (`12`, `+.5e3`, `0x10`). A lone quote is the empty string.
 *
 * @throws BadRequest  `Missing citation-mark at end of string`, `attribute value type not recognized`, or
 *   `Invalid characters in attribute value`
 */
export function parseAttributeValueText(text: string): JsonValue {
  if (text.startsWith('"')) {
    if (!text.endsWith('"')) throw badRequest('Missing citation-mark at end of string');
    const value = text.slice(1, -1);
    checkValue(value, { of: 'attribute' });
    return value;
  }
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  const number = parseNumberText(text);
  if (number === undefined) throw badRequest('attribute value type not recognized');
  return number === 0 ? 0 : number;
}
