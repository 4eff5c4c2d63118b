import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runScript, shellBlocks, startService, type ServiceProcess } from '@smart-city/testing';

/**
 * Blocks that are run elsewhere: in apps/platform-e2e/src/documents (start, use it for real), by the identity manager's
 * tests (tokens), by whoever runs this (test).
 */
const ELSEWHERE = [/^npm /, /^IDM=\$\{IDM:-/];

/** The `sh` blocks of a document as one script: what a reader would paste, from top to bottom. */
const scriptOf = (file: string) =>
  shellBlocks(file)
    .filter((lines) => !ELSEWHERE.some((pattern) => pattern.test(lines)))
    .join('\n');

/** A broker, and where scripts find it and its files. */
async function startAll() {
  const folder = mkdtempSync(join(tmpdir(), 'shell-lines-'));
  const data = (name: string) => join(folder, 'data', name);
  const files = ['-disableFileLog', '-pidpath', join(folder, 'pid')];
  const broker = await startService('context-broker', {
    args: ['-fg', '-multiservice', '-port', '0', '-dbURI', `sqlite:${data('context-broker')}`, ...files],
  });
  const env = {
    BROKER: broker.url,
    DATA: join(folder, 'data'),
    IDM_DATA_DIR: data('identity-manager'),
    BACKUP: join(folder, 'backup'),
    CURL_HOME: folder,
  };
  return {
    broker,
    env,
    /** Gives curl a tenant for all that a document sends, so that documents share the broker; none for one that names tenants itself. */
    sendAs: (tenant: string) =>
      writeFileSync(join(folder, '.curlrc'), tenant && `header = "Fiware-Service: ${tenant}"\n`),
    stop: async () => {
      await broker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

it('the shell lines of docs/getting-started.md work as they stand', async () => {
  const { env, stop } = await startAll();
  let identity: ServiceProcess | undefined;
  try {
    identity = await startService('identity-manager', {
      env: { IDM_PORT: '0', IDM_DATA_DIR: env.IDM_DATA_DIR },
    });
    const { status, stdout } = runScript(scriptOf('docs/getting-started.md'), {
      env: { ...env, IDM: identity.url, RECEIVER_PORT: String(await freePort()) },
    });
    expect({ status, stdout }).toMatchObject({ status: 0 });
    for (const part of [
      /\{"id":"Room1","type":"Room","temperature":27\}/,
      /"subscriptionId":"[0-9a-f]{24}","data":\[\{"id":"Room1","type":"Room","temperature":\{"type":"Number","value":30/,
      /\{"id":"Pump1","type":"Pump","on":true\}/,
      /databases in .*backup\/broker/,
      /backup in .*backup\/identity; with its encryption key/,
    ])
      expect(stdout).toMatch(part);
  } finally {
    await identity?.stop();
    await stop();
  }
});

describe('the shell lines of documents that name the ports of a try-out work as they stand:', () => {
  let started: Awaited<ReturnType<typeof startAll>>;
  beforeAll(async () => {
    started = await startAll();
  });
  afterAll(() => started?.stop());

  const tryOut = async (file: string, tenant = '') => {
    const { broker, env, sendAs } = started;
    sendAs(tenant);
    // One of its own: the receiver of the document before may not have let go of its port yet.
    const port = String(await freePort());
    const script = scriptOf(file)
      .replaceAll('localhost:1026', broker.url.replace('http://', ''))
      .replaceAll('1028', port)
      // Where a document does not wait itself: a reader takes longer to paste the next line than the receiver to start.
      .replace(/&\n(?!until )/, `&\nuntil curl -s localhost:${port}; do sleep 0.2; done\n`);
    const { status, stdout } = runScript(`${script}\nsleep 2`, { env: { ...env, RECEIVER_PORT: port } });
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).not.toMatch(/HTTP\/1\.1 [345]|"error":/);
    return stdout;
  };

  it('of README.md', async () => {
    const stdout = await tryOut('README.md', 'readme');
    expect(stdout.match(/HTTP\/1\.1 (?:201|204)/g)).toHaveLength(6);
    expect(stdout).toMatch(/"data":\[\{"id":"Room2"/);
    const readme = { headers: { 'Fiware-Service': 'readme' } };
    for (const left of ['subscriptions', 'entities'])
      expect(await (await fetch(`${started.broker.url}/v2/${left}`, readme)).json()).toEqual([]);
  });
  it('of docs/context-broker.md', async () => {
    const stdout = await tryOut('docs/context-broker.md');
    expect(stdout).toMatch(
      /\[\{"id":"Room2","type":"Room","temperature":25\},\{"id":"Room1",.*"temperature":21\.5\}\]/,
    );
    expect(stdout).toMatch(/Fiware-Total-Count: 2/i);
    expect(stdout.match(/\{"id":"Bench1","type":"Bench"\}/g)).toHaveLength(2);
  });
  it('of docs/notifications.md', async () => {
    expect(await tryOut('docs/notifications.md', 'notifications')).toMatch(
      /"data":\[\{"id":"Room1","type":"Room","temperature":\{[^}]*"value":22/,
    );
  });
});
