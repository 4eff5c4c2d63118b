// Makes what an image of one app holds: `node tools/build-image.mjs <app> <folder> [--arch x64|arm64]`.
//   <folder>/app    the program with its packages bundled in, native parts beside it in node_modules
//   <folder>/bin    commands for /usr/local/bin
//   <folder>/data, <folder>/backup   empty: the volumes that are mounted there take their owner from the image
// The same sources give the same bytes, times included (SOURCE_DATE_EPOCH, by default 1980-01-01).
import { chmod, cp, mkdir, readFile, readdir, rm, lutimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { bundleOptions } from './bundling.mjs';
import { copyNativeParts, nativePackages } from './native-parts.mjs';
import { licences } from './licences.mjs';

const [app, folder, option, arch = process.arch] = process.argv.slice(2);
if (!nativePackages[app] || folder === undefined || (option !== undefined && option !== '--arch')) {
  console.error('usage: node tools/build-image.mjs <app> <folder> [--arch x64|arm64]');
  process.exit(2);
}

const target = join(folder, 'app');
await rm(folder, { recursive: true, force: true });
const { metafile } = await esbuild.build({
  ...(await bundleOptions(app)),
  outdir: target,
  metafile: true,
});
copyNativeParts(app, arch, target);
const assets = join('apps', app, 'src', 'assets');
if (existsSync(assets)) await cp(assets, join(target, 'assets'), { recursive: true });
const { version, license } = JSON.parse(await readFile('package.json', 'utf8'));
await writeFile(
  join(target, 'package.json'),
  `${JSON.stringify({ name: app, version, license, type: 'module' }, null, 2)}\n`,
);
await writeFile(join(target, 'THIRD-PARTY-LICENCES.txt'), licences(Object.keys(metafile.inputs)));

const bin = join(folder, 'bin');
await mkdir(bin);
await writeFile(join(bin, app), `#!/bin/sh\nexec node /app/main.js "$@"\n`);
await cp('docker/curl.mjs', join(bin, 'curl'));
for (const name of await readdir(bin)) await chmod(join(bin, name), 0o755);
for (const name of ['data', 'backup']) await mkdir(join(folder, name));

const time = Number(process.env.SOURCE_DATE_EPOCH ?? 315_532_800);
for (const name of await readdir(folder, { recursive: true })) await lutimes(join(folder, name), time, time);
await lutimes(folder, time, time);
