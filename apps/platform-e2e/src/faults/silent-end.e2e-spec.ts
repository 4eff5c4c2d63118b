import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServiceCommand } from '@smart-city/testing';

/** Before the service: threads that never answer and keep nothing alive, and servers that never say that they listen. */
const nothingHappens = `data:text/javascript,${encodeURIComponent(`
  import { EventEmitter } from 'node:events';
  import net from 'node:net';
  import threads from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  threads.Worker = class extends EventEmitter {
    postMessage() {}
    ref() {}
    unref() {}
  };
  net.Server.prototype.listen = function () { return this; };
  syncBuiltinESMExports();
`)}`;

describe('a service whose start waits for what can no longer happen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'silent-end-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const env = { NODE_OPTIONS: `--import=${nothingHappens}`, IDM_DATA_DIR: folder, IDM_PORT: '0' };

  it.each([
    ['context-broker', ['-port', '0', '-dbURI', `sqlite:${folder}`, '-disableFileLog']],
    ['identity-manager', []],
  ] as const)('%s says so and exits 1', async (name, args) => {
    const { code, stderr } = await runServiceCommand(name, args, { env });
    expect(stderr).toContain(`${name} ended before its work was done`);
    expect(code).toBe(1);
  });
});
