import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadOptions } from '../cli/options';
import { openDatabase } from './data-source';
import { openSql } from './open-sql';
import type { Sql } from './sql';
import { sqlContract } from './sql.contract';
import { statementsContract } from './statements.contract';

/** Settings for a test server's address. */
function serverEnv(dialect: string, address: string): NodeJS.ProcessEnv {
  const url = new URL(address);
  return {
    IDM_DB_DIALECT: dialect,
    IDM_DB_HOST: url.hostname,
    IDM_DB_PORT: url.port,
    IDM_DB_USER: url.username,
    IDM_DB_PASS: url.password,
    IDM_DB_NAME: url.pathname.slice(1),
  };
}

function contractOn(name: string, variable: string, env: () => NodeJS.ProcessEnv): void {
  if (variable !== '' && !process.env[variable]) {
    describe.skip(`Sql on ${name} (${variable} is not set)`, () => {
      sqlContract(() => missing());
      statementsContract(() => missing());
    });
    return;
  }
  describe(`Sql on ${name}`, () => {
    let dataSource: DataSource;
    let sql: Sql;
    beforeAll(async () => {
      dataSource = await openDatabase(loadOptions(env()), () => undefined);
      sql = openSql(dataSource);
    });
    afterAll(() => dataSource.destroy());
    sqlContract(() => sql);
    describe('statements of the row classes', () => statementsContract(() => ({ sql, dataSource })));
  });
}

function missing(): never {
  throw new Error('the database is not open');
}

const folder = mkdtempSync(join(tmpdir(), 'idm-sql-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

contractOn('sqlite', '', () => ({ IDM_DATA_DIR: folder }));
contractOn('postgres', 'IDM_TEST_POSTGRES_URL', () =>
  serverEnv('postgres', process.env['IDM_TEST_POSTGRES_URL'] ?? ''),
);
contractOn('mysql', 'IDM_TEST_MYSQL_URL', () => serverEnv('mysql', process.env['IDM_TEST_MYSQL_URL'] ?? ''));
