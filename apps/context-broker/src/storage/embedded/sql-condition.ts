import type { SqlValue } from './write-operation';

/** A condition with its parameters in order. Text from requests is only ever a parameter. */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * A parameter in a comparison, and one that bounds rows. Of a bare `?` in these places SQLite looks at the value that is bound,
 * and prepares the statement anew for each: the dearest part of a look-up of some entities. Of an expression it does not.
 */
export const VALUE = '+?';
export const ROWS = '(? + 0)';

export const ANYTHING: SqlCondition = { sql: 'TRUE', parameters: [] };
export const NOTHING: SqlCondition = { sql: 'FALSE', parameters: [] };

export const allOf = (conditions: readonly SqlCondition[]): SqlCondition =>
  join(conditions, ' AND ', ANYTHING);
export const anyOf = (conditions: readonly SqlCondition[]): SqlCondition => join(conditions, ' OR ', NOTHING);

export const not = ({ sql, parameters }: SqlCondition): SqlCondition => ({ sql: `NOT (${sql})`, parameters });

/** `column IN (…)`. A long list travels as one parameter. */
export function isIn(column: string, values: readonly SqlValue[]): SqlCondition {
  if (values.length === 1) return { sql: `${column} = ${VALUE}`, parameters: values };
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(values)] };
}

function join(conditions: readonly SqlCondition[], word: string, none: SqlCondition): SqlCondition {
  const parts = word === ' AND ' ? conditions.filter((condition) => condition !== ANYTHING) : conditions;
  const [first, ...others] = parts;
  if (first === undefined) return none;
  if (others.length === 0) return first;
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}
