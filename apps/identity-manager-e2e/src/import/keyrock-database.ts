import { createHmac, randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import pg from 'pg';

/** A database as Keyrock leaves it behind, with one of everything. */
export interface KeyrockDatabase {
  readonly url: string;
  /** Runs one statement there. */
  run(statement: string): Promise<void>;
  drop(): Promise<void>;
}

export const salt = '0123456789abcdef';
/** As Keyrock keeps a password. */
export const hash = (key: string, password: string) => createHmac('sha1', key).update(password).digest('hex');

/** Keyrock's columns; BOOL and TIME differ between the databases. */
const tables = (bool: string, time: string): Readonly<Record<string, string>> => ({
  user: `id VARCHAR(36) PRIMARY KEY, username VARCHAR(64), description TEXT, website VARCHAR(2000), image VARCHAR(255), gravatar ${bool}, email VARCHAR(255), password VARCHAR(40), salt VARCHAR(40), date_password ${time}, enabled ${bool}, admin ${bool}, starters_tour_ended ${bool}, eidas_id VARCHAR(255), extra JSON, scope VARCHAR(2000)`,
  organization:
    'id VARCHAR(36) PRIMARY KEY, name VARCHAR(64), description TEXT, website VARCHAR(2000), image VARCHAR(255)',
  user_organization: 'id INT PRIMARY KEY, role VARCHAR(10), user_id VARCHAR(36), organization_id VARCHAR(36)',
  oauth_client:
    'id VARCHAR(255) PRIMARY KEY, name VARCHAR(255), description TEXT, secret VARCHAR(36), url VARCHAR(2000), redirect_uri VARCHAR(2000), redirect_sign_out_uri VARCHAR(2000), image VARCHAR(255), grant_type VARCHAR(255), response_type VARCHAR(255), token_types VARCHAR(2000), jwt_secret VARCHAR(255), client_type VARCHAR(15), scope VARCHAR(80), extra JSON',
  role: `id VARCHAR(36) PRIMARY KEY, name VARCHAR(64), is_internal ${bool}, oauth_client_id VARCHAR(255)`,
  permission: `id VARCHAR(36) PRIMARY KEY, name VARCHAR(255), description TEXT, is_internal ${bool}, action VARCHAR(255), resource VARCHAR(255), is_regex ${bool}, authorization_service_header VARCHAR(255), use_authorization_service_header ${bool}, regex_entity_ids VARCHAR(255), regex_attributes VARCHAR(255), regex_types VARCHAR(255), xml TEXT, oauth_client_id VARCHAR(255)`,
  role_permission: 'id INT PRIMARY KEY, role_id VARCHAR(36), permission_id VARCHAR(36)',
  role_assignment:
    'id INT PRIMARY KEY, oauth_client_id VARCHAR(255), role_id VARCHAR(36), user_id VARCHAR(36), organization_id VARCHAR(36), role_organization VARCHAR(10)',
  trusted_application:
    'id INT PRIMARY KEY, oauth_client_id VARCHAR(255), trusted_oauth_client_id VARCHAR(255)',
  user_authorized_application: `id INT PRIMARY KEY, user_id VARCHAR(36), oauth_client_id VARCHAR(255), shared_attributes VARCHAR(255), login_date ${time}`,
  pep_proxy:
    'id VARCHAR(255) PRIMARY KEY, password VARCHAR(40), salt VARCHAR(40), oauth_client_id VARCHAR(255)',
  iot: 'id VARCHAR(255) PRIMARY KEY, password VARCHAR(40), salt VARCHAR(40), oauth_client_id VARCHAR(255)',
  auth_token: `access_token VARCHAR(255) PRIMARY KEY, expires ${time}, valid ${bool}, user_id VARCHAR(36), pep_proxy_id VARCHAR(255)`,
  oauth_access_token: `hash CHAR(64) PRIMARY KEY, access_token TEXT, expires ${time}, scope VARCHAR(2000), valid ${bool}, refresh_token VARCHAR(255), authorization_code VARCHAR(255), oauth_client_id VARCHAR(255), user_id VARCHAR(36), iot_id VARCHAR(255)`,
  oauth_refresh_token: `refresh_token VARCHAR(255) PRIMARY KEY, expires ${time}, scope VARCHAR(2000), valid ${bool}, authorization_code VARCHAR(255), oauth_client_id VARCHAR(255), user_id VARCHAR(36), iot_id VARCHAR(255)`,
  oauth_authorization_code: `authorization_code VARCHAR(255) PRIMARY KEY, expires ${time}, redirect_uri VARCHAR(2000), scope VARCHAR(2000), valid ${bool}, nonce VARCHAR(255), extra JSON, oauth_client_id VARCHAR(255), user_id VARCHAR(36)`,
  ptp: 'id INT PRIMARY KEY, previous_job_id VARCHAR(255), oauth_client_id VARCHAR(255)',
});

const past = new Date('2020-01-01T00:00:00Z');
const future = new Date('2035-01-01T00:00:00Z');

const client = {
  description: 'imported',
  url: 'http://a',
  redirect_uri: 'http://a/cb',
  grant_type: 'client_credentials,password,authorization_code,refresh_token',
  response_type: 'code',
  token_types: 'jwt,permanent,bearer',
  jwt_secret: '0123456789abcdef',
  image: 'default',
};
export const alice = 'aaaaaaaa-good-0000-0000-000000000000';
const live = { valid: true, oauth_client_id: 'tutorial-dckr-site-0000-xpresswebapp', user_id: alice };

/** Rows by table; what a table does not name stays NULL. */
const rows: readonly (readonly [table: string, row: Readonly<Record<string, unknown>>])[] = [
  [
    'user',
    {
      id: 'admin',
      username: 'admin',
      email: 'admin@test.com',
      password: hash(salt, 'old admin'),
      salt,
      enabled: true,
      admin: true,
      date_password: past,
    },
  ],
  [
    'user',
    {
      id: alice,
      username: 'alice',
      email: 'Alice@test.com',
      password: hash(salt, 'test'),
      salt,
      enabled: true,
      admin: false,
      date_password: past,
      extra: '{"visible_attributes":["username"]}',
    },
  ],
  [
    'user',
    {
      id: 'bob',
      username: 'bob',
      email: 'bob@test.com',
      password: hash('nodejs_idm', 'test'),
      enabled: true,
      admin: false,
      date_password: past,
    },
  ],
  [
    'user',
    {
      id: 'twin',
      username: 'twin',
      email: 'ALICE@test.com',
      password: hash(salt, 'test'),
      salt,
      enabled: true,
      date_password: past,
    },
  ],
  ['organization', { id: 'org', name: 'org', description: 'an org' }],
  ['user_organization', { id: 1, role: 'member', user_id: 'bob', organization_id: 'org' }],
  ['oauth_client', { id: 'idm_admin_app', name: 'idm', secret: 'x' }],
  [
    'oauth_client',
    { id: live.oauth_client_id, name: 'app', secret: '7e3a1b5c-9f51-4f8a-8c0e-1d6f5a7b9c2d', ...client },
  ],
  ['role', { id: 'provider', name: 'Provider', is_internal: true, oauth_client_id: 'idm_admin_app' }],
  ['role', { id: 'reader', name: 'reader', is_internal: false, oauth_client_id: live.oauth_client_id }],
  [
    'permission',
    {
      id: 'read',
      name: 'read',
      is_internal: false,
      action: 'GET',
      resource: '/data',
      is_regex: false,
      use_authorization_service_header: false,
      oauth_client_id: live.oauth_client_id,
    },
  ],
  [
    'permission',
    {
      id: 'explosive',
      name: 'explosive',
      is_internal: false,
      action: 'GET',
      resource: '(.{0,31}){0,31}'.repeat(16),
      is_regex: true,
      use_authorization_service_header: false,
      oauth_client_id: live.oauth_client_id,
    },
  ],
  ['role_permission', { id: 1, role_id: 'reader', permission_id: 'read' }],
  ['role_assignment', { id: 1, oauth_client_id: live.oauth_client_id, role_id: 'reader', user_id: alice }],
  [
    'role_assignment',
    {
      id: 2,
      oauth_client_id: live.oauth_client_id,
      role_id: 'reader',
      organization_id: 'org',
      role_organization: 'member',
    },
  ],
  ['role_assignment', { id: 3, oauth_client_id: 'gone', role_id: 'reader', user_id: alice }],
  [
    'user_authorized_application',
    { id: 1, user_id: alice, oauth_client_id: live.oauth_client_id, login_date: past },
  ],
  [
    'pep_proxy',
    { id: 'pep_proxy_1', password: hash(salt, 'pep'), salt, oauth_client_id: live.oauth_client_id },
  ],
  [
    'pep_proxy',
    { id: 'pep_proxy_2', password: hash(salt, 'pep'), salt, oauth_client_id: live.oauth_client_id },
  ],
  ['iot', { id: 'iot_sensor_1', password: hash(salt, 'iot'), salt, oauth_client_id: live.oauth_client_id }],
  [
    'oauth_access_token',
    {
      hash: '1',
      access_token: 'a'.repeat(40),
      expires: future,
      scope: 'bearer',
      refresh_token: 'b'.repeat(40),
      ...live,
    },
  ],
  [
    'oauth_access_token',
    { hash: '2', access_token: 'c'.repeat(40), expires: null, scope: 'permanent', ...live },
  ],
  [
    'oauth_access_token',
    { hash: '3', access_token: 'd'.repeat(40), expires: past, scope: 'bearer', ...live },
  ],
  ['oauth_refresh_token', { refresh_token: 'b'.repeat(40), expires: future, scope: 'bearer', ...live }],
  ['oauth_authorization_code', { authorization_code: 'e'.repeat(40), expires: future, ...live }],
  [
    'oauth_authorization_code',
    {
      authorization_code: 'f'.repeat(40),
      expires: future,
      redirect_uri: client.redirect_uri,
      scope: 'jwt',
      ...live,
    },
  ],
  ['oauth_authorization_code', { authorization_code: '0'.repeat(40), expires: past, ...live }],
  ['ptp', { id: 1, previous_job_id: 'x', oauth_client_id: live.oauth_client_id }],
];

async function fill(
  run: (sql: string, values?: unknown[]) => Promise<unknown>,
  bool: string,
  time: string,
  quote: string,
) {
  for (const [table, columns] of Object.entries(tables(bool, time)))
    await run(`CREATE TABLE ${quote}${table}${quote} (${columns})`);
  for (const [table, row] of rows) {
    const names = Object.keys(row);
    await run(
      `INSERT INTO ${quote}${table}${quote} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values(row),
    );
  }
}

/** On the MySQL or PostgreSQL server at the address. */
export async function createKeyrockDatabase(server: string): Promise<KeyrockDatabase> {
  const name = `keyrock_${randomBytes(5).toString('hex')}`;
  const url = new URL(server);
  url.pathname = name;
  if (server.startsWith('mysql')) {
    const root = await mysql.createConnection(server);
    await root.query(`CREATE DATABASE ${name}`);
    const connection = await mysql.createConnection({ uri: url.href, timezone: 'Z' });
    await fill((sql, values) => connection.query(sql, values), 'TINYINT(1)', 'DATETIME', '`');
    await connection.end();
    return {
      url: url.href,
      run: (statement) => runOnServer(url.href, statement),
      drop: async () => void (await root.query(`DROP DATABASE ${name}`), await root.end()),
    };
  }
  const root = new pg.Client({ connectionString: server });
  await root.connect();
  await root.query(`CREATE DATABASE ${name}`);
  const connection = new pg.Client({ connectionString: url.href });
  await connection.connect();
  const numbered = (sql: string) => {
    let position = 0;
    return sql.replace(/\?/g, () => `$${++position}`);
  };
  await fill((sql, values) => connection.query(numbered(sql), values), 'BOOLEAN', 'TIMESTAMPTZ', '"');
  await connection.end();
  return {
    url: url.href,
    run: (statement) => runOnServer(url.href, statement),
    drop: async () => void (await root.query(`DROP DATABASE ${name}`), await root.end()),
  };
}

/** Runs one statement on the server itself. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  if (server.startsWith('mysql')) {
    const connection = await mysql.createConnection(server);
    await connection.query(statement);
    await connection.end();
    return;
  }
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
