import type { JsonValue } from '../json/json-value';
import { parseJson } from '../json/parse-json';
import { renderJson } from '../json/render-json';
import { findRegex, matchesOf, replaceMatches } from './jexl-regex';
import { JEXL_LIMITS, JexlError } from './jexl-tree';
import { asNumber, asString, type JexlTransform } from './transform';

function typeName(value: JsonValue): string {
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'Array';
  if (value instanceof Map) return 'Object';
  return { string: 'String', number: 'Number', boolean: 'Boolean' }[
    typeof value as 'string' | 'number' | 'boolean'
  ];
}

function replaceAll(text: string, from: string, to: string): string {
  const pieces = text.split(from);
  if (text.length + pieces.length * to.length > JEXL_LIMITS.resultSize) throw new JexlError('text too long');
  return pieces.join(to);
}

function toJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Positions count characters (code points). */
function substring(text: string, from: number, to: number): JsonValue {
  const characters = [...text];
  const inside =
    Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= characters.length;
  return inside ? characters.slice(from, to).join('') : null;
}

function indexOf(text: string, part: string): JsonValue {
  const at = text.indexOf(part);
  return at < 0 ? null : [...text.slice(0, at)].length;
}

export const STRING_TRANSFORMS = {
  uppercase: (subject) => asString(subject).toUpperCase(),
  lowercase: (subject) => asString(subject).toLowerCase(),
  trim: (subject) => asString(subject).trim(),
  /** Also of a list, though the manual only speaks of strings. */
  len: (subject) => (Array.isArray(subject) ? subject.length : [...asString(subject)].length),
  toString: (subject: JsonValue) => (typeof subject === 'string' ? subject : renderJson(subject)),
  typeOf: (subject) => typeName(subject),
  split: (subject, [separator]) => asString(subject).split(asString(separator)),
  indexOf: (subject, [part]) => indexOf(asString(subject), asString(part)),
  includes: (subject, [part]) => asString(subject).includes(asString(part)),
  substring: (subject, [from, to]) => substring(asString(subject), asNumber(from), asNumber(to)),
  replaceStr: (subject, [from, to]) => replaceAll(asString(subject), asString(from), asString(to)),
  replaceRegex: (subject, [pattern, to]) => {
    const regex = findRegex(asString(pattern));
    return regex === undefined ? null : replaceMatches(regex, asString(subject), asString(to));
  },
  matchRegex: (subject, [pattern]) => {
    const regex = findRegex(asString(pattern));
    return regex === undefined ? null : matchesOf(regex, asString(subject));
  },
  toJson: (subject) => toJson(asString(subject)),
} satisfies Record<string, JexlTransform>;
