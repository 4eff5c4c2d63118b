import Sqlite from 'better-sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { loadOptions, type Options } from '../cli/options';
import { dataSourceOptions } from './data-source';
import { openSql } from './open-sql';
import type { Sql } from './sql';

/** A real SQLite database that lives in memory, for unit tests. */
export interface MemoryDatabase {
  readonly dataSource: DataSource;
  readonly sql: Sql;
  /** The settings that it was made with. */
  readonly options: Options;
  close(): Promise<void>;
}

/** What the migrations make, once for a process: running them is three quarters of opening a database. */
let migrated: Promise<Buffer> | undefined;

async function migrate(settings: DataSourceOptions): Promise<Buffer> {
  let database: Sqlite.Database | undefined;
  const kept = { prepareDatabase: (opened: Sqlite.Database) => void (database = opened) };
  const dataSource = await new DataSource({ ...settings, ...kept }).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const content = database!.serialize();
  await dataSource.destroy();
  return content;
}

/** Opens an empty database with all its tables: it has the internal application and its roles, and nobody. */
export async function openMemoryDatabase(env: NodeJS.ProcessEnv = {}): Promise<MemoryDatabase> {
  const options = loadOptions({ ...env, IDM_DB_DIALECT: 'sqlite' });
  const settings = await dataSourceOptions({
    ...options,
    database: { ...options.database, file: ':memory:' },
  });
  const content = await (migrated ??= migrate(settings));
  const driver = class extends Sqlite {
    constructor(_file: string, more: Sqlite.Options) {
      super(content, more);
    }
  };
  const dataSource = await new DataSource({ ...settings, driver }).initialize();
  return { dataSource, sql: openSql(dataSource), options, close: () => dataSource.destroy() };
}
