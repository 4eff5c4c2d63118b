import type { JsonValue } from './json-value';
import { renderValueNumber } from './number-form';

const NEEDS_ESCAPE = /["\\\u0000-\u001f]/;
const TO_ESCAPE = /["\\\u0000-\u001f]/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escapeCharacter = (c: string) =>
  SHORT_ESCAPES[c] ?? `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Writes a JSON string as the original does: short escapes, upper-case `\u00XX`; slash and non-ASCII as they are. */
export function renderString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(TO_ESCAPE, escapeCharacter)}"` : `"${text}"`;
}

/** Writes a JSON value compactly, members in the order of the Map. */
export function renderJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return renderString(value);
    case 'number':
      return renderValueNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : renderCompound(value);
  }
}

function renderCompound(value: Exclude<JsonValue, null | boolean | number | string>): string {
  let text = '';
  if (isArray(value)) {
    for (const item of value) text += text === '' ? renderJson(item) : `,${renderJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, member] of value)
    text += `${text === '' ? '' : ','}${renderString(key)}:${renderJson(member)}`;
  return `{${text}}`;
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
