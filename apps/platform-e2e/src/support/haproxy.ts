import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@smart-city/testing';

const PATH = `${process.env['PATH']}:/usr/sbin`;

export const hasHaproxy = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;

/** HAProxy with a configuration of ours, in which only addresses are changed. */
export class Haproxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly lines: readonly string[],
    readonly url: string,
  ) {}

  /**
   * Waits until it answers anything.
   *
   * @param configuration  binds one address
   * @param addresses      what to read instead of a backend's address
   */
  static async start(
    configuration: string,
    addresses: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
    const port = await freePort();
    const written = configuration.replace(/bind \S*:\d+/, `bind 127.0.0.1:${port}`);
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      Object.entries(addresses).reduce((text, [there, here]) => text.replace(there, here), written),
    );
    // The command of the image.
    const child = spawn('haproxy', ['-W', '-db', '-f', file], {
      env: { PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n')));
    const haproxy = new Haproxy(child, folder, lines, `http://127.0.0.1:${port}`);
    await eventually(async () => fetch(haproxy.url).catch(() => undefined));
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
