import type { JsonValue } from '../json/json-value';
import { byteOrder } from '../values/byte-order';
import { compileFilterPattern } from './filter-pattern';
import type { ComparisonOperator, Operand, QueryLiteral, TextOperand } from './simple-query';
import type { ValueTest } from './value-path';

/** The operand of `==` as tests that must each hold for some value: a range is two. Types never mix. */
export function compileEquality(operand: Operand): readonly ValueTest[] {
  switch (operand.kind) {
    case 'list': {
      const values = new Set<JsonValue>(operand.items.map(valueOf));
      return [(value) => values.has(value)];
    }
    case 'range':
      return [compileOrder('>=', operand.from), compileOrder('<=', operand.to)];
    case 'regex':
    case 'anyCase':
      return [compileText(operand)];
    default: {
      const expected = valueOf(operand);
      return [(value) => value === expected];
    }
  }
}

/** Test of an ordering operator or of `~=`; `==` and `!=` are made of {@link compileEquality}. */
export function compileComparison(
  operator: Exclude<ComparisonOperator, '==' | '!='>,
  operand: Operand,
): ValueTest {
  if (operand.kind === 'regex' || operand.kind === 'anyCase') return compileText(operand);
  if (operator === '~=' || operand.kind === 'list' || operand.kind === 'range') return never;
  return compileOrder(operator, operand);
}

const never: ValueTest = () => false;

/** A date is seconds, so it compares with numbers. */
const valueOf = (literal: QueryLiteral): JsonValue => (literal.kind === 'null' ? null : literal.value);

type OrderOperator = '>' | '<' | '>=' | '<=';

function compileOrder(operator: OrderOperator, literal: QueryLiteral): ValueTest {
  const accepts = ORDER_TESTS[operator];
  const bound = valueOf(literal);
  if (typeof bound === 'number') return (value) => typeof value === 'number' && accepts(value - bound);
  if (typeof bound === 'string')
    return (value) => typeof value === 'string' && accepts(byteOrder(value, bound));
  return never;
}

const ORDER_TESTS: Readonly<Record<OrderOperator, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
};

function compileText(operand: TextOperand): ValueTest {
  const pattern = compileFilterPattern(operand);
  return (value) => typeof value === 'string' && pattern.test(value);
}
