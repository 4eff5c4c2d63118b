import { join } from 'node:path';
import { build } from 'esbuild';
import { startPinned, type PinnedServer } from './pinned-server';

const root = process.cwd();
/** The built broker (`node tools/build.mjs context-broker`) on an embedded store. */
export const startBroker = (
  folder: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<PinnedServer> =>
  startPinned(join(root, 'dist/apps/context-broker/main.js'), {
    args: [
      ...['-port', '0', '-dbURI', `sqlite:${folder}`, '-pidpath', join(folder, 'pid')],
      ...['-multiservice', '-disableFileLog'],
      ...args,
    ],
    env,
  });

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
    target: 'node22',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    alias: Object.fromEntries(
      ['context', 'ngsiv2'].map((lib) => [`@smart-city/${lib}`, join(root, `libs/${lib}/src/index.ts`)]),
    ),
    logLevel: 'warning',
  });
  return outdir;
}

/** The floor: bare node:http in front of the same grouped SQLite write. */
export const startFloor = async (folder: string): Promise<PinnedServer> =>
  startPinned(join(await buildParts(), 'floor-server.js'), { args: [folder] });

/** The floor of notifications: a bare program that makes the same requests. */
export async function startFloorNotifier(
  receiverPort: number,
  subscribers: number,
  parallel = 1,
): Promise<PinnedServer> {
  const outdir = join(root, 'tmp/benchmarks');
  await build({
    entryPoints: [join(root, 'benchmarks/load/floor-notifier.ts')],
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
  });
  return startPinned(join(outdir, 'floor-notifier.js'), {
    args: [String(receiverPort), String(subscribers), String(parallel)],
  });
}
