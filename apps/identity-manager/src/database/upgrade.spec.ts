import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { loadOptions, type Options } from '../cli/options';
import { createDatabase } from './create-database';
import { dataSourceOptions, openDatabase } from './data-source';
import { ApiTokenRow } from './entities/token.row';
import { UserRow } from './entities/user.row';
import { migrations } from './migrations/migrations';
import { selectFrom } from './query';
import { openSql } from './open-sql';

const userById = selectFrom(
  UserRow,
  ['username', 'enabled', 'awaitingActivation'],
  (user) => `WHERE ${user.id} = ?`,
);
const loginNames = selectFrom(UserRow, ['id', 'loginName'], (user) => `ORDER BY ${user.id}`);
const apiToken = selectFrom(
  ApiTokenRow,
  ['userId', 'valid', 'passwordAt'],
  (token) => `WHERE ${token.tokenHash} = ?`,
);

/** A database as a release with so many migrations left it: a user who has an API token. */
async function leaveDatabase(options: Options, count: number): Promise<void> {
  const settings = await dataSourceOptions(options);
  const dataSource = new DataSource({ ...settings, migrations: migrations.slice(0, count) });
  await dataSource.initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const sql = openSql(dataSource);
  // As that release wrote them: its columns, not those of today.
  await sql.run({
    sql: "INSERT INTO users (id, username, email, email_lower, date_password, enabled, created_at) VALUES ('u', 'ann', 'a@b.c', 'a@b.c', 1, ?, 1)",
    values: [true],
  });
  // Somebody with the same username, who came later, and one whose username may be an address.
  for (const [id, username, createdAt] of [
    ['a', 'ANN', 2],
    ['v', 'a@b.c', 3],
  ] as const)
    await sql.run({
      sql: 'INSERT INTO users (id, username, email, email_lower, date_password, enabled, created_at) VALUES (?, ?, ?, ?, 1, ?, ?)',
      values: [id, username, `${id}@b.d`, `${id}@b.d`, true, createdAt],
    });
  await sql.run({
    sql: "INSERT INTO api_tokens (token_hash, user_id, expires_at, valid, created_at) VALUES ('t', 'u', 2, ?, 1)",
    values: [true],
  });
  await dataSource.destroy();
}

/** Settings of a database of its own, and how it goes again; undefined where there is no such server. */
type Place = () => { readonly options: Options; readonly name: string } | undefined;

const folder = mkdtempSync(join(tmpdir(), 'idm-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const onServer =
  (dialect: string, variable: string): Place =>
  () => {
    const address = process.env[variable];
    if (address === undefined || address === '') return undefined;
    const { hostname, port, username, password } = new URL(address);
    const name = `upgrade_${process.pid}_${Date.now()}`;
    const env = { IDM_DB_DIALECT: dialect, IDM_DB_HOST: hostname, IDM_DB_PORT: port, IDM_DB_NAME: name };
    return { options: loadOptions({ ...env, IDM_DB_USER: username, IDM_DB_PASS: password }), name };
  };

const places: readonly (readonly [name: string, place: Place])[] = [
  [
    'SQLite',
    () => {
      const name = `${Date.now()}-${Math.random()}`;
      return { options: loadOptions({ IDM_DATA_DIR: join(folder, name) }), name };
    },
  ],
  ['PostgreSQL', onServer('postgres', 'IDM_TEST_POSTGRES_URL')],
  ['MariaDB', onServer('mysql', 'IDM_TEST_MYSQL_URL')],
];

/** So many migrations there are with the one that fills in login names. */
const LOGIN_NAMES = migrations.findIndex(({ name }) => name === 'LoginNames10') + 1;
const earlier = migrations.slice(0, -1).map((_migration, at) => at + 1);

describe.each(places)('A database of an earlier release on %s', (_name, place) => {
  const isThere = place() !== undefined;
  (isThere ? it : it.skip).each(earlier)('goes on with what it holds after %i migrations', async (count) => {
    const { options, name } = place()!;
    if (options.database.dialect !== 'sqlite') await createDatabase(options.database);
    await leaveDatabase(options, count);
    const upgraded = await openDatabase(options, () => undefined);
    try {
      const sql = openSql(upgraded);
      expect(await sql.first(userById, 'u')).toEqual({
        username: 'ann',
        enabled: true,
        awaitingActivation: false,
      });
      expect(await sql.all(loginNames)).toEqual([
        { id: 'a', loginName: null },
        // Before the migration that fills it there is none; a release that has it fills it itself.
        { id: 'u', loginName: count < LOGIN_NAMES ? 'ann' : null },
        { id: 'v', loginName: null },
      ]);
      expect(await sql.first(apiToken, 't')).toEqual({ userId: 'u', valid: true, passwordAt: null });
      const done = await upgraded.query<readonly unknown[]>('SELECT name FROM schema_migrations');
      expect(done).toHaveLength(migrations.length);
      if (options.database.dialect === 'mysql') await upgraded.query(`DROP DATABASE ${name}`);
    } finally {
      await upgraded.destroy();
    }
  });
});
