import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@smart-city/testing';
import { send } from '../support/broker';
import { Identity, login } from '../support/identity';
import {
  buildImages,
  hasEngine,
  PROCESS_MS,
  Project,
  readComposeDocument,
  volumesWithoutName,
  whySkipped,
} from './engine';
import { forContainers } from './for-containers';

const BROKER = 'http://127.0.0.1:1026';
const MANAGER = 'http://127.0.0.1:3000';
const tenant = { headers: ['Fiware-Service', 'city'] };
const room = { id: 'r1', type: 'Room' };
const entities = async () => (await send(BROKER, 'GET', '/v2/entities', tenant)).body;

(hasEngine ? describe : describe.skip)(`docker-compose up${whySkipped}`, () => {
  beforeAll(buildImages, 600_000);
  let project: Project;
  afterEach(async () => {
    await project.down();
    expect(await volumesWithoutName()).toEqual([]);
  });

  it('embedded: healthy, saved and put back, kept over stop and recreation', async () => {
    project = new Project('embedded', readComposeDocument('compose.embedded.yaml'), {
      IDM_ADMIN_PASS: 'of this test',
    });
    await project.up();
    const began = Date.now();
    await Promise.all([project.healthy('context-broker'), project.healthy('identity-manager')]);
    console.log(`embedded: healthy ${((Date.now() - began) / 1000).toFixed(1)} s after the start`);
    expect((await send(BROKER, 'POST', '/v2/entities', { ...tenant, body: room })).status).toBe(201);
    await login(MANAGER, { name: 'admin@test.com', password: 'of this test' });

    for (const app of ['context-broker', 'identity-manager'])
      await project.compose('exec', '-T', app, app, 'backup', '--to', '/backup/one');
    expect((await send(BROKER, 'DELETE', '/v2/entities/r1', tenant)).status).toBe(204);

    await project.compose('stop', '--timeout', '20');
    for (const app of ['context-broker', 'identity-manager'])
      expect(await project.inspect(app, '{{.State.ExitCode}}')).toBe('0');
    await project.compose('run', '--rm', 'context-broker', 'restore', '--from', '/backup/one', '--force');
    await project.compose('run', '--rm', 'identity-manager', 'restore', '--from', '/backup/one', '--force');
    await project.compose('up', '--detach', '--no-build', '--force-recreate');
    await Promise.all([project.healthy('context-broker'), project.healthy('identity-manager')]);
    expect(await entities()).toBe(JSON.stringify([room]));
    await login(MANAGER, { name: 'admin@test.com', password: 'of this test' });
  }, 400_000);

  it('secured: nobody, then an application and a role, then whoever has the role', async () => {
    const file = (variables: Record<string, string> = {}) =>
      new Project('secured', readComposeDocument('compose.secured.yaml'), {
        IDM_ADMIN_PASS: 'of this test',
        ...variables,
      });
    const status = async (token?: string) =>
      (
        await send(BROKER, 'GET', '/v2/entities', {
          headers: token === undefined ? [] : ['X-Auth-Token', token],
        })
      ).status;
    project = file();
    await project.up();
    await project.healthy('context-broker');
    const identity = await Identity.at(MANAGER, { name: 'admin@test.com', password: 'of this test' });
    const application = await identity.createApplication();
    const user = await identity.createUser(application, [{ action: 'GET', resource: '/v2/entities' }]);
    const token = await identity.token(application, user);
    expect([await status(), await status(token)]).toEqual([401, 401]);

    project = file({ APP_ID: application.id });
    await project.up();
    await project.healthy('context-broker');
    expect([await status(), await status(token)]).toEqual([401, 200]);
  }, 400_000);
});

/** Compose would take `$HOME` for a variable where the example has no quotes. */
const SECRET = 'the $HOME of this test';

const SERVICES = ['broker-1', 'broker-2', 'identity-manager'];

const mongoUri = process.env['MONGODB_URI'];
(hasEngine && mongoUri ? describe : describe.skip)(
  `docker-compose up of production${whySkipped || (mongoUri ? '' : ' (skipped: no MONGODB_URI)')}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'production-'));
    /** Filled in as the example says; `$` must arrive as it is. */
    const envFile = readFileSync('docker/production.env.example', 'utf8').replaceAll(
      "=''",
      () => `='${SECRET}'`,
    );
    let project: Project;
    let guarded: { readonly headers: readonly string[] };
    let mongo: Server;
    beforeAll(async () => {
      await buildImages();
      mongo = await forContainers(mongoUri!, 27_017);
      const document = readComposeDocument('compose.production.yaml');
      const { services, secrets } = document;
      // A replica set with users would need MongoDB itself; the server of the tests speaks its protocol.
      for (const name of ['broker-1', 'broker-2'])
        services[name]!.environment = {
          ...services[name]!.environment,
          ORION_MONGO_URI: 'mongodb://mongo-1/',
          ORION_MONGO_DB: 'prod',
        };
      writeFileSync(join(folder, 'key'), 'a key');
      secrets!['mongo-key']!.file = join(folder, 'key');
      project = new Project('production', document, {}, envFile);
      await project.up();
      for (const service of SERVICES) await project.healthy(service);
      const identity = await Identity.at(MANAGER, { name: 'admin@example.org', password: SECRET });
      const application = await identity.createApplication();
      const writer = await identity.createUser(application, [
        { action: 'GET', resource: '^/v2/entities(/.*)?$', is_regex: true },
        { action: 'POST', resource: '/v2/entities' },
      ]);
      const token = await identity.token(application, writer);
      expect((await send(BROKER, 'GET', '/v2/entities', { headers: ['X-Auth-Token', token] })).status).toBe(
        401,
      );
      guarded = { headers: [...tenant.headers, 'X-Auth-Token', token] };
      project = new Project(
        'production',
        document,
        {},
        envFile.replace(/^APP_ID=$/m, `APP_ID=${application.id}`),
      );
      await project.up();
      for (const service of SERVICES) await project.healthy(service);
    }, 600_000);
    afterAll(async () => {
      await project.down();
      mongo.close();
      rmSync(folder, { recursive: true, force: true });
      expect(await volumesWithoutName()).toEqual([]);
    });

    it('a stranger is served nothing', async () => {
      for (const path of ['/v2/entities', '/admin/log', '/statistics', '/metrics'])
        expect([path, (await send(BROKER, 'GET', path)).status]).toEqual([path, 401]);
    });

    it('brokers restarted one after the other under load lose no request', async () => {
      const failures: string[] = [];
      let answers = 0;
      let isOver = false;
      const work = async (own: number) => {
        for (let n = 0; !isOver; n++) {
          const body = { id: `E${own}-${n}`, type: 'T' };
          const { status } = await send(BROKER, 'POST', '/v2/entities', { ...guarded, body });
          const read = await send(BROKER, 'GET', `/v2/entities/${body.id}`, guarded);
          answers += 2;
          if (status !== 201 || read.status !== 200) failures.push(`POST ${status}, GET ${read.status}`);
        }
      };
      const load = Promise.all(Array.from({ length: 4 }, (_, own) => work(own)));
      try {
        for (const name of ['broker-1', 'broker-2']) {
          await project.compose('restart', '--timeout', '30', name);
          await project.healthy(name);
          await eventually(
            async () => (await project.logs('load-balancer')).includes(`${name} is UP`),
            60_000,
            PROCESS_MS,
          );
        }
      } finally {
        isOver = true;
        await load;
      }
      console.log(`rolling restart: ${answers} answers, ${failures.length} failures`);
      expect(failures.slice(0, 10)).toEqual([]);
      expect(answers).toBeGreaterThan(20);
      // A line a request would fill the log; that a server went down and came back is said.
      const log = await project.logs('load-balancer');
      expect(log).not.toContain('Connect from');
      expect(log).toContain('broker-1 is DOWN');
    }, 400_000);

    it('the identity manager keeps its data on PostgreSQL, with passwords that hold a $', async () => {
      await login(MANAGER, { name: 'admin@example.org', password: SECRET });
    });
  },
);
