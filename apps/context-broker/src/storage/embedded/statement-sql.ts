import { compileFilterPattern, compileSimpleQuery } from '@smart-city/ngsi';
import type {
  ComparisonOperator,
  Condition,
  Operand,
  QueryLiteral,
  QueryTarget,
  SimpleQuery,
  Statement,
  TextOperand,
} from '@smart-city/ngsi';
import { ENTITY_ARGUMENTS, keep, type QueryFunctions } from './query-functions';
import { ANYTHING, NOTHING, allOf, anyOf, not, type SqlCondition } from './sql-condition';

/** The types that a scalar of a query compares with; `true`, `false` and `null` as `json_type` names them. */
type ScalarType = 'number' | 'text' | 'true' | 'false' | 'null';

/** For each type a stored value may have: the condition under which it satisfies the operand. Absent: never. */
type TypeTests = ReadonlyMap<ScalarType, (value: SqlCondition) => SqlCondition>;

/**
 * `q` or `mq` as SQL over the columns of `entities`. Scalars are compared by SQLite; a row that has an array where the statement
 * looks is left to the in-memory predicate, so that the answers are the same.
 */
export function simpleQueryCondition(query: SimpleQuery, functions: QueryFunctions): SqlCondition {
  // So many that SQLite would refuse the expression: one call instead.
  if (query.length > MOST_STATEMENTS) return predicateCondition(query, functions);
  return allOf(query.map((condition) => conditionSql(condition, functions)));
}

const MOST_STATEMENTS = 100;

const predicateCondition = (query: SimpleQuery, functions: QueryFunctions): SqlCondition => ({
  sql: `ngsi_holds(?, ${ENTITY_ARGUMENTS})`,
  parameters: [keep(functions.entities, compileSimpleQuery(query))],
});

/** Never NULL, so that what is around it may negate it. */
function conditionSql(condition: Condition, functions: QueryFunctions): SqlCondition {
  if (condition.kind === 'or')
    return anyOf(condition.branches.map((branch) => simpleQueryCondition(branch, functions)));
  if (condition.kind === 'not') return not(simpleQueryCondition(condition.query, functions));
  return statementCondition(condition, functions);
}

function statementCondition(statement: Statement, functions: QueryFunctions): SqlCondition {
  const { target } = statement;
  if (target.kind === 'entityBuiltin') return builtinCondition(target.name, statement, functions);
  const { path, mayBeArray } = jsonPaths(target);
  const predicate = () => predicateCondition([statement], functions);
  const arrayOnTheWay = anyOf(
    mayBeArray.map((prefix) => ({ sql: "json_type(doc, ?) = 'array'", parameters: [prefix] })),
  );
  const scalar = scalarCondition(statement, path, predicate, functions);
  return arrayOnTheWay === NOTHING ? scalar : choose(arrayOnTheWay, predicate(), scalar);
}

/** `condition` may be NULL (a missing path), which counts as false. */
const choose = (condition: SqlCondition, then: SqlCondition, otherwise: SqlCondition): SqlCondition => ({
  sql: `CASE WHEN ${condition.sql} THEN ${then.sql} ELSE ${otherwise.sql} END`,
  parameters: [...condition.parameters, ...then.parameters, ...otherwise.parameters],
});

/** Where a target is in `doc`, and the shorter paths at which an array would have to be searched. */
function jsonPaths(target: Exclude<QueryTarget, { kind: 'entityBuiltin' }>): {
  path: string;
  mayBeArray: readonly string[];
} {
  switch (target.kind) {
    case 'attributeBuiltin':
      return {
        path: `${attributeJsonPath(target.attribute)}.${target.name === 'dateCreated' ? 'c' : 'd'}`,
        mayBeArray: [],
      };
    case 'metadata':
      return valuePaths(`${attributeJsonPath(target.attribute)}.m.${label(target.name)}.v`, target.path);
    case 'attribute':
      return valuePaths(`${attributeJsonPath(target.name)}.v`, target.path);
  }
}

function valuePaths(
  value: string,
  inner: readonly string[],
): { path: string; mayBeArray: readonly string[] } {
  const prefixes = inner.map((_, length) => [value, ...inner.slice(0, length).map(label)].join('.'));
  return { path: [value, ...inner.map(label)].join('.'), mayBeArray: prefixes };
}

/** A name in a JSON path. Inside quotes only the escapes of JSON count, so no name can leave them. */
const label = (name: string) => JSON.stringify(name);

/** The path of an attribute in `doc`. */
export const attributeJsonPath = (name: string) => `$.${label(name)}`;

function scalarCondition(
  statement: Statement,
  path: string,
  predicate: () => SqlCondition,
  functions: QueryFunctions,
): SqlCondition {
  const exists: SqlCondition = { sql: 'json_type(doc, ?) IS NOT NULL', parameters: [path] };
  if (statement.kind !== 'compare') return statement.kind === 'exists' ? exists : not(exists);
  const { operator, operand } = statement;
  const value: SqlCondition = { sql: 'json_extract(doc, ?)', parameters: [path] };
  // Long integers are stored as such; only as doubles do they compare as the broker's numbers.
  const number: SqlCondition = { sql: 'CAST(json_extract(doc, ?) AS REAL)', parameters: [path] };
  const negate = operator === '!=';
  const inArray = predicate();
  const cases: SqlCondition[] = [{ sql: `WHEN 'array' THEN ${inArray.sql}`, parameters: inArray.parameters }];
  for (const [type, test] of typeTests(operator, operand, functions)) {
    const condition = test(type === 'number' ? number : value);
    const { sql, parameters } = negate ? not(condition) : condition;
    for (const name of type === 'number' ? ['integer', 'real'] : [type])
      cases.push({ sql: `WHEN '${name}' THEN ${sql}`, parameters });
  }
  const found: SqlCondition = {
    sql: `CASE json_type(doc, ?) ${cases.map(({ sql }) => sql).join(' ')} ELSE ${negate ? 'TRUE' : 'FALSE'} END`,
    parameters: [path, ...cases.flatMap(({ parameters }) => parameters)],
  };
  return negate ? allOf([exists, found]) : found;
}

const BUILTIN_COLUMNS = {
  dateCreated: { column: 'cre_date', type: 'number' },
  dateModified: { column: 'mod_date', type: 'number' },
  servicePath: { column: 'service_path', type: 'text' },
} as const;

/** Builtins are columns, there is always a value of the one type. */
function builtinCondition(
  name: keyof typeof BUILTIN_COLUMNS,
  statement: Statement,
  functions: QueryFunctions,
): SqlCondition {
  if (statement.kind !== 'compare') return statement.kind === 'exists' ? ANYTHING : NOTHING;
  const { column, type } = BUILTIN_COLUMNS[name];
  const test = typeTests(statement.operator, statement.operand, functions).get(type);
  const condition = test === undefined ? NOTHING : test({ sql: column, parameters: [] });
  return statement.operator === '!=' ? not(condition) : condition;
}

function typeTests(operator: ComparisonOperator, operand: Operand, functions: QueryFunctions): TypeTests {
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
