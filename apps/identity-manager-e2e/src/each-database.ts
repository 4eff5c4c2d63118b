import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startService, type ServiceProcess } from '@smart-city/testing';

export const adminEmail = 'admin@test.com';
export const adminPassword = '1234';

/** A database that belongs to one test file. */
export interface TestDatabase {
  /** `IDM_DB_*` and what else the service needs to use it. */
  readonly env: Record<string, string>;
  /** Runs SQL behind the service's back, for what no interface can do (expiry, faults). Parameters are `?`. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly drop: () => Promise<void>;
}

/** A running identity manager on its own database. */
export interface TestService {
  readonly url: string;
  readonly process: ServiceProcess;
  readonly database: TestDatabase;
  /** Another process on the same database. */
  another(env?: Record<string, string>): Promise<ServiceProcess>;
}

type Open = () => Promise<TestDatabase>;

const unique = () => `idm_${randomBytes(6).toString('hex')}`;

const encryption = { IDM_ENCRYPTION_KEY: 'a key that only the tests use' };

/** Tests log in thousands of times: a password costs one millisecond of the processor, not twenty. */
const cheapPasswords = { IDM_PASSWORD_HASH_MEMORY: '1024' };

/** A database file of its own. */
export async function openSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'idm-e2e-'));
  const { default: Sqlite } = await import('better-sqlite3');
  const file = join(folder, 'identity.db');
  return {
    env: { ...encryption, IDM_DATA_DIR: folder, IDM_DB_FILE: file },
    query: async (sql, values = []) => {
      const connection = new Sqlite(file, { timeout: 5000 });
      try {
        const statement = connection.prepare(sql);
        if (statement.reader) return statement.all(...values) as Record<string, unknown>[];
        statement.run(...values);
        return [];
      } finally {
        connection.close();
      }
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function serverEnv(dialect: string, url: URL, name: string): Record<string, string> {
  return {
    ...encryption,
    IDM_DB_DIALECT: dialect,
    IDM_DB_HOST: url.hostname,
    IDM_DB_PORT: url.port,
    IDM_DB_USER: decodeURIComponent(url.username),
    IDM_DB_PASS: decodeURIComponent(url.password),
    IDM_DB_NAME: name,
    IDM_DB_RETRY_DELAY: '0',
  };
}

async function openPostgres(address: string): Promise<TestDatabase> {
  const name = unique();
  const run = async (database: string, sql: string, values: readonly unknown[] = []) => {
    const { default: pg } = await import('pg');
    const url = new URL(address);
    url.pathname = database;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      let position = 0;
      const { rows } = await client.query(
        sql.replace(/\?/g, () => `$${++position}`),
        [...values],
      );
      return rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  await run('postgres', `CREATE DATABASE ${name}`);
  return {
    env: serverEnv('postgres', new URL(address), name),
    query: (sql, values) => run(name, sql, values),
    drop: async () => void (await run('postgres', `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function openMysql(address: string): Promise<TestDatabase> {
  const name = unique();
  const run = async (database: string | undefined, sql: string, values: readonly unknown[] = []) => {
    const { default: mysql } = await import('mysql2/promise');
    const url = new URL(address);
    if (database !== undefined) url.pathname = database;
    const connection = await mysql.createConnection(url.href);
    try {
      const [rows] = await connection.query(sql, [...values]);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    } finally {
      await connection.end();
    }
  };
  await run(undefined, `CREATE DATABASE ${name}`);
  return {
    env: serverEnv('mysql', new URL(address), name),
    query: (sql, values) => run(name, sql, values),
    drop: async () => void (await run(undefined, `DROP DATABASE ${name}`)),
  };
}

/** Starts the service on a database, at a known port so that its public URL is the one tests use. */
export async function startIdentityManager(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  return startService('identity-manager', {
    env: {
      IDM_PORT: String(port),
      IDM_HOST: `http://127.0.0.1:${port}`,
      IDM_LISTEN_ADDRESS: '127.0.0.1',
      IDM_ADMIN_PASS: adminPassword,
      ...cheapPasswords,
      ...database.env,
      ...env,
    },
  });
}

const postgresUrl = process.env['IDM_TEST_POSTGRES_URL'];
const mysqlUrl = process.env['IDM_TEST_MYSQL_URL'];

const databases: readonly {
  readonly name: string;
  readonly open: Open | undefined;
  readonly variable: string;
}[] = [
  { name: 'sqlite', open: openSqlite, variable: '' },
  {
    name: 'postgres',
    open: postgresUrl ? () => openPostgres(postgresUrl) : undefined,
    variable: 'IDM_TEST_POSTGRES_URL',
  },
  { name: 'mysql', open: mysqlUrl ? () => openMysql(mysqlUrl) : undefined, variable: 'IDM_TEST_MYSQL_URL' },
];

/**
 * Declares the same tests for every database: sqlite always, the servers when their address is in the environment.
 * The service starts once for the file, with the settings given.
 *
 * @param only  names of the databases that the tests are about; default all
 */
export function eachDatabase(
  tests: (service: () => TestService) => void,
  env: Record<string, string> = {},
  only: readonly string[] = databases.map(({ name }) => name),
): void {
  for (const { name, open, variable } of databases) {
    if (!only.includes(name)) continue;
    if (!open) {
      describe.skip(`on ${name} (${variable} is not set)`, () => tests(() => missing()));
      continue;
    }
    describe(`on ${name}`, () => {
      let running: TestService | undefined;
      const others: ServiceProcess[] = [];
      beforeAll(async () => {
        const database = await open();
        const process = await startIdentityManager(database, env);
        const another = async (more: Record<string, string> = {}) => {
          const other = await startIdentityManager(database, { ...env, ...more });
          others.push(other);
          return other;
        };
        running = { url: process.url, process, database, another };
      });
      afterAll(async () => {
        await Promise.all([...others.map((other) => other.stop()), running?.process.stop()]);
        await running?.database.drop();
      });
      tests(() => running ?? missing());
    });
  }
}

function missing(): never {
  throw new Error('the service is not running');
}
