import { mkdtempSync, rmSync } from 'node:fs';
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

describe('shell lines work as they stand', () => {
  let folder: string;
  let broker: ServiceProcess;
  let identity: ServiceProcess | undefined;
  let env: Record<string, string>;
  const data = (name: string) => join(folder, 'data', name);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shell-lines-'));
    const files = ['-disableFileLog', '-pidpath', join(folder, 'pid')];
    broker = await startService('context-broker', {
      args: ['-fg', '-multiservice', '-port', '0', '-dbURI', `sqlite:${data('context-broker')}`, ...files],
    });
    env = {
      BROKER: broker.url,
      RECEIVER_PORT: String(await freePort()),
      DATA: join(folder, 'data'),
      IDM_DATA_DIR: data('identity-manager'),
      BACKUP: join(folder, 'backup'),
    };
  });
  afterEach(async () => {
    await Promise.all([broker.stop(), identity?.stop()]);
    identity = undefined;
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (script: string) => runScript(script, { env });

  it('of docs/getting-started.md', async () => {
    identity = await startService('identity-manager', {
      env: { IDM_PORT: '0', IDM_DATA_DIR: data('identity-manager') },
    });
    env['IDM'] = identity.url;
    const { status, stdout } = run(scriptOf('docs/getting-started.md'));
    expect({ status, stdout }).toMatchObject({ status: 0 });
    for (const part of [
      /\{"id":"Room1","type":"Room","temperature":27\}/,
      /"subscriptionId":"[0-9a-f]{24}","data":\[\{"id":"Room1","type":"Room","temperature":\{"type":"Number","value":30/,
      /\{"id":"Pump1","type":"Pump","on":true\}/,
      /databases in .*backup\/broker/,
      /backup in .*backup\/identity; with its encryption key/,
    ])
      expect(stdout).toMatch(part);
  });
  /** A document that names the ports of a try-out. */
  const tryOut = (file: string) => {
    const script = scriptOf(file)
      .replaceAll('localhost:1026', broker.url.replace('http://', ''))
      .replaceAll('1028', env['RECEIVER_PORT']!)
      // Where a document does not wait itself: a reader takes longer to paste the next line than the receiver to start.
      .replace(/&\n(?!until )/, `&\nuntil curl -s localhost:${env['RECEIVER_PORT']}; do sleep 0.2; done\n`);
    const { status, stdout } = run(`${script}\nsleep 2`);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).not.toMatch(/HTTP\/1\.1 [345]|"error":/);
    return stdout;
  };

  it('of README.md', () => {
    const stdout = tryOut('README.md');
    expect(stdout.match(/HTTP\/1\.1 (?:201|204)/g)).toHaveLength(5);
    expect(stdout).toMatch(/"data":\[\{"id":"Room2"/);
  });
  it('of docs/context-broker.md', () => {
    const stdout = tryOut('docs/context-broker.md');
    expect(stdout).toMatch(
      /\[\{"id":"Room2","type":"Room","temperature":25\},\{"id":"Room1",.*"temperature":21\.5\}\]/,
    );
    expect(stdout).toMatch(/Fiware-Total-Count: 2/i);
    expect(stdout.match(/\{"id":"Bench1","type":"Bench"\}/g)).toHaveLength(2);
  });
  it('of docs/notifications.md', () => {
    expect(tryOut('docs/notifications.md')).toMatch(
      /"data":\[\{"id":"Room1","type":"Room","temperature":\{[^}]*"value":22/,
    );
  });
});
