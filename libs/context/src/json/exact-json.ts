import { isJsonObject } from './plain-json';
import type { JsonValue } from './json-value';

/**
 * Writes a value as JSON with every bit of its numbers, where `renderJson` rounds them for clients: what is read back is the
 * same, the negative zero and the infinities included (`1e999`), members in the order of the maps.
 */
export function renderExactJson(value: JsonValue): string {
  return render(value, exactNumber);
}

/** A text that two values share exactly when they are the same, order of members included. Zero is zero, whatever its sign. */
export const jsonKey = (value: JsonValue): string => render(value, keyNumber);

type NumberForm = (value: number) => string;

function render(value: JsonValue, number: NumberForm): string {
  switch (typeof value) {
    case 'string':
      return exactString(value);
    case 'number':
      return number(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : renderCompound(value, number);
  }
}

/** Texts that stand between quotes as they are. */
const SAFE = /^[ !#-[\]-~]*$/;

/** Most texts need no look at each character. */
const exactString = (text: string): string => (SAFE.test(text) ? `"${text}"` : JSON.stringify(text));

/** The shortest text that reads back as the same double. */
function exactNumber(value: number): string {
  return Object.is(value, -0) ? '-0.0' : keyNumber(value);
}

function keyNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'null';
  return value > 0 ? '1e999' : '-1e999';
}

function renderCompound(
  value: Exclude<JsonValue, null | string | number | boolean>,
  number: NumberForm,
): string {
  let text = '';
  if (isJsonObject(value)) {
    for (const [key, member] of value)
      text += `${text === '' ? '' : ','}${exactString(key)}:${render(member, number)}`;
    return `{${text}}`;
  }
  for (const item of value) text += text === '' ? render(item, number) : `,${render(item, number)}`;
  return `[${text}]`;
}
