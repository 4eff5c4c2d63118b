import {
  badRequest,
  type ComparisonOperator,
  compileFilterPattern,
  type Operand,
  type QueryLiteral,
} from '@smart-city/context';
import { splitAtCommas } from './outside-quotes';
import { boundOf, checkUnquoted, parseLiteral, parseQuoted, strip, type Literals } from './parse-literal';

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

/** What quotes do in an operand. */
export interface Quoting {
  /** Where the first `..` is that makes a range; -1 for none. */
  readonly rangeAt: (text: string) => number;
  /** Whether a comma makes it a list. */
  readonly isList: (text: string) => boolean;
  /** The text between quotes. @throws BadRequest */
  readonly unquote: (text: string) => string;
}

/** As NGSIv2 has it: `..` decides even in quotes. */
const PLAIN_QUOTING: Quoting = {
  rangeAt: (text) => text.indexOf('..'),
  isList: (text) => text.includes(','),
  unquote: parseQuoted,
};

/**
 * Parses the right side of a statement, blanks already stripped and not empty.
 *
 *     operand := literal ".." literal | literal ("," literal)* | regex
 *     literal := "'" text "'" | number | date | "true" | "false" | "null" | text
 *
 * @throws BadRequest with the text of the fault
 */
export function parseOperand(text: string, operator: ComparisonOperator, quoting = PLAIN_QUOTING): Operand {
  if (operator === '~=') return parseRegex(checkUnquoted(text));
  const middle = quoting.rangeAt(text);
  if (middle !== -1) return parseRange(text, middle, operator, quoting);
  if (quoting.isList(text)) return parseList(text, operator, quoting);
  const ordering = operator !== '==' && operator !== '!=';
  const forms = parseLiteral(text, quoting.unquote);
  const literal = boundOf(forms, operator === '>' || operator === '<=' ? 'latest' : 'earliest');
  if (ordering && (literal.kind === 'boolean' || literal.kind === 'null')) {
    throw badRequest(
      `values of type /${TYPE_NAMES[literal.kind]}/ not supported for operator /${OPERATOR_NAMES[operator]}/`,
    );
  }
  return ordering || forms.length === 1 ? literal : { kind: 'list', items: forms };
}

/** @throws BadRequest */
export function parseRegex(source: string): Operand {
  const operand = { kind: 'regex', source } as const;
  compileFilterPattern(operand);
  return operand;
}

function parseRange(
  text: string,
  middle: number,
  operator: ComparisonOperator,
  { unquote }: Quoting,
): Operand {
  if (operator !== '==' && operator !== '!=')
    throw badRequest('ranges only valid for equal and not equal ops');
  const fromText = strip(text.slice(0, middle));
  const toText = strip(text.slice(middle + 2));
  if (fromText === '' || toText === '') throw badRequest('empty item in range');
  const from = boundOf(parseLiteral(fromText, unquote), 'earliest');
  if (!hasOrder(from)) throw badRequest('invalid data type for /range-from/');
  const to = boundOf(parseLiteral(toText, unquote), 'latest');
  if (!hasOrder(to)) throw badRequest('invalid data type for /range-to/');
  if (from.kind !== to.kind) throw badRequest('invalid range: types mixed');
  return { kind: 'range', from, to };
}

const hasOrder = (literal: QueryLiteral) =>
  literal.kind === 'string' || literal.kind === 'number' || literal.kind === 'date';

function parseList(text: string, operator: ComparisonOperator, { unquote }: Quoting): Operand {
  if (operator !== '==' && operator !== '!=')
    throw badRequest('lists only valid for equal and not equal ops');
  const texts = splitAtCommas(text).map(strip);
  // A comma inside quotes makes no list.
  if (texts.length === 1) return parseLiteral(texts[0] as string, unquote)[0];
  const items = texts.map((item) => parseListItem(item, unquote));
  checkListKind(items);
  return { kind: 'list', items: items.flat() };
}

function parseListItem(item: string, unquote: Quoting['unquote']): Literals {
  if (item === '') throw badRequest('empty item in list');
  const literals = parseLiteral(item, unquote);
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
