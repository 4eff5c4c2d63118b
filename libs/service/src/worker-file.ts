import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = new Map<string, Promise<string>>();

/**
 * Where the JavaScript of a worker thread is. The build puts it beside `main.js`. When the sources themselves run (unit tests,
 * benchmarks), it is bundled into `node_modules/.cache` when it has changed, so that tests run the same threads as the product.
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
  if (file === undefined) built.set(source, (file = bundleOf(source)));
  return file;
}

async function bundleOf(source: string): Promise<string> {
  const { workerBundle } = await import('./worker-bundle');
  return workerBundle(source.slice(0, source.indexOf(`${join('/', 'apps', '/')}`)), source);
}
