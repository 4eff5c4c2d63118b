import { JEXL_LIMITS, JexlError } from './jexl-tree';

export type JexlToken =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'symbol'; readonly value: string };

/** Longest first, so that `//` is not two divisions. */
const SYMBOLS = [
  '&&',
  '||',
  '==',
  '!=',
  '>=',
  '<=',
  '//',
  '{}',
  '>',
  '<',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '?',
  ':',
  '|',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  '.',
] as const;

const SPACE = /\s*/y;
const NUMBER = /\d+(?:\.\d*)?|\.\d+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/**
 * Reads a quoted string. A backslash may stand only before the quote that delimits the string; anywhere else it is a
 * syntax error, as in the original's engine.
 */
function scanString(text: string, start: number): { value: string; end: number } {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === quote) return { value, end: at + 1 };
    if (char !== '\\') {
      value += char;
    } else if (text[at + 1] === quote) {
      value += quote;
      at++;
    } else {
      throw new JexlError('escape sequence');
    }
  }
  throw new JexlError('unterminated string');
}

/**
 * Splits an expression into tokens.
 *
 * @throws JexlError  a character that no token starts with (`!`, `=`, `&` among them), an unclosed string, too long
 */
export function tokenizeJexl(text: string): readonly JexlToken[] {
  if (text.length > JEXL_LIMITS.textLength) throw new JexlError('too long');
  const tokens: JexlToken[] = [];
  let at = matchAt(SPACE, text, 0)!.length;
  while (at < text.length) {
    const char = text[at]!;
    const number = matchAt(NUMBER, text, at);
    const name = number === undefined ? matchAt(NAME, text, at) : undefined;
    if (number !== undefined) {
      tokens.push({ kind: 'number', value: Number(number) });
      at += number.length;
    } else if (name !== undefined) {
      tokens.push({ kind: 'name', value: name });
      at += name.length;
    } else if (char === '"' || char === "'") {
      const { value, end } = scanString(text, at);
      tokens.push({ kind: 'string', value });
      at = end;
    } else {
      const symbol = SYMBOLS.find((candidate) => text.startsWith(candidate, at));
      if (symbol === undefined) throw new JexlError(`unexpected ${char}`);
      tokens.push({ kind: 'symbol', value: symbol });
      at += symbol.length;
    }
    at += matchAt(SPACE, text, at)!.length;
  }
  return tokens;
}
