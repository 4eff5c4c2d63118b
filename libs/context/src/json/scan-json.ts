import { INVALID_ENCODING, jsonSyntaxError } from './json-faults';

/** Characters of a string after which the rest is scanned by an expression, which takes long to start and goes fast. */
const LONG = 256;
const PLAIN = /[^"\\\u0000-\u001f]*/y;

function endOfPlain(text: string, from: number): number {
  PLAIN.lastIndex = from;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

const INVALID_VALUE = 'Invalid value';
const INVALID_SURROGATES = 'The surrogate pair in string is invalid';

/** @param c  NaN at the end of the text, else a control character */
const unfinishedString = (c: number) =>
  jsonSyntaxError(Number.isNaN(c) ? 'Missing a closing quotation mark in string' : INVALID_ENCODING);

/** Where the last scanner function stopped. Parsing is synchronous and never re-entered. */
export let end = 0;

export const isBlank = (c: number) => c === 32 || c === 10 || c === 13 || c === 9;

export function skipBlanks(text: string, from: number): number {
  let pos = from;
  while (isBlank(text.charCodeAt(pos))) pos++;
  return pos;
}

/** Reads `"key" :`; leaves {@link end} after the colon. */
export function scanKey(text: string, from: number): string {
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

/** @param from  after the quote that opens it */
export function scanString(text: string, from: number): string {
  for (let pos = from; ; pos++) {
    if (pos - from === LONG) pos = endOfPlain(text, pos);
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

export function scanNumber(text: string, from: number): number {
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

/** Reads `true`, `false` or `null`. */
export function scanWord(text: string, pos: number, first: number): boolean | null {
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
