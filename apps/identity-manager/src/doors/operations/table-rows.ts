import type { SqlValue } from '../../database/dialect';
import type { Sql } from '../../database/sql';
import type { Table } from '../../database/tables';

/** A row by column, as every database would hold it: flags are booleans, whole numbers are numbers. */
export type Values = Readonly<Record<string, SqlValue>>;

const groupSize = 500;

/** All rows of a table in groups, by key. */
export async function* scanTable(sql: Sql, table: Table): AsyncIterable<readonly Values[]> {
  const keys = table.keys.join(', ');
  const marks = table.keys.map(() => '?').join(', ');
  const order = `ORDER BY ${keys} LIMIT ${groupSize}`;
  let last: readonly SqlValue[] | undefined;
  for (;;) {
    const rows =
      last === undefined
        ? await sql.all<Values>(`SELECT * FROM ${table.name} ${order}`)
        : await sql.all<Values>(`SELECT * FROM ${table.name} WHERE (${keys}) > (${marks}) ${order}`, ...last);
    if (rows.length === 0) return;
    const final = rows.at(-1)!;
    last = table.keys.map((key) => final[key]!);
    yield rows.map((row) => normalize(row, table));
  }
}

const normalize = (row: Values, { flags }: Table): Values =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      flags.has(column) && value !== null ? Boolean(value) : value,
    ]),
  );
