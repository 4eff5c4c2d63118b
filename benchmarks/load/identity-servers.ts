import { join } from 'node:path';
import { build } from 'esbuild';
import { startPinned, type PinnedServer } from './pinned-server';

const root = process.cwd();

export const adminPassword = 'only for the benchmark';

/** The built service (`node tools/build.mjs identity-manager`) on the database that the settings name. */
export const startIdentityManager = (env: Record<string, string>): Promise<PinnedServer> =>
  startPinned(join(root, 'dist/apps/identity-manager/main.js'), {
    env: { IDM_PORT: '0', IDM_ADMIN_PASS: adminPassword, IDM_LISTEN_ADDRESS: '127.0.0.1', ...env },
  });

/** The floor: the same frame with a constant for an answer. */
export async function startIdentityFloor(): Promise<PinnedServer> {
  const outfile = join(root, 'tmp/benchmarks/identity-floor.mjs');
  await build({
    entryPoints: [join(root, 'benchmarks/load/identity-floor.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'warning',
  });
  return startPinned(outfile, {});
}
