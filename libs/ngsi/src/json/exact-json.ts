import { isJsonArray } from './plain-json';
import type { JsonValue } from './json-value';

/**
 * Writes a value as JSON with every bit of its numbers, where `renderJson` rounds them for clients. Two values have the
 * same text exactly when they are the same, order of members included, so it serves as a key too.
 */
export function renderExactJson(value: JsonValue): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value === null) return 'null';
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += text === '' ? renderExactJson(item) : `,${renderExactJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, member] of value) {
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${renderExactJson(member)}`;
  }
  return `{${text}}`;
}
