import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const APPS = ['context-broker', 'identity-manager'];
/** Written when both are built. */
const STAMP = 'dist/services-built';

/**
 * Builds both services as `npm run build` does, but without Nx, which starting does not install. Nothing is done when no source
 * has changed since. Ends the process when a build fails.
 */
export async function buildIfNeeded() {
  if (isBuilt()) return;
  const startedMs = Date.now();
  console.log('Building both services …');
  const builds = APPS.map((app) => spawn(process.execPath, ['tools/build.mjs', app], { stdio: 'inherit' }));
  const codes = await Promise.all(builds.map(async (child) => (await once(child, 'close'))[0]));
  if (codes.some((code) => code !== 0)) process.exit(1);
  // The time when the build began: what is saved while it runs counts as changed.
  writeFileSync(STAMP, `${startedMs}\n`);
  console.log(`Built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
}

function isBuilt() {
  if (!APPS.every((app) => statSync(`dist/apps/${app}/main.js`, { throwIfNoEntry: false }))) return false;
  if (!statSync(STAMP, { throwIfNoEntry: false })) return false;
  const builtMs = Number(readFileSync(STAMP, 'utf8'));
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    'tools/build.mjs',
    'tools/bundling.mjs',
    'tools/typescript.mjs',
  ];
  const folders = ['libs', ...APPS.map((app) => `apps/${app}/src`)];
  return [...files, ...folders.flatMap(everythingIn)].every((path) => statSync(path).mtimeMs < builtMs);
}

/** Folders too: their time tells of files that are gone. */
const everythingIn = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
];
