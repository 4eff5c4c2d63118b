import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const canPin = spawnSync('taskset', ['-V']).status === 0;
const CLOCK_TICK_MS = 10;

/** A server in a process of its own, on the first core. */
export interface PinnedServer {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** Processor time the server has used so far, all threads; undefined where /proc is missing. */
  cpuMs(): number | undefined;
  stop(): Promise<void>;
}

/** Binds this process, which makes the load, to the second core; servers get the first. */
export function takeSecondCore(): void {
  if (canPin) spawnSync('taskset', ['-acp', '1', String(process.pid)]);
}

/** Runs a script of node and waits until it says `listening on …:<port>`. @throws Error when it ends before */
export async function startPinned(
  script: string,
  {
    args = [],
    env = {},
  }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
): Promise<PinnedServer> {
  const [command = process.execPath, ...before] = canPin
    ? ['taskset', '-c', '0', process.execPath]
    : [process.execPath];
  const child = spawn(command, [...before, script, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /listening on \S*?:(\d+)/.exec(chunk.toString());
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  const pid = child.pid ?? 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid,
    cpuMs: () => cpuMs(pid),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Processor time a process has used so far, all threads; undefined where /proc is missing. */
export function cpuMs(pid: number): number | undefined {
  try {
    // The name in brackets may hold blanks; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
  } catch {
    return undefined;
  }
}

/** Resident memory in MiB. */
export const residentMiB = (pid: number): number =>
  Math.round(Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024);
