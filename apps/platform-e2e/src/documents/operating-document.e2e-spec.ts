import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript, shellBlocks, startService, type ServiceProcess } from '@smart-city/testing';
import { send } from '../support/broker';
import { login } from '../support/identity';

/** What the document says the short names stand for. */
const NAMES = ['context-broker', 'identity-manager']
  .map((name) => `${name}() { node dist/apps/${name}/main.js "$@"; }\n`)
  .join('');
const ADMIN = { name: 'admin@test.com', password: 'of this test' };
const ROOM = { id: 'Room1', type: 'Room' };

let folder: string;
let services: readonly ServiceProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operating-'));
  mkdirSync(join(folder, 'backup'));
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const identityEnv = () => ({ IDM_DATA_DIR: join(folder, 'identity'), IDM_ADMIN_PASS: ADMIN.password });

async function start(): Promise<readonly ServiceProcess[]> {
  services = await Promise.all([
    startService('context-broker', {
      args: [
        '-fg',
        '-port',
        '0',
        '-disableFileLog',
        '-pidpath',
        join(folder, 'pid'),
        '-dbURI',
        `sqlite:${data()}`,
      ],
    }),
    startService('identity-manager', { env: { IDM_PORT: '0', ...identityEnv() } }),
  ]);
  return services;
}

async function stop(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
}

/** Runs it with `/data` and `/backup` in the folder of the test. */
function run(block: string): void {
  const here = block.replaceAll('/data', data()).replaceAll('/backup', join(folder, 'backup'));
  const { status, stderr } = runScript(NAMES + here, { env: identityEnv() });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
}

it('backup while both run, everything lost, restore: both are as they were', async () => {
  const [backup = '', restore = ''] = shellBlocks('docs/operating.md', '## Backup and restore');
  const [broker] = await start();
  expect((await send(broker!.url, 'POST', '/v2/entities', { body: ROOM })).status).toBe(201);
  run(backup);
  await stop();
  for (const lost of [data(), identityEnv().IDM_DATA_DIR]) rmSync(lost, { recursive: true });
  run(restore);
  const [again, identity] = await start();
  expect((await send(again!.url, 'GET', '/v2/entities')).body).toBe(JSON.stringify([ROOM]));
  await login(identity!.url, ADMIN);
}, 180_000);
