import { badRequest, parseNumberText, type QueryLiteral, storedDateTimes } from '@smart-city/context';

/** What no text may hold that is not in quotes, nor in NGSIv2 one that is. */
const FORBIDDEN = /[<>"'=;()]/;

const isBlank = (char: string | undefined) => char === ' ' || char === '\t' || char === '\n';

/** Strips blanks at the end. A loop: the regular expression for it takes quadratic time on inner blanks. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (isBlank(text[end - 1])) end--;
  return text.slice(0, end);
}

/** Strips the blanks that the grammar ignores around names and values. */
export function strip(text: string): string {
  let start = 0;
  while (isBlank(text[start])) start++;
  return stripEnd(text.slice(start));
}

/** One literal, or a date and its other stored form. */
export type Literals = readonly [QueryLiteral, ...QueryLiteral[]];

/** @param unquote  reads a text that begins with a quote @throws BadRequest */
export function parseLiteral(text: string, unquote: (text: string) => string): Literals {
  if (text.startsWith("'")) return [{ kind: 'string', value: unquote(text) }];
  const number = parseNumberText(text);
  if (number !== undefined) return [{ kind: 'number', value: number }];
  const dates = storedDateTimes(text)?.map((value): QueryLiteral => ({ kind: 'date', value }));
  if (dates !== undefined) return dates as [QueryLiteral, ...QueryLiteral[]];
  if (text === 'true' || text === 'false') return [{ kind: 'boolean', value: text === 'true' }];
  if (text === 'null') return [{ kind: 'null' }];
  return [{ kind: 'string', value: checkUnquoted(text) }];
}

/** The literal to compare with: of the stored forms of a date, the one that lets every form of it count as equal. */
export function boundOf(literals: Literals, which: 'earliest' | 'latest'): QueryLiteral {
  const [first, second] = literals;
  if (first.kind !== 'date' || second?.kind !== 'date') return first;
  const earliest = first.value <= second.value ? first : second;
  return which === 'earliest' ? earliest : earliest === first ? second : first;
}

/** A lone quote is the empty string, as in the original. @throws BadRequest */
export function parseQuoted(text: string): string {
  if (!text.endsWith("'")) throw badRequest('non-terminated forced string');
  const inner = text.slice(1, -1);
  if (inner.includes("'")) throw badRequest('quote in forced string');
  return checkUnquoted(inner);
}

/** @throws BadRequest */
export function checkUnquoted(value: string): string {
  if (FORBIDDEN.test(value)) throw badRequest('forbidden characters in String Filter');
  return value;
}
