import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';

export type ServiceName = 'context-broker' | 'identity-manager';

export interface ServiceProcess {
  /** `http://127.0.0.1:<port>`, without trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Everything the service wrote to stdout and stderr so far. */
  output(): string;
  /** Sends the signal (SIGTERM unless given) and waits for the end. Returns the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Lets this process end while the service runs. */
  unref(): void;
}

/** Where Node keeps what it compiled, which is a fifth of a start; the tests start services a hundred times. */
export const compiledServices = join(process.cwd(), 'node_modules', '.cache', 'compiled-services');

/**
 * Starts a built service (`dist/apps/<name>/main.js`) and waits until it says where it listens.
 *
 * @param args  command line; give `-port 0` (broker) or `IDM_PORT=0` (identity manager) for a free port
 * @throws Error with the output when it ends or does not listen within `timeoutMs`
 */
export async function startService(
  name: ServiceName,
  {
    args = [],
    env = {},
    timeoutMs = 120_000,
  }: { args?: readonly string[]; env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(process.cwd(), 'dist', 'apps', name, 'main.js'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compiledServices, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}\n${text}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`did not listen within ${timeoutMs} ms`);
    }, timeoutMs);
    let isListening = false;
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (isListening) return;
      const found = /listening on https?:\/\/\S*?:(\d+)/.exec(text);
      if (found) {
        isListening = true;
        clearTimeout(timer);
        resolve(Number(found[1]));
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code} before it listened`);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    process: child,
    output: () => text,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    unref() {
      child.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket).unref();
    },
  };
}
