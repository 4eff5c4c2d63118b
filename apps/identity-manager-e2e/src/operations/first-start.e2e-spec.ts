import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startService, type ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import { adminPassword, emptySqlite } from '../each-database';
import { createKeyrockDatabase, runOnServer } from '../import/keyrock-database';
import { runCommand } from './run-command';

const servers = [
  ['mysql', process.env['IDM_TEST_MYSQL_URL']],
  ['postgres', process.env['IDM_TEST_POSTGRES_URL']],
] as const;

/** The settings of an installation that names a server and nothing else. */
const settings = (dialect: string, address: string, name: string) => {
  const url = new URL(address);
  return {
    IDM_PORT: '0',
    IDM_DB_DIALECT: dialect,
    DATABASE_HOST: url.hostname,
    IDM_DB_PORT: url.port,
    IDM_DB_USER: url.username,
    IDM_DB_PASS: url.password,
    IDM_DB_NAME: name,
    IDM_ADMIN_PASS: adminPassword,
    IDM_ENCRYPTION_KEY: 'a key that only the tests use',
  };
};

const logIn = (service: ServiceProcess, name: string, password: string) =>
  requests(service.url).post('/v1/auth/tokens').send({ name, password });

const running: ServiceProcess[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});
const start = async (env: Record<string, string>) => {
  const service = await startService('identity-manager', { env, timeoutMs: 120_000 });
  running.push(service);
  return service;
};

describe('the first start', () => {
  it('says what to do about a port that is taken, and makes nobody before', async () => {
    const database = await emptySqlite();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const env = { ...database.env, IDM_PORT: String(port), IDM_LISTEN_ADDRESS: '127.0.0.1' };
      const { code, stdout, stderr } = await runCommand([], env);
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        `identity-manager cannot start: port ${port} is taken by another process; end that one, or choose another port with IDM_PORT\n`,
      ]);
      expect(await database.query('SELECT id FROM users')).toEqual([]);
    } finally {
      other.close();
      await database.drop();
    }
  });
});

describe('the command', () => {
  it('says its version, and its use after a subcommand as well', async () => {
    expect(await runCommand(['--version'], {})).toMatchObject({
      code: 0,
      stdout: 'identity-manager 0.1.0\n',
    });
    for (const args of [['--help'], ['-h'], ['copy', '-h'], ['import-keyrock', '--help']]) {
      const { code, stdout } = await runCommand(args, {});
      expect([args, code, stdout]).toEqual([args, 0, expect.stringMatching(/^identity-manager /)]);
    }
    expect((await runCommand(['nonsense'], {})).code).toBe(2);
  });
});

describe.each(servers)('the first start on %s', (dialect, address) => {
  if (!address) {
    it.skip(`needs a ${dialect} server in the environment`, () => undefined);
    return;
  }
  it('makes a database that the server does not have, as Keyrock does', async () => {
    const name = `fresh_${randomBytes(5).toString('hex')}`;
    const service = await start(settings(dialect, address, name));
    try {
      await logIn(service, 'admin@test.com', adminPassword).expect(201);
    } finally {
      await service.stop();
      await runOnServer(address, `DROP DATABASE ${name}`);
    }
  });

  it('on the database of a Keyrock says that it can be imported, and imports it once when asked to', async () => {
    const keyrock = await createKeyrockDatabase(address);
    const env = settings(dialect, address, new URL(keyrock.url).pathname.slice(1));
    try {
      const asked = { IDM_IMPORT_KEYROCK: 'true' };
      const silent = await start({
        ...env,
        IDM_ADMIN_EMAIL: 'other@test.com',
        IDM_ADMIN_USER: 'other',
        IDM_ADMIN_ID: 'o',
      });
      expect(silent.output()).toMatch(/WARN.*Keyrock's tables.*IDM_IMPORT_KEYROCK=true.*import-keyrock/);
      await logIn(silent, 'alice@test.com', 'test').expect(401);
      await silent.stop();

      const importing = await start({ ...env, ...asked });
      expect(importing.output()).toContain('user: 3 taken over');
      await logIn(importing, 'alice@test.com', 'test').expect(201);
      await importing.stop();

      const next = await start({ ...env, ...asked });
      expect(next.output()).not.toMatch(/taken over|Keyrock/);
      await logIn(next, 'alice@test.com', 'test').expect(201);
      await next.stop();
    } finally {
      await keyrock.drop();
    }
  });
});
