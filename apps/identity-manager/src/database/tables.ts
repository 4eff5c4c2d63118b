import { getMetadataArgsStorage } from 'typeorm';
import type { SqlValue, Step } from './dialect';
import { rows } from './entities/rows';
import { names, type Column, type Entity } from './names';

/*
 * Tables as data, for what goes over all of them: copies and imports. Ordinary access goes through repositories.
 */

/** One table: its columns that identify a row, and those that hold true or false. */
export interface Table {
  readonly name: string;
  readonly keys: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/** A row by column, as a driver takes it. */
export interface TableRow {
  readonly table: string;
  readonly values: Readonly<Record<string, SqlValue>>;
}

/** A row by table and key. */
export interface RowKey {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
}

function tableOf(entity: Entity<object>): Table {
  const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === entity);
  const named = (isSo: (column: (typeof columns)[number]) => boolean) =>
    columns.filter(isSo).map(({ options }) => String(options.name));
  return {
    name: names(entity).table,
    keys: named(({ options }) => options.primary === true),
    flags: new Set(named(({ options }) => options.type === 'boolean')),
  };
}

const byEntity = new Map(rows.map((row) => [row as Entity<object>, tableOf(row)]));
const byName = new Map([...byEntity.values()].map((table) => [table.name, table]));

/** Every table, in the order of the row classes. */
export const allTables: readonly Table[] = [...byEntity.values()];

/** The table of a row class. */
export const tableFor = (entity: Entity<object>): Table => byEntity.get(entity)!;

/** A row of an entity as its table has it; properties that are left out take the table's defaults. */
export function tableRow<Row>(entity: Entity<Row>, row: Partial<Row>): TableRow {
  const columns = names(entity);
  const values = Object.entries(row).map(([property, value]) => {
    const column = columns[property as keyof typeof columns & string] as unknown as Column<unknown>;
    return [String(column), column.bind(value)] as const;
  });
  return { table: columns.table, values: Object.fromEntries(values) };
}

export const rowKey = ({ table, values }: TableRow): RowKey => ({
  table,
  key: Object.fromEntries(byName.get(table)!.keys.map((column) => [column, String(values[column])])),
});

/** The condition that names one row, for the values of its key. */
const isRow = ({ key }: RowKey) =>
  Object.keys(key)
    .map((column) => `${column} = ?`)
    .join(' AND ');

export function insertRow({ table, values }: TableRow): Step {
  const columns = Object.keys(values);
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  return { sql, values: Object.values(values) };
}

/** Sets columns of the row with the same key; undefined when none of them may be set. */
export function updateRow(
  row: TableRow,
  columns: readonly string[] = Object.keys(row.values),
): Step | undefined {
  const found = rowKey(row);
  const set = columns.filter((column) => !(column in found.key) && column in row.values);
  if (set.length === 0) return undefined;
  const assignments = set.map((column) => `${column} = ?`).join(', ');
  return {
    sql: `UPDATE ${row.table} SET ${assignments} WHERE ${isRow(found)}`,
    values: [...set.map((column) => row.values[column] ?? null), ...Object.values(found.key)],
  };
}

export const deleteRow = (row: RowKey): Step => ({
  sql: `DELETE FROM ${row.table} WHERE ${isRow(row)}`,
  values: Object.values(row.key),
});

/** Reads the row, if it is there. */
export const findRow = (row: RowKey): Step => ({
  sql: `SELECT 1 AS found FROM ${row.table} WHERE ${isRow(row)}`,
  values: Object.values(row.key),
});
