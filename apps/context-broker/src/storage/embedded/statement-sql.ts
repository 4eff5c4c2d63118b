import { compileSimpleQuery, type Condition, type SimpleQuery, type Statement } from '@smart-city/context';
import { jsonPaths } from './json-paths';
import { ENTITY_ARGUMENTS, keep, type QueryFunctions } from './query-functions';
import { ANYTHING, NOTHING, allOf, anyOf, not, type SqlCondition } from './sql-condition';
import { typeTests } from './type-tests';

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
