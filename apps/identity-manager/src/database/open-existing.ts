import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import type { Options } from '../cli/options';
import { isDatabaseMissing } from './create-database';
import { dataSourceOptions } from './data-source';
import { isDatabaseUnavailable } from './database-errors';
import { migrations } from './migrations/migrations';

/** There is no such database, or it is none of an identity manager of this version; the message names it. */
export class NoSuchDatabase extends Error {}

/**
 * Opens a database to read it: makes none, and changes no table.
 *
 * @throws NoSuchDatabase
 * @throws the driver's error when the server cannot be reached
 */
export async function openExisting(options: Options): Promise<DataSource> {
  const { dialect, file, name, host } = options.database;
  const named = dialect === 'sqlite' ? file : `${name} at ${host}`;
  if (dialect === 'sqlite' && !existsSync(file)) throw new NoSuchDatabase(`there is no database at ${file}`);
  const dataSource = new DataSource(await readOnly(options));
  try {
    await dataSource.initialize();
    await checkTables(dataSource, named);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    throw isDatabaseMissing(error) ? new NoSuchDatabase(`there is no database ${named}`) : error;
  }
}

async function readOnly(options: Options): Promise<Awaited<ReturnType<typeof dataSourceOptions>>> {
  const settings = await dataSourceOptions(options);
  if (settings.type !== 'better-sqlite3') return settings;
  return { ...settings, readonly: true, fileMustExist: true, prepareDatabase: () => undefined };
}

async function checkTables(dataSource: DataSource, named: string): Promise<void> {
  const done = await dataSource
    .query<{ readonly name: string }[]>('SELECT name FROM schema_migrations')
    .catch((cause: unknown) => {
      if (isDatabaseUnavailable(cause)) throw cause;
      throw new NoSuchDatabase(`${named} is not the database of an identity manager`, { cause });
    });
  const names = new Set(done.map(({ name }) => name));
  if (migrations.some((Migration) => !names.has(new Migration().name)))
    throw new NoSuchDatabase(`${named} is of an older version: start the identity manager on it once`);
}
