import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = process.cwd();
const canPin = spawnSync('taskset', ['-V']).status === 0;

export interface IdentityServer {
  readonly port: number;
  readonly url: string;
  /** Processor time the server has used so far, all threads; undefined where /proc is missing. */
  cpuMs(): number | undefined;
  stop(): Promise<void>;
}

const clockTickMs = 10;

/** Processor time a process has used so far, all threads; undefined where /proc is missing. */
export function cpuMs(pid: number): number | undefined {
  try {
    // The name in brackets may hold blanks; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
  } catch {
    return undefined;
  }
}

async function start(script: string, env: Record<string, string>): Promise<IdentityServer> {
  const [command = process.execPath, ...before] = canPin
    ? ['taskset', '-c', '0', process.execPath]
    : [process.execPath];
  const child: ChildProcess = spawn(command, [...before, script], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /listening on \S*?:(\d+)/.exec(chunk.toString());
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cpuMs: () => cpuMs(child.pid ?? 0),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export const adminPassword = 'only for the benchmark';

/** The built service (`node tools/build.mjs identity-manager`) on the database that the settings name. */
export const startIdentityManager = (env: Record<string, string>): Promise<IdentityServer> =>
  start(join(root, 'dist/apps/identity-manager/main.js'), {
    IDM_PORT: '0',
    IDM_ADMIN_PASS: adminPassword,
    IDM_LISTEN_ADDRESS: '127.0.0.1',
    ...env,
  });

/** The floor: the same frame with a constant for an answer. */
export async function startIdentityFloor(): Promise<IdentityServer> {
  const outfile = join(root, 'tmp/benchmarks/identity-floor.mjs');
  await build({
    entryPoints: [join(root, 'benchmarks/load/identity-floor.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'warning',
  });
  return start(outfile, {});
}
