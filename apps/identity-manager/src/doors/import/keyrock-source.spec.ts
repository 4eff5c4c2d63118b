import { randomBytes } from 'node:crypto';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { openKeyrock } from './keyrock-source';

/** A database of the test's own on a server, and how many rows the server has read of a table of it. */
interface Server {
  readonly url: string;
  run(statement: string): Promise<void>;
  rowsRead(table: string): Promise<number>;
  drop(): Promise<void>;
}

const nameOf = () => `keyrock_source_${randomBytes(5).toString('hex')}`;

async function onMysql(address: string): Promise<Server> {
  const connection = await mysql.createConnection(address);
  const [name, url] = [nameOf(), new URL(address)];
  url.pathname = name;
  await connection.query(`CREATE DATABASE ${name}`);
  await connection.query(`USE ${name}`);
  // MariaDB counts by table only when it is told to.
  await connection.query('SET GLOBAL userstat = 1');
  return {
    url: url.href,
    run: async (statement) => void (await connection.query(statement)),
    rowsRead: async (table) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT rows_read AS found FROM information_schema.table_statistics WHERE table_schema = ? AND table_name = ?',
        [name, table],
      );
      return Number(rows[0]?.['found'] ?? 0);
    },
    drop: async () => {
      await connection.query(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}

async function onPostgres(address: string): Promise<Server> {
  const name = nameOf();
  const url = new URL(address);
  url.pathname = name;
  const root = new pg.Client({ connectionString: address });
  await root.connect();
  await root.query(`CREATE DATABASE ${name}`);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    run: async (statement) => void (await client.query(statement)),
    rowsRead: async (table) => {
      const { rows } = await client.query<{ found: string }>(
        'SELECT COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0) AS found FROM pg_stat_user_tables WHERE relname = $1',
        [table],
      );
      return Number(rows[0]?.found ?? 0);
    },
    drop: async () => {
      await client.end();
      await root.query(`DROP DATABASE ${name}`);
      await root.end();
    },
  };
}

const ROWS = 5_000;
const numbers = {
  mysql: `seq FROM seq_1_to_${ROWS}`,
  postgres: `seq FROM generate_series(1, ${ROWS}) AS seq`,
};
const servers = [
  ['mysql', process.env['IDM_TEST_MYSQL_URL'], onMysql],
  ['postgres', process.env['IDM_TEST_POSTGRES_URL'], onPostgres],
] as const;

/** How `oauth_access_token` has been made by one version of Keyrock and another. */
const shapes = [
  ['since version 8, by its hash', 'access_token TEXT NOT NULL, hash CHAR(64) PRIMARY KEY, UNIQUE (hash)'],
  ['before version 8, by the token', 'access_token VARCHAR(255) PRIMARY KEY, UNIQUE (access_token)'],
  [
    'half-way to version 8, by the token',
    'access_token VARCHAR(255) PRIMARY KEY, hash CHAR(64) DEFAULT NULL, UNIQUE (hash)',
  ],
] as const;

describe.each(servers)('A Keyrock database on %s', (name, address, open) => {
  if (!address) {
    it.skip(`needs a ${name} server in the environment`, () => undefined);
    return;
  }
  let server: Server;
  beforeEach(async () => (server = await open(address)));
  afterEach(() => server.drop());

  const fill = async (columns: string) => {
    const hasHash = columns.includes('hash CHAR(64) PRIMARY');
    await server.run(
      `CREATE TABLE oauth_access_token (${columns}, expires ${name === 'mysql' ? 'DATETIME' : 'TIMESTAMPTZ'}, valid BOOLEAN)`,
    );
    await server.run(
      `INSERT INTO oauth_access_token (access_token, ${hasHash ? 'hash, ' : ''}expires, valid) SELECT MD5(CONCAT('token', seq)), ${hasHash ? "MD5(CONCAT('hash', seq)), " : ''}'2035-01-01', true FROM (SELECT ${numbers[name]}) AS made`,
    );
    await server.run(name === 'mysql' ? 'ANALYZE TABLE oauth_access_token' : 'ANALYZE oauth_access_token');
  };

  /** The tokens of all pages, and how many rows the server read for them. */
  const readAll = async () => {
    const before = await server.rowsRead('oauth_access_token');
    const source = await openKeyrock(server.url);
    const tokens: unknown[] = [];
    for await (const page of source.pages('oauth_access_token', 'access_token', 'live'))
      tokens.push(...page.map((row) => row['access_token']));
    await source.close();
    // PostgreSQL counts for others when a connection has ended.
    await server.run('SELECT 1');
    let after = await server.rowsRead('oauth_access_token');
    for (let turn = 0; after === before && turn < 100; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      after = await server.rowsRead('oauth_access_token');
    }
    return { tokens, read: after - before };
  };

  it.each(shapes)('gives each token once, and reads each row about once: %s', async (_shape, columns) => {
    await fill(columns);
    const { tokens, read } = await readAll();
    expect(new Set(tokens).size).toBe(ROWS);
    expect(tokens).toHaveLength(ROWS);
    // Each of ten pages that scans reads the whole table; a planner may do so for the last ones, where little is left.
    expect(read).toBeGreaterThanOrEqual(ROWS);
    expect(read).toBeLessThan(ROWS * 3);
  });

  it('whose table has no key at all gives each token once', async () => {
    await fill('access_token VARCHAR(255) NOT NULL');
    expect(new Set((await readAll()).tokens).size).toBe(ROWS);
  });
});
