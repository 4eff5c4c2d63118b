import {
  badRequest,
  type ComparisonOperator,
  compileFilterPattern,
  type Operand,
  type TextOperand,
} from '@smart-city/context';
import { indexOutsideQuotes, splitAtCommas } from './outside-quotes';
import { checkUnquoted, strip } from './parse-literal';
import { parseOperand, type Quoting } from './parse-operand';
import { PLAIN_OPERATORS, type StatementSyntax } from './parse-statement';

/** `~*` is a pattern and `=*` a text in any letter case. */
export type ExtendedOperator = ComparisonOperator | '~*' | '=*';

/** Quotes protect everything, and a quote that is doubled is one. */
const EXTENDED_QUOTING: Quoting = {
  rangeAt: (text) => indexOutsideQuotes(text, '..'),
  isList: (text) => indexOutsideQuotes(text, ',') !== -1,
  unquote,
};

/**
 * Statements of the extended language: those of NGSIv2, where a text or a pattern in quotes may hold any character, and
 *
 *     statement := … | path "~*" pattern | path "=*" text ("," text)*
 *
 * The right side of `=*` is text, also where it looks like a number.
 */
export const EXTENDED_STATEMENTS: StatementSyntax<ExtendedOperator> = {
  operators: new Map<string, ExtendedOperator>([...PLAIN_OPERATORS, ['~*', '~*'], ['=*', '=*']]),
  comparison(text, operator) {
    if (operator === '~=') return { operator, operand: checked({ kind: 'regex', source: textOf(text) }) };
    if (operator === '~*') {
      const operand = checked({ kind: 'regex', source: textOf(text), ignoreCase: true });
      return { operator: '~=', operand };
    }
    if (operator === '=*')
      return {
        operator: '==',
        operand: checked({ kind: 'anyCase', texts: splitAtCommas(text).map(listed) }),
      };
    return { operator, operand: parseOperand(text, operator, EXTENDED_QUOTING) };
  },
};

function checked(operand: TextOperand): Operand {
  compileFilterPattern(operand);
  return operand;
}

function listed(item: string): string {
  const stripped = strip(item);
  if (stripped === '') throw badRequest('empty item in list');
  return textOf(stripped);
}

const textOf = (text: string): string => (text.startsWith("'") ? unquote(text) : checkUnquoted(text));

const QUOTED = /^'(?:[^']|'')*'$/;

function unquote(text: string): string {
  if (!QUOTED.test(text)) throw badRequest('text in quotes must end with the quote that closes it');
  return text.slice(1, -1).replaceAll("''", "'");
}
