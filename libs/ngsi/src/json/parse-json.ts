import { isUtf8 } from 'node:buffer';
import { NgsiError } from '../errors';
import type { JsonValue } from './json-value';

/** Nesting a value may have, as the text of the fault says it; see {@link checkNesting} for what is let through. */
export const MAX_VALUE_NESTING = 50;

export interface JsonLimits {
  /** Deeper texts are refused once they prove to be JSON, so that recursive readers of the result are safe. Default 500. */
  readonly maxDepth?: number;
}

const DEFAULT_MAX_DEPTH = 500;

/** @param reason  for the log, in the words of the JSON library that Orion uses */
export const jsonSyntaxError = (reason?: string) =>
  new NgsiError(
    'ParseError',
    'Errors found in incoming JSON buffer',
    reason === undefined ? {} : { logged: `JSON Parse Error (${reason})` },
  );
export const nestingError = () =>
  new NgsiError(
    'ParseError',
    `attribute or metadata value has overpassed maximum nesting limit: ${MAX_VALUE_NESTING}`,
  );

/** Keys that came more than once, by the object that had them. Holds nothing for the usual object. */
const duplicates = new WeakMap<ReadonlyMap<string, JsonValue>, string[]>();

/** Keys that the text of `object` repeated (the last value won), in the order the repetition was met. */
export function duplicateKeys(object: ReadonlyMap<string, JsonValue>): readonly string[] {
  return duplicates.get(object) ?? [];
}

/**
 * Parses one JSON text (RFC 8259). Objects become Maps, so order is kept and no key is special. Repeated keys are not
 * a fault here, see {@link duplicateKeys}. Not recursive: depth costs heap, never stack.
 *
 * @param input  text, or its UTF-8 bytes
 * @throws ParseError  not JSON, not UTF-8, a number beyond double range, a lone surrogate, or too deep
 */
export function parseJson(input: string | Uint8Array, limits: JsonLimits = {}): JsonValue {
  return parseText(
    typeof input === 'string' ? input : decodeUtf8(input),
    limits.maxDepth ?? DEFAULT_MAX_DEPTH,
  );
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw jsonSyntaxError(INVALID_ENCODING);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

const INVALID_VALUE = 'Invalid value';
const INVALID_ENCODING = 'Invalid encoding in string';
const INVALID_SURROGATES = 'The surrogate pair in string is invalid';

const missingComma = (object: unknown) =>
  object === undefined
    ? 'Missing a comma or ] after an array element'
    : 'Missing a comma or } after an object member';

/** @param c  NaN at the end of the text, else a control character */
const unfinishedString = (c: number) =>
  jsonSyntaxError(Number.isNaN(c) ? 'Missing a closing quotation mark in string' : INVALID_ENCODING);

/** Where the last scanner function stopped. Parsing is synchronous and never re-entered. */
let end = 0;

const isBlank = (c: number) => c === 32 || c === 10 || c === 13 || c === 9;

function skipBlanks(text: string, from: number): number {
  let pos = from;
  while (isBlank(text.charCodeAt(pos))) pos++;
  return pos;
}

/** One loop over a stack of its own: recursion would let a client's nesting fill the call stack, and calls cost on this path. */
function parseText(text: string, maxDepth: number): JsonValue {
  const stack: (Map<string, JsonValue> | JsonValue[])[] = [];
  const keys: string[] = [];
  let object: Map<string, JsonValue> | undefined;
  let array: JsonValue[] | undefined;
  let key = '';
  let pos = 0;
  let depth = 0;

  for (;;) {
    let c = text.charCodeAt(pos);
    while (isBlank(c)) c = text.charCodeAt(++pos);
    let value: JsonValue;
    if (c === 34 /* " */) {
      value = scanString(text, pos + 1);
      pos = end;
    } else if (c === 123 /* { */) {
      pos = skipBlanks(text, pos + 1);
      value = new Map<string, JsonValue>();
      if (text.charCodeAt(pos) !== 125) {
        const parent = object ?? array;
        if (parent !== undefined) {
          stack.push(parent);
          keys.push(key);
        }
        if (stack.length > depth) depth = stack.length;
        object = value as Map<string, JsonValue>;
        array = undefined;
        key = scanKey(text, pos);
        pos = end;
        continue;
      }
      pos++;
    } else if (c === 91 /* [ */) {
      pos = skipBlanks(text, pos + 1);
      value = [];
      if (text.charCodeAt(pos) !== 93) {
        const parent = object ?? array;
        if (parent !== undefined) {
          stack.push(parent);
          keys.push(key);
        }
        if (stack.length > depth) depth = stack.length;
        array = value as JsonValue[];
        object = undefined;
        continue;
      }
      pos++;
    } else if (c === 45 || (c >= 48 && c <= 57)) {
      value = scanNumber(text, pos);
      pos = end;
    } else {
      value = scanWord(text, pos, c);
      pos = end;
    }

    // A value is complete: hand it to its container, and close every container that ends here.
    for (;;) {
      if (object !== undefined) {
        const size: number = object.size;
        object.set(key, value);
        if (object.size === size) noteDuplicate(object, key);
      } else if (array !== undefined) {
        array.push(value);
      } else {
        if (skipBlanks(text, pos) !== text.length)
          throw jsonSyntaxError('The document root must not be followed by other values');
        if (depth >= maxDepth) throw nestingError();
        return value;
      }
      c = text.charCodeAt(pos);
      while (isBlank(c)) c = text.charCodeAt(++pos);
      pos++;
      if (c === 44 /* , */) {
        if (object !== undefined) {
          key = scanKey(text, skipBlanks(text, pos));
          pos = end;
        }
        break;
      }
      if (object !== undefined ? c !== 125 : c !== 93) throw jsonSyntaxError(missingComma(object));
      value = (object ?? array) as JsonValue;
      const parent = stack.pop();
      if (parent === undefined) {
        object = undefined;
        array = undefined;
      } else {
        key = keys.pop() as string;
        if (Array.isArray(parent)) {
          array = parent;
          object = undefined;
        } else {
          object = parent;
          array = undefined;
        }
      }
    }
  }
}

function noteDuplicate(object: Map<string, JsonValue>, key: string): void {
  const known = duplicates.get(object);
  if (known === undefined) duplicates.set(object, [key]);
  else known.push(key);
}

/** Reads `"key" :`; leaves {@link end} after the colon. */
function scanKey(text: string, from: number): string {
  if (text.charCodeAt(from) !== 34) throw jsonSyntaxError('Missing a name for object member');
  const key = scanString(text, from + 1);
  // A key with NUL cannot be stored by the original nor by MongoDB. Only an escape can bring one.
  if (end - from !== key.length + 2 && key.includes('\0')) throw jsonSyntaxError();
  let pos = end;
  let c = text.charCodeAt(pos);
  while (isBlank(c)) c = text.charCodeAt(++pos);
  if (c !== 58) throw jsonSyntaxError('Missing a colon after a name of object member');
  end = pos + 1;
  return key;
}

function scanString(text: string, from: number): string {
  for (let pos = from; ; pos++) {
    const c = text.charCodeAt(pos);
    if (c === 34) {
      end = pos + 1;
      return text.slice(from, pos);
    }
    if (c === 92) return scanEscapedString(text, from, pos);
    // Control characters, and NaN at the end of the text.
    if (!(c >= 32)) throw unfinishedString(c);
  }
}

const ESCAPES: Readonly<Record<number, string>> = {
  34: '"',
  92: '\\',
  47: '/',
  98: '\b',
  102: '\f',
  110: '\n',
  114: '\r',
  116: '\t',
};

function scanEscapedString(text: string, from: number, firstEscape: number): string {
  let result = text.slice(from, firstEscape);
  let pos = firstEscape;
  for (;;) {
    const c = text.charCodeAt(pos);
    if (c === 34) {
      end = pos + 1;
      return result;
    }
    if (c === 92) {
      const letter = text.charCodeAt(pos + 1);
      if (letter === 117 /* u */) {
        result += scanUnicodeEscape(text, pos);
        pos = end;
      } else {
        const plain = ESCAPES[letter];
        if (plain === undefined) throw jsonSyntaxError('Invalid escape character in string');
        result += plain;
        pos += 2;
      }
    } else {
      const start = pos;
      for (;;) {
        const d = text.charCodeAt(pos);
        if (d === 34 || d === 92) break;
        if (!(d >= 32)) throw unfinishedString(d);
        pos++;
      }
      result += text.slice(start, pos);
    }
  }
}

/** Reads `\uXXXX`, or a surrogate pair of two such. */
function scanUnicodeEscape(text: string, at: number): string {
  const unit = hexUnit(text, at + 2);
  end = at + 6;
  if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
  if (unit >= 0xdc00 || text.charCodeAt(at + 6) !== 92 || text.charCodeAt(at + 7) !== 117)
    throw jsonSyntaxError(INVALID_SURROGATES);
  const low = hexUnit(text, at + 8);
  if (low < 0xdc00 || low > 0xdfff) throw jsonSyntaxError(INVALID_SURROGATES);
  end = at + 12;
  return String.fromCharCode(unit, low);
}

function hexUnit(text: string, from: number): number {
  let unit = 0;
  for (let pos = from; pos < from + 4; pos++) {
    const c = text.charCodeAt(pos);
    const digit =
      c >= 48 && c <= 57 ? c - 48 : c >= 97 && c <= 102 ? c - 87 : c >= 65 && c <= 70 ? c - 55 : NaN;
    if (!(digit >= 0)) throw jsonSyntaxError('Incorrect hex digit after \\u escape in string');
    unit = unit * 16 + digit;
  }
  return unit;
}

const isDigit = (c: number) => c >= 48 && c <= 57;

function scanNumber(text: string, from: number): number {
  let pos = from;
  const negative = text.charCodeAt(pos) === 45;
  if (negative) pos++;
  let c = text.charCodeAt(pos);
  if (!isDigit(c)) throw jsonSyntaxError(INVALID_VALUE);
  const firstDigit = pos;
  let small = 0;
  for (; isDigit(c); c = text.charCodeAt(++pos)) small = small * 10 + (c - 48);
  if (text.charCodeAt(firstDigit) === 48 && pos > firstDigit + 1) throw jsonSyntaxError(INVALID_VALUE);
  if (c !== 46 && c !== 101 && c !== 69 && pos - firstDigit <= 15) {
    end = pos;
    return negative && small !== 0 ? -small : small;
  }
  if (c === 46) {
    if (!isDigit((c = text.charCodeAt(++pos)))) throw jsonSyntaxError('Miss fraction part in number');
    while (isDigit(c)) c = text.charCodeAt(++pos);
  }
  if (c === 101 || c === 69) {
    c = text.charCodeAt(++pos);
    if (c === 43 || c === 45) c = text.charCodeAt(++pos);
    if (!isDigit(c)) throw jsonSyntaxError('Miss exponent in number');
    while (isDigit(c)) c = text.charCodeAt(++pos);
  }
  end = pos;
  const value = Number(text.slice(from, pos));
  if (!Number.isFinite(value)) throw jsonSyntaxError('Number too big to be stored in double');
  // Minus zero is shown as 0; storing it would only make it differ from 0 in comparisons.
  return value === 0 ? 0 : value;
}

function scanWord(text: string, pos: number, first: number): boolean | null {
  if (first === 116 && text.startsWith('true', pos)) {
    end = pos + 4;
    return true;
  }
  if (first === 102 && text.startsWith('false', pos)) {
    end = pos + 5;
    return false;
  }
  if (first === 110 && text.startsWith('null', pos)) {
    end = pos + 4;
    return null;
  }
  const isEmpty = pos === text.length && text.trim() === '';
  throw jsonSyntaxError(isEmpty ? 'The document is empty' : INVALID_VALUE);
}
