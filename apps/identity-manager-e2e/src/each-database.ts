import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  freePort,
  keptForAllFiles,
  sharedService,
  startService,
  type ServiceProcess,
} from '@smart-city/testing';

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

/** Nobody listens there: no test sends mail through a server that the machine happens to have. */
const noMail = { IDM_EMAIL_PORT: '1' };

type Rows = readonly Record<string, unknown>[];

async function querySqlite(file: string, sql: string, values: readonly unknown[] = []): Promise<Rows> {
  const { default: Sqlite } = await import('better-sqlite3');
  const connection = new Sqlite(file, { timeout: 5000 });
  try {
    const statement = connection.prepare(sql);
    if (statement.reader) return statement.all(...values) as Record<string, unknown>[];
    statement.run(...values);
    return [];
  } finally {
    connection.close();
  }
}

/** A database file that is not there yet. */
export async function emptySqlite(): Promise<TestDatabase & { readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'idm-e2e-'));
  const file = join(folder, 'identity.db');
  return {
    file,
    env: { ...encryption, IDM_DATA_DIR: folder, IDM_DB_FILE: file },
    query: (sql, values) => querySqlite(file, sql, values),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a service leaves that has started and stopped once: tables, signing key, administrator. Making them is an eighth of a start. */
const startedOnce = () =>
  keptForAllFiles('database of an identity manager that has started', async () => {
    const database = await emptySqlite();
    await (await startIdentityManager(database)).stop();
    const remove = () => rmSync(dirname(database.file), { recursive: true, force: true });
    return { file: database.file, kill: remove, end: async () => remove() };
  });

/** A database file of its own, in which a service has started before. */
export async function openSqlite(): Promise<TestDatabase> {
  const [{ file }, database] = [await startedOnce(), await emptySqlite()];
  copyFileSync(file, database.file);
  return database;
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

async function queryPostgres(
  address: string,
  database: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Rows> {
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
}

async function openPostgres(address: string): Promise<TestDatabase> {
  const name = unique();
  await queryPostgres(address, 'postgres', `CREATE DATABASE ${name}`);
  return {
    env: serverEnv('postgres', new URL(address), name),
    query: (sql, values) => queryPostgres(address, name, sql, values),
    drop: async () => void (await queryPostgres(address, 'postgres', `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function queryMysql(
  address: string,
  database: string | undefined,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Rows> {
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
}

async function openMysql(address: string): Promise<TestDatabase> {
  const name = unique();
  await queryMysql(address, undefined, `CREATE DATABASE ${name}`);
  return {
    env: serverEnv('mysql', new URL(address), name),
    query: (sql, values) => queryMysql(address, name, sql, values),
    drop: async () => void (await queryMysql(address, undefined, `DROP DATABASE ${name}`)),
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
      ...noMail,
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
 * The database as this file reaches it. One that several files share was opened by another, whose drivers can load nothing more once
 * that file has ended.
 */
export function fromThisFile(database: TestDatabase): TestDatabase {
  const { IDM_DB_DIALECT: dialect, IDM_DB_NAME: name = '', IDM_DB_FILE: file = '' } = database.env;
  if (dialect === 'postgres' && postgresUrl)
    return { ...database, query: (sql, values) => queryPostgres(postgresUrl, name, sql, values) };
  if (dialect === 'mysql' && mysqlUrl)
    return { ...database, query: (sql, values) => queryMysql(mysqlUrl, name, sql, values) };
  return { ...database, query: (sql, values) => querySqlite(file, sql, values) };
}

/** The service on a database of its own. */
async function startTestService(open: Open, env: Record<string, string>) {
  const database = await open();
  const process = await startIdentityManager(database, env);
  const others: ServiceProcess[] = [];
  const service: TestService = {
    url: process.url,
    process,
    database,
    async another(more = {}) {
      const other = await startIdentityManager(database, { ...env, ...more });
      others.push(other);
      return other;
    },
  };
  /** Those that a test file has started beside it. */
  const stopOthers = () => Promise.all(others.splice(0).map((other) => other.stop()));
  return { ...service, stopOthers };
}

/** A service for all test files of this process that ask for its settings: each makes its own users and applications there. */
async function sharedTestService(name: string, open: Open, env: Record<string, string>) {
  const shared = await sharedService(`identity-manager on ${name} with ${JSON.stringify(env)}`, async () => {
    const service = await startTestService(open, env);
    return { shared: service, process: service.process, remove: service.database.drop };
  });
  return { ...shared, database: fromThisFile(shared.database) };
}

/**
 * Another process on the database of a shared service, for all test files that compare two: it has level `payload` and an
 * address with https. Nobody ends it.
 */
export const processBeside = ({ url, database }: TestService): Promise<ServiceProcess> =>
  sharedService(`identity-manager beside ${url}`, async () => {
    const env = { IDM_PDP_LEVEL: 'payload', IDM_HOST: 'https://idm.example.org' };
    const process = await startIdentityManager(database, env);
    return { shared: process, process };
  });

/**
 * Declares the same tests for every database: sqlite always, the servers when their address is in the environment.
 * A service starts once for the file when it has settings; the one without is shared with other files, which see each other's data.
 *
 * @param only  names of the databases that the tests are about; default all
 */
export function eachDatabase(
  tests: (service: () => TestService) => void,
  env: Settings = {},
  only: readonly string[] = databases.map(({ name }) => name),
): void {
  declare(tests, { env, only, isShared: typeof env === 'object' && Object.keys(env).length === 0 });
}

/** Like {@link eachDatabase}, with settings and yet shared: with the files that ask for the same ones. */
export function eachSharedDatabase(tests: (service: () => TestService) => void, env: Settings): void {
  declare(tests, { env, only: databases.map(({ name }) => name), isShared: true });
}

/** Like {@link eachDatabase}, for tests that end the service, or change or count what is not theirs. */
export function eachFreshDatabase(
  tests: (service: () => TestService) => void,
  env: Record<string, string> = {},
  only: readonly string[] = databases.map(({ name }) => name),
): void {
  declare(tests, { env, only, isShared: false });
}

/** Settings of a service: names and values, or a function that knows them once a server they name has started. */
type Settings = Record<string, string> | (() => Promise<Record<string, string>>);

interface Declared {
  readonly env: Settings;
  readonly only: readonly string[];
  readonly isShared: boolean;
}

function declare(tests: (service: () => TestService) => void, { env, only, isShared }: Declared): void {
  for (const { name, open, variable } of databases) {
    if (!only.includes(name)) continue;
    if (!open) {
      describe.skip(`on ${name} (${variable} is not set)`, () => tests(() => missing()));
      continue;
    }
    describe(`on ${name}`, () => {
      let running: Awaited<ReturnType<typeof startTestService>> | undefined;
      beforeAll(async () => {
        const settings = typeof env === 'function' ? await env() : env;
        running = await (isShared
          ? sharedTestService(name, open, settings)
          : startTestService(open, settings));
      });
      afterAll(async () => {
        await running?.stopOthers();
        if (isShared) return;
        await running?.process.stop();
        await running?.database.drop();
      });
      tests(() => running ?? missing());
    });
  }
}

function missing(): never {
  throw new Error('the service is not running');
}
