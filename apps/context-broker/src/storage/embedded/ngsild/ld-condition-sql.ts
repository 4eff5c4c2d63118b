import {
  compileLdQuery,
  compileLdPattern,
  type LdLiteral,
  type LdOperand,
  type LdOperator,
  type LdPath,
  type LdQuery,
} from '@smart-city/ngsild';
import { attributeJsonPath } from '../json-paths';
import { keep, type QueryFunctions } from '../query-functions';
import { allOf, anyOf, NOTHING, not, type SqlCondition } from '../sql-condition';
import type { SqlValue } from '../write-operation';

/** More terms than this are one call: SQLite bounds the size of an expression. */
const MOST_TERMS = 50;

/**
 * `q` of NGSI-LD as SQL over the columns of `entities`; never NULL. SQLite compares the plain value of an attribute with one
 * instance; what else a term may mean is left to the in-memory predicate, so that the answers are the same.
 */
export function ldQueryCondition(query: LdQuery, functions: QueryFunctions): SqlCondition {
  switch (query.kind) {
    case 'and':
    case 'or': {
      if (query.parts.length > MOST_TERMS) return predicate(query, functions);
      const parts = query.parts.map((part) => ldQueryCondition(part, functions));
      return query.kind === 'and' ? allOf(parts) : anyOf(parts);
    }
    case 'not':
      return not(ldQueryCondition(query.part, functions));
    case 'linked':
    case 'never':
      return NOTHING;
    default:
      return termCondition(query, functions);
  }
}

type Term = Extract<LdQuery, { kind: 'exists' | 'compare' }>;

const predicate = (query: LdQuery, { entities }: QueryFunctions): SqlCondition => ({
  sql: 'ngsi_ld_holds(?, cre_date, mod_date, expires_at_ms, json(doc))',
  parameters: [keep(entities, compileLdQuery(query))],
});

function termCondition(term: Term, functions: QueryFunctions): SqlCondition {
  const { path } = term;
  if (path.of === 'entity') return predicate(term, functions);
  const attribute = attributeJsonPath(path.name);
  const cases = isPlainPath(path) ? plainCases(term, attribute, functions) : undefined;
  const otherwise = predicate(term, functions);
  if (cases === undefined)
    return allOf([{ sql: 'json_type(doc, ?) IS NOT NULL', parameters: [attribute] }, otherwise]);
  return {
    sql: `CASE WHEN json_type(doc, ?) IS NULL THEN FALSE
      WHEN json_type(doc, ?) IS NOT NULL OR json_type(doc, ?) IS NOT NULL THEN ${otherwise.sql}
      ELSE CASE json_type(doc, ?) ${cases.sql} ELSE ${otherwise.sql} END END`,
    parameters: [
      attribute,
      `${attribute}.i`,
      `${attribute}.e`,
      ...otherwise.parameters,
      `${attribute}.v`,
      ...cases.parameters,
      ...otherwise.parameters,
    ],
  };
}

const isPlainPath = (path: Extract<LdPath, { of: 'attribute' }>): boolean =>
  path.subs.length === 0 && path.member === undefined && path.inside.length === 0;

/** `WHEN … THEN …` by the type of the stored value; undefined where none is exact. */
function plainCases(term: Term, attribute: string, functions: QueryFunctions): SqlCondition | undefined {
  const cases: SqlCondition[] = [{ sql: "WHEN 'null' THEN FALSE", parameters: [] }];
  const add = (types: readonly string[], { sql, parameters }: SqlCondition) => {
    for (const type of types) cases.push({ sql: `WHEN '${type}' THEN ${sql}`, parameters });
  };
  if (term.kind === 'exists') {
    add(['integer', 'real', 'text', 'true', 'false', 'object', 'array'], TRUE);
    return joined(cases);
  }
  const tests = testsOf(term.operator, term.operand, `${attribute}.v`, functions);
  if (tests === undefined) return undefined;
  const otherwise = predicate(term, functions);
  // Seconds of a date are a number; a link has neither order nor pattern.
  add(['integer', 'real'], unless(isDate(attribute), tests.number, otherwise));
  add(['text'], tests.isEquality ? tests.text : unless(isLink(attribute), tests.text, otherwise));
  add(['true'], tests.isTrue);
  add(['false'], tests.isFalse);
  return joined(cases);
}

const TRUE: SqlCondition = { sql: 'TRUE', parameters: [] };
const FALSE: SqlCondition = { sql: 'FALSE', parameters: [] };

const joined = (cases: readonly SqlCondition[]): SqlCondition => ({
  sql: cases.map(({ sql }) => sql).join(' '),
  parameters: cases.flatMap(({ parameters }) => parameters),
});

const unless = (condition: SqlCondition, then: SqlCondition, otherwise: SqlCondition): SqlCondition => ({
  sql: `CASE WHEN ${condition.sql} THEN ${otherwise.sql} ELSE ${then.sql} END`,
  parameters: [...condition.parameters, ...otherwise.parameters, ...then.parameters],
});

const isDate = (attribute: string): SqlCondition => ({
  sql: "json_extract(doc, ?) IN ('DateTime', 'ISO8601')",
  parameters: [`${attribute}.t`],
});

const isLink = (attribute: string): SqlCondition => ({
  sql: "coalesce(json_extract(doc, ?), json_extract(doc, ?)) = 'Relationship'",
  parameters: [`${attribute}.k`, `${attribute}.t`],
});

/** Test that a comparison makes of a stored value of each type. */
interface ValueTests {
  readonly number: SqlCondition;
  readonly text: SqlCondition;
  readonly isTrue: SqlCondition;
  readonly isFalse: SqlCondition;
  /** Only equality is asked for, which links have, too. */
  readonly isEquality: boolean;
}

/** @param path  of the value @returns undefined where SQLite would not compare as the predicate does */
function testsOf(
  operator: LdOperator,
  operand: LdOperand,
  path: string,
  functions: QueryFunctions,
): ValueTests | undefined {
  if (operand.kind === 'pattern') return patternTests(operator, operand.source, path, functions);
  if (operator === '==') return equalityTests(operand, path);
  if (operator === '!=') return negated(equalityTests(operand, path));
  if (operand.kind !== 'number' || operator === '~=' || operator === '!~=') return undefined;
  return {
    number: { sql: `${NUMBER} ${operator} ?`, parameters: [path, operand.value] },
    text: FALSE,
    isTrue: FALSE,
    isFalse: FALSE,
    isEquality: false,
  };
}

/** Long integers are stored as such; only as doubles do they compare as the broker's numbers. */
const NUMBER = 'CAST(json_extract(doc, ?) AS REAL)';

function patternTests(
  operator: LdOperator,
  source: string,
  path: string,
  { texts }: QueryFunctions,
): ValueTests {
  const matches: SqlCondition = {
    sql: 'ngsi_matches(?, json_extract(doc, ?))',
    parameters: [keep(texts, compileLdPattern(source, 'q')), path],
  };
  const text = operator === '~=' ? matches : not(matches);
  return { number: FALSE, text, isTrue: FALSE, isFalse: FALSE, isEquality: false };
}

function equalityTests(
  operand: Exclude<LdOperand, { kind: 'pattern' }>,
  path: string,
): ValueTests | undefined {
  if (operand.kind === 'range') return rangeTests(operand.from, operand.to, path);
  const items = operand.kind === 'list' ? operand.items : [operand];
  if (!items.every(isExact)) return undefined;
  const numbers = items.flatMap((item) => (item.kind === 'number' ? [item.value] : []));
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item.value] : []));
  const has = (value: boolean) => items.some((item) => item.kind === 'boolean' && item.value === value);
  return {
    number: isAmong(NUMBER, 'CAST(value AS REAL)', path, numbers),
    text: isAmong('json_extract(doc, ?)', 'value', path, texts),
    isTrue: has(true) ? TRUE : FALSE,
    isFalse: has(false) ? TRUE : FALSE,
    isEquality: true,
  };
}

/** A text that is a term of the context is equal to its long form, too, where it is one of a vocabulary. */
const isExact = (literal: LdLiteral): boolean =>
  literal.kind === 'number' ||
  literal.kind === 'boolean' ||
  (literal.kind === 'text' && literal.value === literal.expanded);

function isAmong(sql: string, column: string, path: string, values: readonly SqlValue[]): SqlCondition {
  if (values.length === 0) return FALSE;
  if (values.length === 1) return { sql: `${sql} = ?`, parameters: [path, values[0]!] };
  return {
    sql: `${sql} IN (SELECT ${column} FROM json_each(?))`,
    parameters: [path, JSON.stringify(values)],
  };
}

function rangeTests(from: LdLiteral, to: LdLiteral, path: string): ValueTests | undefined {
  if (from.kind !== 'number' || to.kind !== 'number') return undefined;
  const number: SqlCondition = {
    sql: `${NUMBER} BETWEEN ? AND ?`,
    parameters: [path, from.value, to.value],
  };
  return { number, text: FALSE, isTrue: FALSE, isFalse: FALSE, isEquality: true };
}

const negated = (tests: ValueTests | undefined): ValueTests | undefined =>
  tests && {
    number: not(tests.number),
    text: not(tests.text),
    isTrue: not(tests.isTrue),
    isFalse: not(tests.isFalse),
    isEquality: tests.isEquality,
  };
