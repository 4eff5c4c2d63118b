import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = process.cwd();
const canPin = spawnSync('taskset', ['-V']).status === 0;

export interface BenchServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Binds this process, which makes the load, to the second core; servers get the first. */
export function takeSecondCore(): void {
  if (canPin) spawnSync('taskset', ['-acp', '1', String(process.pid)]);
}

/** Runs a script of node and waits until it says `listening on …:<port>`. */
async function start(script: string, args: readonly string[]): Promise<BenchServer> {
  const [command, ...before] = canPin ? ['taskset', '-c', '0', process.execPath] : [process.execPath];
  const child: ChildProcess = spawn(command ?? process.execPath, [...before, script, ...args], {
    cwd: root,
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
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The built broker (`node tools/build.mjs context-broker`) on an embedded store. */
export const startBroker = (folder: string, args: readonly string[] = []): Promise<BenchServer> =>
  start(join(root, 'dist/apps/context-broker/main.js'), [
    '-port',
    '0',
    '-dbURI',
    `sqlite:${folder}`,
    '-multiservice',
    '-disableFileLog',
    '-pidpath',
    join(folder, 'pid'),
    ...args,
  ]);

const EMBEDDED = 'apps/context-broker/src/storage/embedded';

/** Bundles what runs in threads or processes of its own into `tmp/benchmarks`, where the benchmarks run too. */
export async function buildParts(): Promise<string> {
  const outdir = join(root, 'tmp/benchmarks');
  await build({
    entryPoints: [
      'benchmarks/load/floor-server.ts',
      `${EMBEDDED}/sqlite-writer.worker.ts`,
      `${EMBEDDED}/sqlite-reader.worker.ts`,
    ].map((file) => join(root, file)),
    entryNames: '[name]',
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    alias: { '@smart-city/ngsi': join(root, 'libs/ngsi/src/index.ts') },
    logLevel: 'warning',
  });
  return outdir;
}

/** The floor: bare node:http in front of the same grouped SQLite write. */
export const startFloor = async (folder: string): Promise<BenchServer> =>
  start(join(await buildParts(), 'floor-server.js'), [folder]);

/** The floor of notifications: a bare program that makes the same requests. */
export async function startFloorNotifier(receiverPort: number, subscribers: number): Promise<BenchServer> {
  const outdir = join(root, 'tmp/benchmarks');
  await build({
    entryPoints: [join(root, 'benchmarks/load/floor-notifier.ts')],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return start(join(outdir, 'floor-notifier.js'), [String(receiverPort), String(subscribers)]);
}

/** Resident memory in MiB. */
export const residentMiB = (pid: number): number =>
  Math.round(Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout.toString()) / 1024);
