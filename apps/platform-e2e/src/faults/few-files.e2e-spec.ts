import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../support/broker';

const TENANTS = 60;

describe('a process that may open 256 files', () => {
  it('serves more tenants than it can have open at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'few-files-'));
    const main = join(process.cwd(), 'dist', 'apps', 'context-broker', 'main.js');
    const args = `-port 0 -multiservice -disableFileLog -logLevel INFO -pidpath ${folder}/pid -dbURI sqlite:${folder}`;
    const broker = spawn('sh', ['-c', `ulimit -n 256; exec ${process.execPath} ${main} ${args}`], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    try {
      let text = '';
      let port: string | undefined;
      for await (const chunk of broker.stdout as AsyncIterable<Buffer>) {
        text += chunk.toString();
        port = /listening on http:\/\/\S*?:(\d+)/.exec(text)?.[1];
        if (port !== undefined) break;
      }
      const url = `http://127.0.0.1:${port!}`;
      for (const round of [0, 1])
        for (let n = 0; n < TENANTS; n += 1) {
          const headers = ['Fiware-Service', `t${n}`];
          const created = await send(url, 'POST', '/v2/entities', {
            headers,
            body: { id: `E${round}`, type: 'T' },
          });
          expect([n, created.status]).toEqual([n, 201]);
          const listed = await send(url, 'GET', '/v2/entities?q=!a&orderBy=!id&offset=0', { headers });
          expect([listed.status, (JSON.parse(listed.body) as unknown[]).length]).toEqual([200, round + 1]);
        }
    } finally {
      broker.kill();
      await once(broker, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
