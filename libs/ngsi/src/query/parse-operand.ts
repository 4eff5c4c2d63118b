import { badRequest } from '../errors';
import { storedDateTimes } from '../values/date-time';
import { compilePattern } from './compile-pattern';
import { parseNumberText } from '../values/number-text';
import type { ComparisonOperator, Operand, QueryLiteral } from './simple-query';

/** Names of value types and operators in fault texts. */
const TYPE_NAMES = {
  string: 'String',
  number: 'Number',
  date: 'Date',
  boolean: 'Bool',
  null: 'Null',
} as const;
const OPERATOR_NAMES = {
  '==': 'Equals',
  '!=': 'Differs',
  '>': 'GreaterThan',
  '<': 'LessThan',
  '>=': 'GreaterThanOrEqual',
  '<=': 'LessThanOrEqual',
  '~=': 'MatchPattern',
} as const;

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

/**
 * Parses the right side of a statement, blanks already stripped and not empty.
 *
 *     operand := literal ".." literal | literal ("," literal)* | regex      (the first ".." decides, even in quotes)
 *     literal := "'" text "'" | number | date | "true" | "false" | "null" | text
 *
 * @throws BadRequest with the text of the fault
 */
export function parseOperand(text: string, operator: ComparisonOperator): Operand {
  if (operator === '~=') return parseRegex(text);
  if (text.includes('..')) return parseRange(text, operator);
  if (text.includes(',')) return parseList(text, operator);
  const ordering = operator !== '==' && operator !== '!=';
  const forms = parseLiteral(text);
  const literal = boundOf(forms, operator === '>' || operator === '<=' ? 'latest' : 'earliest');
  if (ordering && (literal.kind === 'boolean' || literal.kind === 'null')) {
    throw badRequest(
      `values of type /${TYPE_NAMES[literal.kind]}/ not supported for operator /${OPERATOR_NAMES[operator]}/`,
    );
  }
  return ordering || forms.length === 1 ? literal : { kind: 'list', items: forms };
}

function parseRegex(source: string): Operand {
  if (FORBIDDEN.test(source)) throw badRequest('forbidden characters in String Filter');
  compilePattern(source, filterRegexFault);
  return { kind: 'regex', source };
}

export const filterRegexFault = (source: string) => badRequest(`error compiling filter regex: '${source}'`);

function parseRange(text: string, operator: ComparisonOperator): Operand {
  if (operator !== '==' && operator !== '!=')
    throw badRequest('ranges only valid for equal and not equal ops');
  const middle = text.indexOf('..');
  const fromText = strip(text.slice(0, middle));
  const toText = strip(text.slice(middle + 2));
  if (fromText === '' || toText === '') throw badRequest('empty item in range');
  const from = boundOf(parseLiteral(fromText), 'earliest');
  if (!hasOrder(from)) throw badRequest('invalid data type for /range-from/');
  const to = boundOf(parseLiteral(toText), 'latest');
  if (!hasOrder(to)) throw badRequest('invalid data type for /range-to/');
  if (from.kind !== to.kind) throw badRequest('invalid range: types mixed');
  return { kind: 'range', from, to };
}

const hasOrder = (literal: QueryLiteral) =>
  literal.kind === 'string' || literal.kind === 'number' || literal.kind === 'date';

function parseList(text: string, operator: ComparisonOperator): Operand {
  if (operator !== '==' && operator !== '!=')
    throw badRequest('lists only valid for equal and not equal ops');
  const texts = splitOutsideQuotes(text).map(strip);
  // A comma inside quotes makes no list.
  if (texts.length === 1) return parseLiteral(texts[0] as string)[0];
  const items = texts.map(parseListItem);
  checkListKind(items);
  return { kind: 'list', items: items.flat() };
}

function parseListItem(item: string): Literals {
  if (item === '') throw badRequest('empty item in list');
  const literals = parseLiteral(item);
  if (literals[0].kind === 'boolean') throw badRequest('invalid JSON value type in list');
  return literals;
}

/** The first item that is not null sets the kind of all; null may follow among strings only. */
function checkListKind(items: readonly Literals[]): void {
  const kinds = items.map(([literal]) => literal.kind);
  const start = kinds.findIndex((kind) => kind !== 'null');
  const kind = kinds[start];
  if (kind === undefined) return;
  const fits = (other: string) => other === kind || (other === 'null' && kind === 'string');
  if (!kinds.slice(start).every(fits)) throw badRequest('invalid JSON value type in list');
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "'") quoted = !quoted;
    else if (text[index] === ',' && !quoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** One literal, or a date and its other stored form. */
type Literals = readonly [QueryLiteral, ...QueryLiteral[]];

function parseLiteral(text: string): Literals {
  if (text.startsWith("'")) return [{ kind: 'string', value: checkCharacters(parseQuoted(text)) }];
  const number = parseNumberText(text);
  if (number !== undefined) return [{ kind: 'number', value: number }];
  const dates = storedDateTimes(text)?.map((value): QueryLiteral => ({ kind: 'date', value }));
  if (dates !== undefined) return dates as [QueryLiteral, ...QueryLiteral[]];
  if (text === 'true' || text === 'false') return [{ kind: 'boolean', value: text === 'true' }];
  if (text === 'null') return [{ kind: 'null' }];
  return [{ kind: 'string', value: checkCharacters(text) }];
}

/** The literal to compare with: of the stored forms of a date, the one that lets every form of it count as equal. */
function boundOf(literals: Literals, which: 'earliest' | 'latest'): QueryLiteral {
  const [first, second] = literals;
  if (first.kind !== 'date' || second?.kind !== 'date') return first;
  const earliest = first.value <= second.value ? first : second;
  return which === 'earliest' ? earliest : earliest === first ? second : first;
}

/** A lone quote is the empty string, as in the original. */
function parseQuoted(text: string): string {
  if (!text.endsWith("'")) throw badRequest('non-terminated forced string');
  const inner = text.slice(1, -1);
  if (inner.includes("'")) throw badRequest('quote in forced string');
  return inner;
}

function checkCharacters(value: string): string {
  if (FORBIDDEN.test(value)) throw badRequest('forbidden characters in String Filter');
  return value;
}
