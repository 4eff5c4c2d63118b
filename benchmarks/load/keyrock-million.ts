import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';

/** A Keyrock database of the size that a run needs. */
export interface FilledKeyrock {
  readonly url: string;
  /** Runs one statement there. */
  run(statement: string): Promise<void>;
  drop(): Promise<void>;
}

export const USERS = 10_000;
export const APPLICATIONS = 20;

/** The tables that its migrations leave behind on MariaDB, as far as tokens need them; references are added once they are filled. */
const TABLES = [
  'user (id CHAR(36) PRIMARY KEY, username VARCHAR(64), description TEXT, website VARCHAR(2000), image VARCHAR(255), gravatar TINYINT(1), email VARCHAR(255) UNIQUE, password VARCHAR(40), salt VARCHAR(40), date_password DATETIME, enabled TINYINT(1), admin TINYINT(1), starters_tour_ended TINYINT(1), eidas_id VARCHAR(255), extra JSON, scope VARCHAR(2000))',
  'oauth_client (id VARCHAR(255) PRIMARY KEY, name VARCHAR(255), description TEXT, secret CHAR(36), url VARCHAR(2000), redirect_uri VARCHAR(2000), redirect_sign_out_uri VARCHAR(2000), image VARCHAR(255), grant_type VARCHAR(255), response_type VARCHAR(255), token_types VARCHAR(2000), jwt_secret VARCHAR(255), client_type VARCHAR(15), scope VARCHAR(2000), extra JSON)',
  'iot (id VARCHAR(255) PRIMARY KEY, password VARCHAR(40), salt VARCHAR(40), oauth_client_id VARCHAR(255))',
  'oauth_authorization_code (authorization_code VARCHAR(255) PRIMARY KEY, expires DATETIME, redirect_uri VARCHAR(2000), scope VARCHAR(2000), valid TINYINT(1), nonce VARCHAR(255), extra JSON, oauth_client_id VARCHAR(255), user_id CHAR(36))',
  'oauth_refresh_token (refresh_token VARCHAR(255) PRIMARY KEY, expires DATETIME, scope VARCHAR(2000), valid TINYINT(1), authorization_code VARCHAR(255), oauth_client_id VARCHAR(255), user_id CHAR(36), iot_id VARCHAR(255))',
  'oauth_access_token (access_token TEXT NOT NULL, expires DATETIME, scope VARCHAR(2000), refresh_token VARCHAR(255), valid TINYINT(1), extra JSON, oauth_client_id VARCHAR(255), user_id CHAR(36), iot_id VARCHAR(255), authorization_code VARCHAR(255), hash CHAR(64) PRIMARY KEY, UNIQUE (hash))',
];

const REFERENCES = [
  ['iot', ['oauth_client_id']],
  ['oauth_authorization_code', ['oauth_client_id', 'user_id']],
  ['oauth_refresh_token', ['authorization_code', 'oauth_client_id', 'user_id', 'iot_id']],
  ['oauth_access_token', ['refresh_token', 'oauth_client_id', 'user_id', 'iot_id', 'authorization_code']],
] as const;
const REFERRED: Readonly<Record<string, string>> = {
  oauth_client_id: 'oauth_client (id)',
  user_id: 'user (id)',
  iot_id: 'iot (id)',
  authorization_code: 'oauth_authorization_code (authorization_code)',
  refresh_token: 'oauth_refresh_token (refresh_token)',
};

const userOf = (n: string) => `LPAD(MOD(${n}, ${USERS}), 36, 'user-')`;
const clientOf = (n: string) => `CONCAT('application-', MOD(${n}, ${APPLICATIONS}))`;

/**
 * Fills tables as Keyrock 8 has them on MariaDB with tokens that live, one in ten with a refresh token, through its sequence engine.
 *
 * @param server  its address, with a user that may create databases
 */
export async function fillKeyrock(server: string, tokens: number): Promise<FilledKeyrock> {
  const name = `keyrock_${randomBytes(5).toString('hex')}`;
  const url = new URL(server);
  const connection = await mysql.createConnection(server);
  url.pathname = name;
  const run = async (statement: string) => void (await connection.query(statement));
  await run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await run(`USE ${name}`);
  // All rows are made to fit; looking at each of them again would take most of the time.
  await run('SET SESSION foreign_key_checks = 0');
  for (const table of TABLES) await run(`CREATE TABLE ${table}`);
  await run(
    `INSERT INTO user (id, username, email, password, salt, date_password, enabled, admin) SELECT ${userOf('seq')}, CONCAT('user', seq), CONCAT('user', seq, '@example.com'), SHA1(seq), 'salt', '2026-01-01', 1, 0 FROM seq_1_to_${USERS}`,
  );
  await run(
    `INSERT INTO oauth_client (id, name, secret, redirect_uri, grant_type, response_type) SELECT ${clientOf('seq')}, CONCAT('application ', seq), UUID(), 'https://example.com/cb', 'password,refresh_token', 'code' FROM seq_1_to_${APPLICATIONS}`,
  );
  await run(
    `INSERT INTO oauth_refresh_token (refresh_token, expires, scope, valid, oauth_client_id, user_id) SELECT SHA1(CONCAT('refresh', seq)), '2035-01-01', 'bearer', 1, ${clientOf('seq')}, ${userOf('seq')} FROM seq_1_to_${Math.ceil(tokens / 10)}`,
  );
  // In the order of their keys, so that filling stays fast where the buffer pool is small.
  await run(
    `INSERT INTO oauth_access_token (hash, access_token, expires, scope, refresh_token, valid, oauth_client_id, user_id) SELECT hash, SHA1(CONCAT('access', seq)), '2035-01-01', 'bearer', IF(MOD(seq, 10) = 0, SHA1(CONCAT('refresh', seq DIV 10)), NULL), 1, ${clientOf('seq')}, ${userOf('seq')} FROM (SELECT SHA2(seq, 256) AS hash, seq FROM seq_1_to_${tokens} ORDER BY 1) AS made`,
  );
  for (const [table, columns] of REFERENCES) {
    const added = columns.map((of) => `ADD FOREIGN KEY (${of}) REFERENCES ${REFERRED[of]} ON DELETE CASCADE`);
    await run(`ALTER TABLE ${table} ${added.join(', ')}`);
  }
  return {
    url: url.href,
    run,
    drop: async () => {
      await run(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}
