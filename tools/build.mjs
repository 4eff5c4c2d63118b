// Bundles one app into dist/apps/<app>/, with its packages as in the images; native ones are found in node_modules.
import { chmod, cp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { bundleOptions } from './bundling.mjs';

const app = process.argv[2];
const outdir = `dist/apps/${app}`;

await rm(outdir, { recursive: true, force: true });
await esbuild.build({
  ...(await bundleOptions(app, { sourcemap: true })),
  outdir,
});
// `bin` in package.json names it.
await chmod(join(outdir, 'main.js'), 0o755);
// `assets/` beside the sources (templates, stylesheets) travels as it is.
const assets = join('apps', app, 'src', 'assets');
if (existsSync(assets)) await cp(assets, join(outdir, 'assets'), { recursive: true });
