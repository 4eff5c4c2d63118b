import {
  cellBox,
  cellsIn,
  type AggregateQuery,
  type AggregateTerm,
  type EntityGroup,
  type EntityQuery,
  type GroupKey,
  type JsonValue,
  type ServicePathFilter,
} from '@smart-city/context';
import { attributeJsonPath } from './json-paths';
import { noFunctions, type QueryFunctions } from './query-functions';
import { selection } from './query-sql';
import { ROWS, type SqlCondition } from './sql-condition';
import type { SqlValue } from './write-operation';

/** Groups ready to be read. */
export interface CompiledGroups {
  readonly page: SqlCondition;
  readonly count: SqlCondition;
  readonly functions: QueryFunctions;
  readonly readGroup: (row: readonly unknown[]) => EntityGroup;
}

/** Types of single values, in the order of groups; a value that is none of these is 9. */
const NULL = 1;
const NUMBER = 2;
const FALSE = 4;
const TRUE = 5;

/**
 * Groups as one `GROUP BY`. An inner statement takes what is needed out of each document, once; its `LIMIT` keeps SQLite from
 * taking it out again for every use.
 */
export function compileGroups(
  servicePaths: readonly ServicePathFilter[],
  query: EntityQuery,
  { terms, groupBy }: AggregateQuery,
): CompiledGroups {
  const functions = noFunctions();
  const { from, where } = selection(servicePaths, query, functions);
  const attributes = [...new Set([...groupBy.flatMap(attributeOfKey), ...terms.flatMap(attributeOfTerm)])];
  const place = (name: string) => attributes.indexOf(name);
  const inner = taken(groupBy, attributes);
  const source: SqlCondition = {
    sql: `SELECT ${inner.sql} FROM ${from} WHERE ${where.sql} LIMIT -1`,
    parameters: [...inner.parameters, ...where.parameters],
  };
  const keys = groupBy.flatMap((key) => keyColumns(key, place));
  const valid = groupBy.flatMap((key) => (key.by === 'type' ? [] : [validity(key, place)]));
  const rest = `FROM (${source.sql})${valid.length === 0 ? '' : ` WHERE ${valid.join(' AND ')}`}`;
  const numbers = keys.map((_, at) => at + 1).join(', ');
  const grouped = keys.length === 0 ? '' : ` GROUP BY ${numbers}`;
  const columns = [...keys, ...terms.map((term) => termSql(term, place))].join(', ');
  return {
    page: {
      sql: `SELECT ${columns} ${rest}${grouped}${keys.length === 0 ? '' : ` ORDER BY ${numbers}`} LIMIT ${ROWS} OFFSET ${ROWS}`,
      parameters: [...source.parameters, query.limit, query.offset],
    },
    count: {
      sql: `SELECT count(*) FROM (SELECT ${keys.length === 0 ? 'count(*)' : keys.join(', ')} ${rest}${grouped})`,
      parameters: source.parameters,
    },
    functions,
    readGroup: (row) => readGroup(row, groupBy),
  };
}

const attributeOfKey = (key: GroupKey): readonly string[] => (key.by === 'attribute' ? [key.name] : []);
const attributeOfTerm = (term: AggregateTerm): readonly string[] =>
  term.kind === 'count' ? [] : [term.attribute];

/** The columns of the inner statement: of attribute `n` its class `c…` and its value `v…`. */
function taken(groupBy: readonly GroupKey[], attributes: readonly string[]): SqlCondition {
  const columns: string[] = ['type'];
  const parameters: SqlValue[] = [];
  attributes.forEach((name, n) => {
    const path = attributeJsonPath(name);
    columns.push(
      `CASE WHEN json_extract(doc, ?) IN ('DateTime', 'ISO8601') THEN 9 ELSE CASE json_type(doc, ?) WHEN 'null' THEN 1 ` +
        `WHEN 'integer' THEN 2 WHEN 'real' THEN 2 WHEN 'text' THEN 3 WHEN 'false' THEN 4 WHEN 'true' THEN 5 ELSE 9 END END AS c${n}`,
      `json_extract(doc, ?) AS v${n}`,
    );
    parameters.push(`${path}.t`, `${path}.v`, `${path}.v`);
  });
  for (const key of groupBy) {
    if (key.by !== 'cell') continue;
    const isPoint = `json_extract(location, '$.type') = 'Point'`;
    for (const [name, at, span] of [
      ['column', 0, 360],
      ['row', 1, 180],
    ] as const) {
      columns.push(
        `CASE WHEN ${isPoint} THEN CAST(min(floor((json_extract(location, '$.coordinates[${at}]') + ${span / 2}.0) / ?), ?) AS INTEGER) END AS cell_${name}`,
      );
      parameters.push(key.degrees, cellsIn(span, key.degrees) - 1);
    }
  }
  return { sql: columns.join(', '), parameters };
}

/** What a group is told by, two columns each but for the type: class and value, column and row. */
function keyColumns(key: GroupKey, place: (name: string) => number): readonly string[] {
  if (key.by === 'type') return ['type'];
  if (key.by === 'cell') return ['cell_column', 'cell_row'];
  const n = place(key.name);
  return [`c${n}`, `CASE c${n} WHEN 2 THEN CAST(v${n} AS REAL) WHEN 3 THEN v${n} END`];
}

const validity = (key: Exclude<GroupKey, { by: 'type' }>, place: (name: string) => number): string =>
  key.by === 'cell' ? 'cell_column IS NOT NULL' : `c${place(key.name)} < 9`;

function termSql(term: AggregateTerm, place: (name: string) => number): string {
  if (term.kind === 'count') return 'count(*)';
  const n = place(term.attribute);
  const number = `CASE c${n} WHEN 2 THEN CAST(v${n} AS REAL) END`;
  if (term.kind !== 'distinct') return `${term.kind}(${number})`;
  const has = [NULL, FALSE, TRUE].map((one) => `coalesce(max(c${n} = ${one}), 0)`);
  return `count(DISTINCT ${number}) + count(DISTINCT CASE c${n} WHEN 3 THEN v${n} END) + ${has.join(' + ')}`;
}

function readGroup(row: readonly unknown[], groupBy: readonly GroupKey[]): EntityGroup {
  let at = 0;
  const keys = groupBy.map((key): JsonValue => {
    if (key.by === 'type') return String(row[at++]);
    const [first, second] = [row[at++], row[at++]];
    return key.by === 'cell'
      ? cellBox(Number(first), Number(second), key.degrees)
      : valueOf(Number(first), second as string | number | null);
  });
  return { keys, values: row.slice(at) as readonly (number | null)[] };
}

function valueOf(kind: number, value: string | number | null): JsonValue {
  if (kind === NULL) return null;
  if (kind === FALSE || kind === TRUE) return kind === TRUE;
  return kind === NUMBER ? Number(value) : value;
}
