// Bundles one app into dist/apps/<app>/: our own TypeScript in one file, packages left in node_modules.
// esbuild does the bundling; files with decorators pass through swc first, because Nest's injection needs the
// parameter types that esbuild does not emit.
import { readFile, rm, readdir, cp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { transform } from '@swc/core';

const app = process.argv[2];
const source = `apps/${app}/src`;
const outdir = `dist/apps/${app}`;

const decorators = {
  name: 'decorators',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!/^\s*@\w+\(/m.test(text)) return { contents: text, loader: 'ts' };
      const { code } = await transform(text, {
        filename: path,
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** `main.ts` and every `*.worker.ts` become files of their own, side by side. */
async function entryPoints() {
  const files = await readdir(source, { recursive: true });
  const workers = files.filter((file) => file.endsWith('.worker.ts'));
  return Object.fromEntries(
    ['main.ts', ...workers].map((file) => [file.split('/').at(-1).replace(/\.ts$/, ''), join(source, file)]),
  );
}

await rm(outdir, { recursive: true, force: true });
await esbuild.build({
  entryPoints: await entryPoints(),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
  plugins: [decorators],
  alias: Object.fromEntries(
    [
      'ngsi',
      'authz',
      'deprecation',
      'db-uri',
      'options',
      'patterns',
      'logging',
      'lifecycle',
      'telemetry',
      'sqlite-backup',
      'worker-files',
    ].map((lib) => [`@smart-city/${lib}`, `./libs/${lib}/src/index.ts`]),
  ),
});
// `assets/` beside the sources (templates, stylesheets) travels as it is.
if (existsSync(join(source, 'assets')))
  await cp(join(source, 'assets'), join(outdir, 'assets'), { recursive: true });
