import type { JsonValue } from '../json/json-value';
import { isDateTimeType, parseDateTime } from '../values/date-time';

/** What C's strtod reads, blanks around it. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^[+-]?0[xX][0-9a-fA-F]+$/;

/** A text of NGSIv1 as the value that `type` says; as it is when it does not fit (`-ngsiv1Autocast`). */
export function autocast(type: string, text: string): JsonValue {
  if (type === 'Number' || type === 'Quantity') return castNumber(text);
  if (type === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (isDateTimeType(type)) return parseDateTime(text) ?? text;
  return text;
}

function castNumber(text: string): JsonValue {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  if (HEXADECIMAL.test(trimmed)) {
    const magnitude = Number(trimmed.replace(/^[+-]/, ''));
    return trimmed.startsWith('-') ? -magnitude : magnitude;
  }
  const number = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(number) ? number : text;
}
