import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@smart-city/testing';

const PATH = `${process.env['PATH']}:/usr/sbin`;

export const hasHaproxy = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;

/** HAProxy with the configuration of `docker/`, in which only addresses are changed. */
export class Haproxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly lines: readonly string[],
    readonly url: string,
  ) {}

  /** @param backends  addresses by the names that Docker would resolve, ports included */
  static async start(backends: Readonly<Record<string, string>>): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const port = await freePort();
    const written = readFileSync('docker/haproxy.cfg', 'utf8').replace(
      'bind :1026',
      `bind 127.0.0.1:${port}`,
    );
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      Object.entries(backends).reduce((text, [name, address]) => text.replace(name, address), written),
    );
    // The command of the image.
    const child = spawn('haproxy', ['-W', '-db', '-f', file], {
      env: { PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n')));
    const haproxy = new Haproxy(child, folder, lines, `http://127.0.0.1:${port}`);
    await eventually(async () => (await fetch(`${haproxy.url}/version`).catch(() => undefined))?.ok);
    return haproxy;
  }

  /** Whether it said that a backend went down, or came up again. */
  saw(server: string, state: 'UP' | 'DOWN'): boolean {
    return this.lines.some((line) => line.includes(`/${server} is ${state}`));
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
