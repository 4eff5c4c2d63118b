import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = new Map<string, Promise<string>>();

/**
 * Where the JavaScript of a worker thread is. The build puts it beside `main.js`. When the sources themselves run (unit tests,
 * benchmarks), it is bundled on first use into `node_modules/.cache`, so that tests run the same threads as the product.
 *
 * @param importMetaUrl  of the file that starts the thread
 * @param name  of the file `<name>.worker.ts` beside it
 */
export function workerFile(importMetaUrl: string, name: string): Promise<string> {
  const here = dirname(fileURLToPath(importMetaUrl));
  const beside = join(here, `${name}.worker.js`);
  if (existsSync(beside)) return Promise.resolve(beside);
  const source = join(here, `${name}.worker.ts`);
  let file = built.get(source);
  if (file === undefined) built.set(source, (file = bundle(source)));
  return file;
}

async function bundle(source: string): Promise<string> {
  const root = source.slice(0, source.indexOf(`${join('/', 'apps', '/')}`));
  const folder = join(root, 'node_modules', '.cache', 'smart-city-workers');
  const target = join(
    folder,
    `${basename(source, '.ts')}-${process.pid}-${process.env['JEST_WORKER_ID'] ?? '0'}.mjs`,
  );
  await mkdir(folder, { recursive: true });
  const esbuild = await import('esbuild');
  await esbuild.build({
    entryPoints: [source],
    outfile: `${target}.new`,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    alias: { '@smart-city/ngsi': join(root, 'libs/ngsi/src/index.ts') },
    logLevel: 'warning',
  });
  await rename(`${target}.new`, target);
  return target;
}
