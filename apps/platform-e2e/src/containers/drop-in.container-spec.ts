import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../support/broker';
import { login } from '../support/identity';
import { buildImages, hasEngine, Project, whySkipped, type ComposeService } from './engine';
import { forContainers } from './for-containers';

const mongoUri = process.env['MONGODB_URI'];
const mysqlUrl = process.env['IDM_TEST_MYSQL_URL'];
const isRun = hasEngine && mongoUri !== undefined && mysqlUrl !== undefined;
const why = whySkipped || (isRun ? '' : ' (skipped: no MONGODB_URI or IDM_TEST_MYSQL_URL)');

const BROKER = 'context-broker:local';
const MANAGER = 'identity-manager:local';
const curl = (url: string) => ({ test: `curl --fail -s ${url} || exit 1`, interval: '2s' });

/**
 * Services with the options that compose files of the FIWARE tutorials and of both originals' repositories give their
 * images; only the image is another one.
 */
const services: Readonly<Record<string, ComposeService>> = {
  // Tutorials: host by flag, the check calls the container by its name.
  'orion-by-host': {
    image: BROKER,
    hostname: 'orion-a',
    command: '-dbhost mongo-db -logLevel DEBUG',
    healthcheck: curl('http://orion-a:1026/version'),
    ports: ['127.0.0.1:11026:1026'],
  },
  // Tutorials of today: a URI; the image checks itself.
  'orion-by-uri': {
    image: BROKER,
    command: '-dbURI mongodb://mongo-db -logLevel DEBUG -noCache',
    ports: ['127.0.0.1:11027:1026'],
  },
  // The original's environment, and another port.
  'orion-by-variable': {
    image: BROKER,
    environment: { ORION_MONGO_HOST: 'mongo-db', ORION_PORT: '1030', ORION_MULTI_SERVICE: 'TRUE' },
    healthcheck: { interval: '2s' },
    ports: ['127.0.0.1:11030:1030'],
  },
  'orion-port-by-flag': {
    image: BROKER,
    command: '-dbhost mongo-db -port 1031',
    healthcheck: { interval: '2s' },
  },
  // Tutorials of identity management: secret in a file, port of its own.
  keyrock: {
    image: MANAGER,
    environment: {
      DEBUG: 'idm:*',
      DATABASE_HOST: 'mysql-db',
      IDM_DB_PASS_FILE: '/run/secrets/my_secret_data',
      IDM_DB_USER: 'idm',
      IDM_DB_NAME: 'tutorial_idm',
      IDM_HOST: 'http://localhost:3005',
      IDM_PORT: '3005',
      IDM_HTTPS_ENABLED: 'false',
      IDM_HTTPS_PORT: '3443',
      IDM_ADMIN_USER: 'alice',
      IDM_ADMIN_EMAIL: 'alice-the-admin@test.com',
      IDM_ADMIN_PASS: 'test',
      IDM_CSP_FORM_ACTION: '*',
    },
    secrets: ['my_secret_data'],
    healthcheck: curl('http://localhost:3005/version'),
    ports: ['127.0.0.1:13005:3005'],
  },
  // Keyrock's own repository: the host and nothing else.
  'keyrock-by-host': {
    image: MANAGER,
    environment: { DATABASE_HOST: 'mysql-db', IDM_DB_USER: 'idm', IDM_DB_NAME: 'own_idm' },
    healthcheck: { interval: '2s' },
  },
};

(isRun ? describe : describe.skip)(`compose files of the originals with another image${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'drop-in-'));
  let project: Project;
  let servers: Server[] = [];
  beforeAll(async () => {
    await buildImages();
    servers = await Promise.all([forContainers(mongoUri!, 27_017), forContainers(mysqlUrl!, 3306)]);
    // The secret ends without a line break, as a secret of Docker may.
    writeFileSync(join(folder, 'secrets.txt'), 'idm');
    project = new Project('dropin', {
      services: {
        ...services,
        'mongo-db': { image: 'mongo:7', environment: { PORT: '27017' } },
        'mysql-db': { image: 'mongo:7', environment: { PORT: '3306' } },
      },
      secrets: { my_secret_data: { file: join(folder, 'secrets.txt') } },
    });
    await project.up();
  }, 600_000);
  afterAll(async () => {
    await project.down();
    servers.forEach((server) => server.close());
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(services))('%s becomes healthy', (name) => project.healthy(name));

  it('the brokers share the MongoDB that their options name', async () => {
    const entity = { id: 'shared', type: 'T' };
    expect((await send('http://127.0.0.1:11026', 'POST', '/v2/entities', { body: entity })).status).toBe(201);
    for (const port of [11_027, 11_030])
      expect((await send(`http://127.0.0.1:${port}`, 'GET', '/v2/entities/shared')).status).toBe(200);
  });

  it('the administrator that the options name logs in', async () => {
    await login('http://127.0.0.1:13005', { name: 'alice-the-admin@test.com', password: 'test' });
  });
});
