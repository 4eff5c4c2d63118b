// Bundles benchmarks/**/<name>.bench.ts with esbuild into tmp/ and runs it with node:
//   node benchmarks/run.mjs query [arguments of the benchmark]
// Packages stay external; @smart-city/<lib> is bundled from its source.
import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const [name, ...rest] = process.argv.slice(2);

const files = (await readdir(here, { recursive: true })).filter((file) => file.endsWith('.bench.ts')).sort();
const nameOf = (file) => file.replace(/^.*\//, '').replace(/\.bench\.ts$/, '');
const file = files.find((candidate) => nameOf(candidate) === name);
if (file === undefined) {
  console.error(`usage: node benchmarks/run.mjs <${files.map(nameOf).join('|')}> [arguments]`);
  process.exit(1);
}

const outdir = join(root, 'tmp', 'benchmarks');
const outfile = join(outdir, `${name}.mjs`);
await mkdir(outdir, { recursive: true });
await build({
  entryPoints: [join(here, file)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  sourcemap: 'inline',
  logLevel: 'warning',
  plugins: [{ name: 'packages', setup: keepPackagesExternal }],
});

const child = spawn(process.execPath, ['--expose-gc', '--enable-source-maps', outfile, ...rest], {
  stdio: 'inherit',
  cwd: root,
});
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));

/** Our libs come from their source, everything else that is no path from node_modules. */
function keepPackagesExternal(builder) {
  builder.onResolve({ filter: /^@smart-city\/[^/]+$/ }, ({ path }) => ({
    path: resolve(root, 'libs', path.slice('@smart-city/'.length), 'src/index.ts'),
  }));
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' ? undefined : { path, external: true },
  );
}
