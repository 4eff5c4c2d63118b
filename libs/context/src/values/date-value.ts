import { badRequest } from '../errors';
import type { JsonValue } from '../json/json-value';
import { isJsonObject } from '../json/plain-json';
import { parseDateTime } from './date-time';

/**
 * Turns the value of a DateTime attribute into its stored form, seconds. Null stays; so does `{"$min": date}` (or
 * `$max`) and nothing else, with the date in seconds.
 *
 * @throws BadRequest  `date has invalid format in attribute value`
 */
export function parseDateValue(value: JsonValue): JsonValue {
  if (value === null) return null;
  if (typeof value === 'string') return secondsOf(value);
  const only = isJsonObject(value) && value.size === 1 ? value.entries().next().value : undefined;
  if (only === undefined || (only[0] !== '$min' && only[0] !== '$max')) throw badDate('');
  const [operator, operand] = only;
  if (typeof operand !== 'string') throw badDate('');
  return new Map([[operator, secondsOf(operand)]]);
}

const BAD_DATE = 'date has invalid format in attribute value';
const badDate = (text: string) =>
  badRequest(BAD_DATE, `JSON Parse Error in ContextAttribute::Object (${BAD_DATE}: ${text})`);

function secondsOf(text: string): number {
  const seconds = parseDateTime(text);
  if (seconds === undefined) throw badDate(text);
  return seconds;
}
