import type { DataSource } from 'typeorm';

/** One table as it is copied: columns that identify a row, and those that hold true or false. */
export interface CopiedTable {
  readonly name: string;
  readonly keys: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/** Tables that others refer to, each after those that it refers to itself. */
const REFERRED = [
  'users',
  'organizations',
  'applications',
  'roles',
  'permissions',
  'pep_proxies',
  'iot_agents',
];

/** Every table with data, those that others refer to first. */
export function copiedTables({ entityMetadatas }: DataSource): readonly CopiedTable[] {
  const tables = entityMetadatas.map(({ tableName, primaryColumns, columns }) => ({
    name: tableName,
    keys: primaryColumns.map(({ databaseName }) => databaseName),
    flags: new Set(columns.filter(({ type }) => type === 'boolean').map(({ databaseName }) => databaseName)),
  }));
  const referred = REFERRED.map((name) => tables.find((table) => table.name === name)!);
  return [...referred, ...tables.filter(({ name }) => !REFERRED.includes(name))];
}
