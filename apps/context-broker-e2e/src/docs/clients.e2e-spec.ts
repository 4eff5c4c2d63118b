import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, runScript, shellBlocks, startService, type ServiceProcess } from '@smart-city/testing';

const run = promisify(execFile);

/** How the program of each section is run, under the name that its first line says. */
const LANGUAGES = [
  { language: 'js', command: 'node' },
  { language: 'python', command: 'python3' },
  { language: 'java', command: 'java' },
] as const;

/** Java is not to prepare for a long life (second compiler, threads that collect): a program here is compiled, runs and ends. */
const OPTIONS = { node: [], python3: [], java: ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] } as const;

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;

let folder: string;
let broker: ServiceProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clients-'));
  const files = ['-disableFileLog', '-pidpath', join(folder, 'pid'), '-dbURI', `sqlite:${folder}/data`];
  broker = await startService('context-broker', { args: ['-fg', '-port', '0', ...files] });
});
afterAll(async () => {
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the programs of docs/clients.md', () => {
  for (const { language, command } of LANGUAGES) {
    const test = isThere(command) ? it : it.skip;
    test(`${command} writes, asks, subscribes and is notified${isThere(command) ? '' : ` (no ${command} here)`}`, async () => {
      const [program = ''] = codeBlocks('docs/clients.md', language);
      const [, name = ''] = /^\S+ (\S+): /.exec(program) ?? [];
      writeFileSync(join(folder, name), program);
      const { stdout } = await run(command, [...OPTIONS[command], join(folder, name)], {
        env: { ...process.env, NODE_OPTIONS: '', BROKER: broker.url },
      });
      expect(stdout).toMatch(/^warm: .*urn:room/s);
      expect(stdout).toMatch(/^notified: .*temperature.{1,4}27\b/ms);
    });
  }

  it('leave no subscription', async () => {
    expect(await (await fetch(`${broker.url}/v2/subscriptions`)).json()).toEqual([]);
  });
});

it('the steps of docs/tutorials.md find what they ask for', () => {
  const [steps = ''] = shellBlocks('docs/tutorials.md');
  const { status, stdout } = runScript(steps, { env: { BROKER: broker.url } });
  expect(status).toBe(0);
  const [byId, byType, byName, byAddress, near, shelf] = stdout
    .split('\n')
    .map((line) => JSON.parse(line || '""') as unknown);
  expect(byId).toMatchObject({ id: 'urn:ngsi-ld:Store:001', name: 'Corner shop' });
  expect(byType).toMatchObject([{ name: 'Corner shop' }, { name: 'Market hall' }]);
  for (const found of [byName, byAddress, near])
    expect(found).toMatchObject([{ id: 'urn:ngsi-ld:Store:002' }]);
  expect(shelf).toEqual([[50]]);
});
