import { compileFilterPattern } from '@smart-city/context';
import type { ComparisonOperator, Operand, QueryLiteral, TextOperand } from '@smart-city/context';
import { keep, type QueryFunctions } from './query-functions';
import { ANYTHING, allOf, type SqlCondition } from './sql-condition';

/** The types that a scalar of a query compares with; `true`, `false` and `null` as `json_type` names them. */
type ScalarType = 'number' | 'text' | 'true' | 'false' | 'null';

/** For each type a stored value may have: the condition under which it satisfies the operand. Absent: never. */
export type TypeTests = ReadonlyMap<ScalarType, (value: SqlCondition) => SqlCondition>;

/** What an operand asks of a stored value. */
export function typeTests(
  operator: ComparisonOperator,
  operand: Operand,
  functions: QueryFunctions,
): TypeTests {
  if (operator === '==' || operator === '!=') return equalityTests(operand, functions);
  if (operand.kind === 'regex' || operand.kind === 'anyCase') return matchTests(operand, functions);
  if (operator === '~=' || operand.kind === 'list' || operand.kind === 'range') return new Map();
  return orderTests(operator, operand);
}

function equalityTests(operand: Operand, functions: QueryFunctions): TypeTests {
  switch (operand.kind) {
    case 'list':
      return listTests(operand.items);
    case 'range':
      return bothTests(orderTests('>=', operand.from), orderTests('<=', operand.to));
    case 'regex':
    case 'anyCase':
      return matchTests(operand, functions);
    case 'null':
      return new Map([['null', () => ANYTHING]]);
    case 'boolean':
      return new Map([[operand.value ? 'true' : 'false', () => ANYTHING]]);
    default:
      return orderTests('=', operand);
  }
}

function orderTests(operator: '=' | '>' | '<' | '>=' | '<=', literal: QueryLiteral): TypeTests {
  if (literal.kind === 'null' || literal.kind === 'boolean') return new Map();
  const test = ({ sql, parameters }: SqlCondition): SqlCondition => ({
    sql: `${sql} ${operator} ?`,
    parameters: [...parameters, literal.value],
  });
  return new Map([[literal.kind === 'string' ? 'text' : 'number', test]]);
}

function matchTests(operand: TextOperand, functions: QueryFunctions): TypeTests {
  const pattern = compileFilterPattern(operand);
  const n = keep(functions.texts, (text) => pattern.test(text));
  return new Map([
    ['text', ({ sql, parameters }) => ({ sql: `ngsi_matches(?, ${sql})`, parameters: [n, ...parameters] })],
  ]);
}

/** Any of the items. Each type's items travel as one parameter, however long the list. */
function listTests(items: readonly QueryLiteral[]): TypeTests {
  const tests = new Map<ScalarType, (value: SqlCondition) => SqlCondition>();
  const isAmong = (type: 'text' | 'number', values: readonly (string | number)[], column: string) => {
    if (values.length === 0) return;
    const list = JSON.stringify(values);
    tests.set(type, ({ sql, parameters }) => ({
      sql: `${sql} IN (SELECT ${column} FROM json_each(?))`,
      parameters: [...parameters, list],
    }));
  };
  isAmong(
    'text',
    items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])),
    'value',
  );
  isAmong(
    'number',
    items.flatMap((item) => (item.kind === 'number' || item.kind === 'date' ? [item.value] : [])),
    'CAST(value AS REAL)',
  );
  for (const item of items) {
    if (item.kind === 'null') tests.set('null', () => ANYTHING);
    if (item.kind === 'boolean') tests.set(item.value ? 'true' : 'false', () => ANYTHING);
  }
  return tests;
}

/** Both tests of a range; ends of different types leave nothing. */
function bothTests(from: TypeTests, to: TypeTests): TypeTests {
  const tests = new Map<ScalarType, (value: SqlCondition) => SqlCondition>();
  for (const [type, test] of from) {
    const other = to.get(type);
    if (other !== undefined) tests.set(type, (value) => allOf([test(value), other(value)]));
  }
  return tests;
}
