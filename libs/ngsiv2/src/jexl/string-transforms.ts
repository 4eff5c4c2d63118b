import { isJsonArray, isJsonObject, parseJson, renderJson, type JsonValue } from '@smart-city/context';
import { findRegex, matchesOf, replaceMatches } from './jexl-regex';
import { spend, spendText } from './jexl-budget';
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
  spend(pieces.length);
  if (text.length + pieces.length * to.length > JEXL_LIMITS.resultSize) throw new JexlError('text too long');
  return pieces.join(to);
}

/** Pays for every part of a value, as often as it would be written. */
function spendParts(value: JsonValue): void {
  spend(1);
  if (typeof value === 'string') spendText(value.length);
  else if (isJsonArray(value)) value.forEach(spendParts);
  else if (isJsonObject(value))
    for (const [key, item] of value) {
      spendText(key.length);
      spendParts(item);
    }
}

function render(value: JsonValue): string {
  if (typeof value === 'string') return value;
  spendParts(value);
  return renderJson(value);
}

function toJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Counts characters (code points) without a list of them. */
function lengthOf(text: string, end = text.length): number {
  let count = 0;
  for (let at = 0; at < end; at += widthAt(text, at)) count += 1;
  return count;
}

const widthAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1);

/** Positions count characters (code points). */
function substring(text: string, from: number, to: number): JsonValue {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || from > to) return null;
  const start = placeOf(text, from);
  const end = placeOf(text, to);
  return start === undefined || end === undefined ? null : text.slice(start, end);
}

/** @returns where a character begins, or where the text ends; undefined beyond that */
function placeOf(text: string, character: number): number | undefined {
  let at = 0;
  for (let left = character; left > 0; left -= 1) {
    if (at >= text.length) return undefined;
    at += widthAt(text, at);
  }
  return at;
}

function indexOf(text: string, part: string): JsonValue {
  const at = text.indexOf(part);
  return at < 0 ? null : lengthOf(text, at);
}

export const STRING_TRANSFORMS = {
  uppercase: (subject) => asString(subject).toUpperCase(),
  lowercase: (subject) => asString(subject).toLowerCase(),
  trim: (subject) => asString(subject).trim(),
  /** Also of a list, though the manual only speaks of strings. */
  len: (subject) => (Array.isArray(subject) ? subject.length : lengthOf(asString(subject))),
  toString: render,
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
