import type { JsonValue } from '../json/json-value';
import type { Entity } from '../model/entity';
import { compileComparison, compileEquality } from './compile-operand';
import { readTarget } from './query-target';
import type {
  ComparisonOperator,
  Condition,
  Operand,
  QueryTarget,
  SimpleQuery,
  Statement,
} from './simple-query';
import { someAtPath, valueAtPath, type ValueTest } from './value-path';

export type EntityTest = (entity: Entity) => boolean;

/**
 * `database`: as MongoDB answers the original's filter (an array matches when an element does).
 * `notification`: as the original evaluates in memory: arrays match nothing but existence and `!=`.
 */
export type QuerySemantics = 'database' | 'notification';

/**
 * Compiles `q` or `mq` once to a predicate that runs many times.
 *
 * @throws BadRequest a regular expression cannot be compiled (never for parsed trees)
 */
export function compileSimpleQuery(
  query: SimpleQuery,
  options: { readonly semantics?: QuerySemantics } = {},
): EntityTest {
  return compileAll(
    query,
    options.semantics === 'notification' ? compileForNotification : compileForDatabase,
  );
}

type StatementCompiler = (statement: Statement) => EntityTest;

function compileAll(query: SimpleQuery, compile: StatementCompiler): EntityTest {
  const tests = query.map((condition) => compileCondition(condition, compile));
  return (entity) => tests.every((test) => test(entity));
}

function compileCondition(condition: Condition, compile: StatementCompiler): EntityTest {
  if (condition.kind === 'or') {
    const tests = condition.branches.map((branch) => compileAll(branch, compile));
    return (entity) => tests.some((test) => test(entity));
  }
  if (condition.kind !== 'not') return compile(condition);
  const test = compileAll(condition.query, compile);
  return (entity) => !test(entity);
}

const always: ValueTest = () => true;

function compileForDatabase(statement: Statement): EntityTest {
  const { target } = statement;
  const path = pathInside(target);
  const some =
    (test: ValueTest): EntityTest =>
    (entity) => {
      const value = readTarget(entity, target);
      return value !== undefined && someAtPath(value, path, test);
    };
  const exists = some(always);
  if (statement.kind !== 'compare') return statement.kind === 'exists' ? exists : (entity) => !exists(entity);
  const { operator, operand } = statement;
  if (operator !== '==' && operator !== '!=') return some(compileComparison(operator, operand));
  const equalities = compileEquality(operand).map(some);
  const equal: EntityTest = (entity) => equalities.every((test) => test(entity));
  return operator === '==' ? equal : (entity) => exists(entity) && !equal(entity);
}

function compileForNotification(statement: Statement): EntityTest {
  const { target } = statement;
  const path = pathInside(target);
  const valueOf = (entity: Entity): JsonValue | undefined => {
    const value = readTarget(entity, target);
    return value === undefined ? undefined : valueAtPath(value, path);
  };
  if (statement.kind !== 'compare') {
    if (statement.kind === 'exists') return (entity) => valueOf(entity) !== undefined;
    // The original lets `!A.m` hold only where A is.
    const needed =
      target.kind === 'metadata' || target.kind === 'attributeBuiltin' ? target.attribute : undefined;
    return (entity) => (needed === undefined || entity.attrs.has(needed)) && valueOf(entity) === undefined;
  }
  const test = compileWholeValue(statement.operator, statement.operand);
  return (entity) => {
    const value = valueOf(entity);
    return value !== undefined && test(value);
  };
}

function compileWholeValue(operator: ComparisonOperator, operand: Operand): ValueTest {
  if (operator !== '==' && operator !== '!=') return compileComparison(operator, operand);
  const equalities = compileEquality(operand);
  const equal: ValueTest = (value) => equalities.every((test) => test(value));
  return operator === '==' ? equal : (value) => !equal(value);
}

const NO_PATH: readonly string[] = [];

const pathInside = (target: QueryTarget): readonly string[] => ('path' in target ? target.path : NO_PATH);
