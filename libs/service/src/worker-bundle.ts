import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The last line of a bundle names the sources that it was made of. */
const SOURCES_MARK = '// made of ';

/**
 * Bundles a worker's source for tests and benchmarks, unless an earlier bundle is newer than everything it was made of.
 *
 * @param root  of the repository
 * @param source  path of a `*.worker.ts`
 * @returns the path of the JavaScript
 */
export async function workerBundle(root: string, source: string): Promise<string> {
  const name = relative(join(root, 'apps'), source).replaceAll(/[^\w.-]/g, '-');
  const target = join(root, 'node_modules', '.cache', 'smart-city-workers', name.replace(/\.ts$/, '.mjs'));
  if (await isUpToDate(root, target)) return target;
  const begunAt = new Date();
  const text = await bundle(root, source);
  await mkdir(dirname(target), { recursive: true });
  // Other processes may do the same: each has a file of its own until it is whole.
  const unfinished = `${target}.${process.pid}-${begunAt.getTime()}`;
  await writeFile(unfinished, text);
  // What is saved while it is bundled counts as changed.
  await utimes(unfinished, begunAt, begunAt);
  await rename(unfinished, target);
  return target;
}

async function isUpToDate(root: string, target: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(target, 'utf8'), stat(target)]);
    const sources = JSON.parse(
      text.slice(text.lastIndexOf(SOURCES_MARK) + SOURCES_MARK.length),
    ) as readonly string[];
    const saved = await Promise.all(sources.map((path) => stat(join(root, path))));
    return saved.every((file) => file.mtimeMs < mtimeMs);
  } catch {
    // There is none, or a source is gone.
    return false;
  }
}

async function bundle(root: string, source: string): Promise<string> {
  const esbuild = await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [source],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    alias: await libraries(root),
    logLevel: 'warning',
  });
  return `${outputFiles[0]!.text}\n${SOURCES_MARK}${JSON.stringify(Object.keys(metafile.inputs))}\n`;
}

/** Returns the file behind each `@smart-city/<folder>`, which is bundled: packages stay outside. */
async function libraries(root: string): Promise<Record<string, string>> {
  const folders = await readdir(join(root, 'libs'));
  return Object.fromEntries(
    folders.map((name) => [`@smart-city/${name}`, join(root, `libs/${name}/src/index.ts`)]),
  );
}
