import type { OrderPosition } from '@smart-city/context';
import { checkedPosition } from '../position';
import { ANYTHING, NOTHING, VALUE, allOf, anyOf, type SqlCondition } from './sql-condition';
import type { SqlValue } from './write-operation';

/** One expression that entities are ordered by. */
export interface OrderTerm extends SqlCondition {
  readonly descending: boolean;
  /** Of its values, where no other is stored. */
  readonly values: 'number' | 'string' | 'any';
  /** A plain column, which an index may be found for. */
  readonly isColumn: boolean;
}

/** `ORDER BY`. */
export const orderOf = (terms: readonly OrderTerm[]): SqlCondition => ({
  sql: terms.map(({ sql, descending }) => (descending ? `${sql} DESC` : sql)).join(', '),
  parameters: terms.flatMap(({ parameters }) => parameters),
});

/** Where the entity of a key is in the order. */
export const selectPosition = (terms: readonly OrderTerm[], key: number): SqlCondition => ({
  sql: `SELECT ${terms.map(({ sql }) => sql).join(', ')} FROM entities WHERE entities.key = ${VALUE}`,
  parameters: [...terms.flatMap(({ parameters }) => parameters), key],
});

/** A row of {@link selectPosition}, for whoever goes on there. */
export const toPosition = (row: readonly unknown[]): OrderPosition =>
  row.map((value) =>
    Buffer.isBuffer(value) ? [value.toString('base64')] : (value as number | string | null),
  );

/**
 * The entities behind a position.
 *
 * @throws NgsiError  400 for a position of another order
 */
export function behind(terms: readonly OrderTerm[], after: OrderPosition | undefined): SqlCondition {
  if (after === undefined) return ANYTHING;
  const position = checkedPosition(
    after,
    terms.map(({ values }) => values),
  );
  const values = position.map((value): SqlValue =>
    typeof value === 'object' && value !== null ? Buffer.from(value[0], 'base64') : value,
  );
  const branches = terms.map((term, at) =>
    allOf([...terms.slice(0, at).map((same, n) => isSame(same, values[n]!)), isBehind(term, values[at]!)]),
  );
  return allOf([notBefore(terms[0]!, values[0]!), anyOf(branches)]);
}

/** Says once more what follows from the rest, so that an index on the first column is entered where the page begins. */
const notBefore = ({ sql, parameters, descending, isColumn }: OrderTerm, value: SqlValue): SqlCondition =>
  isColumn
    ? { sql: `${sql} ${descending ? '<=' : '>='} ${VALUE}`, parameters: [...parameters, value] }
    : ANYTHING;

const isSame = ({ sql, parameters }: OrderTerm, value: SqlValue): SqlCondition => ({
  sql: `(${sql}) IS ${VALUE}`,
  parameters: [...parameters, value],
});

/** SQLite has NULL before all values. */
function isBehind({ sql, parameters, descending }: OrderTerm, value: SqlValue): SqlCondition {
  if (value === null) return descending ? NOTHING : { sql: `(${sql}) IS NOT NULL`, parameters };
  if (!descending) return { sql: `(${sql}) > ${VALUE}`, parameters: [...parameters, value] };
  return {
    sql: `((${sql}) < ${VALUE} OR (${sql}) IS NULL)`,
    parameters: [...parameters, value, ...parameters],
  };
}
