import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureWritableFolder, errorMessage } from '@smart-city/service';
import type BetterSqlite3 from 'better-sqlite3';
import type { Pool } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Options } from '../cli/options';
import { createDatabase, isDatabaseMissing } from './create-database';
import { isDatabaseUnavailable } from './database-errors';
import { migrations } from './migrations/migrations';
import { readCommitted } from './mysql-isolation';
import { limitStatements } from './mysql-statement-timeout';
import { rows } from './entities/rows';

type Log = (message: string) => void;

/** Pragmas of the sqlite file: readers beside one writer, references checked, short waits for other processes. */
function prepareSqlite(connection: unknown): void {
  const database = connection as BetterSqlite3.Database;
  database.pragma('journal_mode = WAL');
  // What was answered survives a power cut, too. Grouped writes wait for the disk themselves: `SqliteDialect`.
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 5000');
  database.pragma('cache_size = -32000');
  database.pragma('wal_autocheckpoint = 4000');
}

/** The driver is given, not left for TypeORM to find: where packages are bundled there is nothing to find. */
export async function dataSourceOptions({ database, debug }: Options): Promise<DataSourceOptions> {
  const shared = {
    entities: [...rows],
    migrations: [...migrations],
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logging: debug ? (['error', 'warn', 'migration'] as const).slice() : false,
  } satisfies Partial<DataSourceOptions>;
  const server = {
    host: database.host,
    username: database.user,
    password: database.password,
    database: database.name,
  };
  switch (database.dialect) {
    case 'sqlite':
      ensureWritableFolder(dirname(database.file), 0o700);
      return { ...shared, type: 'better-sqlite3', database: database.file, prepareDatabase: prepareSqlite };
    case 'postgres':
      return {
        ...shared,
        ...server,
        type: 'postgres',
        driver: (await import('pg')).default,
        port: database.port ?? 5432,
        parseInt8: true,
        extra: {
          max: database.poolSize,
          connectionTimeoutMillis: database.timeoutMs,
          query_timeout: database.timeoutMs,
        },
      };
    case 'mysql':
      return {
        ...shared,
        ...server,
        type: 'mysql',
        driver: (await import('mysql2')).default,
        port: database.port ?? 3306,
        charset: 'utf8mb4_bin',
        timezone: 'Z',
        // Times in milliseconds fit a double exactly; texts would have to be converted everywhere.
        supportBigNumbers: true,
        bigNumberStrings: false,
        poolSize: database.poolSize,
        extra: { connectTimeout: database.timeoutMs, maxPreparedStatements: 500 },
      };
  }
}

/** Several processes may start on an empty database: all but one fail to make the tables, and find them next time. */
const migrationAttempts = 4;

/**
 * Opens the database and brings its tables up to date. Waits for a server that is not there yet, and makes a database that
 * its server does not have.
 *
 * @throws FolderNotWritable at once: waiting does not help
 * @throws the driver's error after the configured number of attempts
 */
export async function openDatabase(options: Options, log: Log): Promise<DataSource> {
  const { attempts, retryDelaySeconds } = options.database;
  for (let attempt = 1; ; attempt++) {
    const dataSource = new DataSource(await dataSourceOptions(options));
    try {
      await dataSource.initialize();
      await dataSource.runMigrations({ transaction: 'each' });
      const { pool } = dataSource.driver as { pool?: Pool };
      if (pool) {
        limitStatements(pool, options.database.timeoutMs);
        await readCommitted(pool);
      }
      return dataSource;
    } catch (error) {
      if (dataSource.isInitialized) await dataSource.destroy().catch(() => undefined);
      if (isDatabaseMissing(error) && attempt < migrationAttempts) {
        log(`the server has no database '${options.database.name}': making it`);
        await createDatabase(options.database);
        continue;
      }
      const unavailable = isDatabaseUnavailable(error);
      if (attempt >= (unavailable ? attempts : migrationAttempts)) throw error;
      const waitSeconds = unavailable ? retryDelaySeconds : 1;
      const reason = errorMessage(error);
      log(`database not ready (attempt ${attempt}): ${reason}; next try in ${waitSeconds} s`);
      await sleep(waitSeconds * 1000);
    }
  }
}
