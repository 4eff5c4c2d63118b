import { DataSource } from 'typeorm';
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

/** Opens an empty database with all its tables: it has the internal application and its roles, and nobody. */
export async function openMemoryDatabase(env: NodeJS.ProcessEnv = {}): Promise<MemoryDatabase> {
  const options = loadOptions({ ...env, IDM_DB_DIALECT: 'sqlite' });
  const settings = await dataSourceOptions({
    ...options,
    database: { ...options.database, file: ':memory:' },
  });
  const dataSource = await new DataSource(settings).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  return { dataSource, sql: openSql(dataSource), options, close: () => dataSource.destroy() };
}
