import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eventually } from '@smart-city/testing';
import pg from 'pg';
import { send } from '../support/broker';
import { Haproxy, hasHaproxy } from '../support/haproxy';
import { Identity } from '../support/identity';
import { ComposeFile } from './compose-file';
import { RunningContainer } from './running-container';

const mongoUri = process.env['MONGODB_URI'];
const postgresUrl = process.env['IDM_TEST_POSTGRES_URL'];
const missing = [
  ...(mongoUri === undefined ? ['MONGODB_URI'] : []),
  ...(postgresUrl === undefined ? ['IDM_TEST_POSTGRES_URL'] : []),
  ...(hasHaproxy ? [] : ['HAProxy']),
].join(', ');

/** What an operator fills in: the passwords, which are empty in the example. */
const given = Object.fromEntries(
  [...readFileSync('docker/production.env.example', 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
    ([, name, value]) => [name!, value === "''" ? `the ${name} of this test` : value!] as const,
  ),
);
const file = ComposeFile.read('compose.production.yaml', given);

const SERVERS = ['broker-1', 'broker-2'] as const;
/** Enough that each replica has requests under way; not so many that nothing is left to start one with. */
const CLIENTS = 4;

(missing === '' ? describe : describe.skip)(
  `the brokers of production${missing === '' ? '' : ` (skipped: no ${missing})`}`,
  () => {
    const brokers: RunningContainer[] = [];
    let haproxy: Haproxy;
    let token: string;
    beforeAll(async () => {
      const identity = await Identity.shared();
      const application = await identity.createApplication();
      const writer = await identity.createUser(application, [
        { action: 'GET', resource: '^/v2/entities(/.*)?$', is_regex: true },
        { action: 'POST', resource: '/v2/entities' },
      ]);
      token = await identity.token(application, writer);
      const guarded = ComposeFile.read('compose.production.yaml', { ...given, APP_ID: application.id });
      // A replica set with users would need MongoDB itself; the server of the tests speaks its protocol.
      const addresses = {
        'http://identity-manager:3000': identity.url,
        'root:${PWD}@mongo-1,mongo-2,mongo-3/?replicaSet=rs0&authSource=admin': mongoUri!.replace(
          'mongodb://',
          '',
        ),
      };
      const database = { ORION_MONGO_DB: `p${randomBytes(4).toString('hex')}` };
      for (const name of SERVERS) {
        const container = guarded.container(name);
        const env = { ...container.env, ...database };
        brokers.push(await RunningContainer.start({ ...container, env }, addresses));
      }
      haproxy = await Haproxy.start(
        readFileSync('docker/haproxy.cfg', 'utf8'),
        Object.fromEntries(SERVERS.map((name, at) => [`${name}:1026`, `127.0.0.1:${brokers[at]!.port}`])),
      );
    });
    afterAll(async () => {
      await haproxy?.stop();
      await Promise.all(brokers.map((broker) => broker.dispose()));
    });

    it('are healthy behind the load balancer', async () => {
      expect(await Promise.all(brokers.map((broker) => broker.health()))).toEqual([0, 0]);
      expect((await send(haproxy.url, 'GET', '/health/ready')).status).toBe(200);
    });

    it('serve nobody without a token, and operators only with a permission', async () => {
      const status = async (path: string, headers: readonly string[] = []) =>
        (await send(haproxy.url, 'GET', path, { headers })).status;
      const closed = ['/v2/entities', '/admin/log', '/log/trace', '/statistics', '/metrics', '/no/such/path'];
      for (const path of closed) expect([path, await status(path)]).toEqual([path, 401]);
      expect(await status('/admin/log', ['X-Auth-Token', token])).toBe(403);
      expect(await status('/v2/entities', ['X-Auth-Token', token])).toBe(200);
    });

    it('restarted one after the other under load, fail no request', async () => {
      const tenant = { headers: ['Fiware-Service', 'rolling', 'X-Auth-Token', token] };
      const failures: string[] = [];
      let created = 0;
      let isOver = false;
      const work = async (own: number) => {
        for (let n = 0; !isOver; n++) {
          const body = { id: `E${own}-${n}`, type: 'T' };
          const { status } = await send(haproxy.url, 'POST', '/v2/entities', { ...tenant, body });
          if (status === 201) created += 1;
          else failures.push(`POST ${status}`);
          const read = await send(haproxy.url, 'GET', `/v2/entities/${body.id}`, tenant);
          if (read.status !== 200) failures.push(`GET ${read.status}`);
        }
      };
      const load = Promise.all(Array.from({ length: CLIENTS }, (_, own) => work(own)));
      try {
        for (const [at, name] of SERVERS.entries()) {
          expect(await brokers[at]!.stop()).toBe(0);
          expect(haproxy.saw(name, 'DOWN')).toBe(true);
          await brokers[at]!.up();
          await eventually(async () => haproxy.saw(name, 'UP'), 60_000);
        }
      } finally {
        isOver = true;
        await load;
      }
      expect(failures).toEqual([]);
      const count = await send(haproxy.url, 'GET', '/v2/entities?limit=1&options=count', tenant);
      expect(count.headers['fiware-total-count']).toBe(String(created));
      expect(created).toBeGreaterThan(CLIENTS);
    }, 300_000);
  },
);

(postgresUrl ? describe : describe.skip)(
  `the identity manager of production${postgresUrl ? '' : ' (skipped: IDM_TEST_POSTGRES_URL names no server)'}`,
  () => {
    const { hostname, port } = new URL(postgresUrl ?? 'postgres://none');
    const run = async (...statements: readonly string[]) => {
      const client = new pg.Client({ connectionString: postgresUrl });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    const {
      POSTGRES_USER: user,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: name,
    } = file.environment('postgres');
    const drop = [`DROP DATABASE IF EXISTS ${name}`, `DROP ROLE IF EXISTS ${user}`];
    let manager: RunningContainer;
    beforeAll(async () => {
      // What the image of PostgreSQL does at its first start.
      await run(
        ...drop,
        `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`,
        `CREATE DATABASE ${name} OWNER ${user}`,
      );
      const container = file.container('identity-manager');
      const env = { ...container.env, IDM_DB_HOST: hostname, IDM_DB_PORT: port };
      manager = await RunningContainer.start({ ...container, env });
    });
    afterAll(async () => {
      await manager?.dispose();
      await run(...drop);
    });

    it('serves nobody before an application is named', () => {
      expect(file.container('broker-1').env).toMatchObject({
        ORION_AUTHZ: 'TRUE',
        ORION_AUTHZ_APP_ID: 'none',
        ORION_RECEIVER_DENY: 'loopback,linkLocal,private',
      });
    });

    it('is healthy on PostgreSQL, and its administrator logs in', async () => {
      expect(await manager.health()).toBe(0);
      const credentials = { name: given['IDM_ADMIN_EMAIL']!, password: given['IDM_ADMIN_PASS']! };
      const identity = await Identity.at(manager.url, credentials);
      const application = await identity.createApplication();
      const reader = await identity.createUser(application, []);
      expect(await identity.token(application, reader)).toMatch(/^[0-9a-f]{40}$/);
    });

    it('PostgreSQL is healthy by its own check', () => {
      const [command = '', ...words] = file.healthcheck('postgres');
      const { status, error } = spawnSync(command, words, {
        env: { ...process.env, PGHOST: hostname, PGPORT: port },
      });
      expect({ status, error }).toEqual({ status: 0, error: undefined });
    });
  },
);
