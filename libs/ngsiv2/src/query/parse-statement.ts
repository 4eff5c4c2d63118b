import { badRequest, type ComparisonOperator, type Operand, type Statement } from '@smart-city/context';
import { parseOperand } from './parse-operand';
import { hasMisplacedQuote, parseTarget, splitPath, type QueryLanguage } from './statement-target';
import { strip } from './parse-literal';

const FORBIDDEN_IN_NAME = /[<>"=;()]/;

/** What differs between languages within a statement. `Written` are the operators as a client writes them. */
export interface StatementSyntax<Written extends string> {
  readonly operators: ReadonlyMap<string, Written>;
  /** @throws BadRequest */
  comparison(text: string, operator: Written): { operator: ComparisonOperator; operand: Operand };
}

const COMPARISONS = ['==', '~=', '!=', '>=', '<=', '>', '<'] as const;

export const PLAIN_OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map<string, ComparisonOperator>([
  ...COMPARISONS.map((operator) => [operator, operator] as const),
  [':', '=='],
]);

/** As NGSIv2 has them. */
export const PLAIN_STATEMENTS: StatementSyntax<ComparisonOperator> = {
  operators: PLAIN_OPERATORS,
  comparison: (text, operator) => ({ operator, operand: parseOperand(text, operator) }),
};

/** One statement of `q` or `mq`, blanks around it already stripped. @throws BadRequest with the text of the fault */
export function parseStatement<Written extends string>(
  text: string,
  language: QueryLanguage,
  syntax: StatementSyntax<Written>,
): Statement {
  const { name, operator, operand, isNegated } = splitAtOperator(text, syntax.operators);
  if (name === '' && operator !== undefined) throw badRequest('empty left-hand-side in q-item');
  if (FORBIDDEN_IN_NAME.test(name)) throw badRequest(`invalid character found in URI param /${language}/`);
  if (operand === '') throw badRequest('empty right-hand-side in q-item');
  const parts = splitPath(name);
  if (operator === undefined) {
    if (hasMisplacedQuote(operand)) throw badRequest('forbidden characters in String Filter');
    if (language === 'mq' && (parts[1] ?? '') === '')
      throw badRequest('no metadata in right-hand-side of q-item');
    return { kind: isNegated ? 'notExists' : 'exists', target: parseTarget(parts, language, false) };
  }
  const target = parseTarget(parts, language, true);
  return { kind: 'compare', target, ...syntax.comparison(operand, operator) };
}

interface SplitStatement<Written extends string> {
  readonly name: string;
  /** Undefined where the statement asks for existence. */
  readonly operator: Written | undefined;
  readonly isNegated?: true;
  readonly operand: string;
}

/** Finds the first operator outside quotes. */
function splitAtOperator<Written extends string>(
  text: string,
  operators: ReadonlyMap<string, Written>,
): SplitStatement<Written> {
  if (text.startsWith('!')) {
    const name = strip(text.slice(1));
    return { name, operator: undefined, operand: name, isNegated: true };
  }
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "'") quoted = !quoted;
    else if (!quoted) {
      const found = operatorAt(text, index, operators);
      if (found !== undefined) {
        const { operator, length } = found;
        return { name: strip(text.slice(0, index)), operator, operand: strip(text.slice(index + length)) };
      }
    }
  }
  return { name: text, operator: undefined, operand: text };
}

function operatorAt<Written extends string>(
  text: string,
  index: number,
  operators: ReadonlyMap<string, Written>,
): { operator: Written; length: number } | undefined {
  const next = text[index + 1];
  const long = next === '=' || next === '*' ? operators.get(text.slice(index, index + 2)) : undefined;
  if (long !== undefined) return { operator: long, length: 2 };
  // What stands before a `=` is none of one character.
  const short = next === '=' ? undefined : operators.get(text[index] as string);
  return short === undefined ? undefined : { operator: short, length: 1 };
}
