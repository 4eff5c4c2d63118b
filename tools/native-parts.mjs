// The packages that cannot be bundled, because they load a shared library, and what of them an image needs.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Packages with native code, by app: `files` are taken from the package, `library` is the package with the shared library. */
const sqlite = {
  name: 'better-sqlite3',
  files: (arch) => ['package.json', 'LICENSE', 'lib', `prebuilds/linux-${arch}.node`],
};
const argon2 = {
  name: '@node-rs/argon2',
  files: () => ['package.json', 'LICENSE', 'index.js'],
  library: (arch) => `@node-rs/argon2-linux-${arch}-gnu`,
};

export const nativePackages = { 'context-broker': [sqlite], 'identity-manager': [sqlite, argon2] };

/** Copies the native packages of an app for one architecture into `<folder>/node_modules`. */
export function copyNativeParts(app, arch, folder) {
  for (const { name, files, library } of nativePackages[app]) {
    const target = join(folder, 'node_modules', name);
    for (const file of files(arch)) copy(join('node_modules', name, file), join(target, file));
    if (library) copyPackage(library(arch), folder);
  }
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.md') });
}

/** A package that npm installs on its own platform only comes from the registry for others, as the lock file has it. */
function copyPackage(name, folder) {
  const installed = join('node_modules', name);
  const target = join(folder, installed);
  if (existsSync(installed)) {
    copy(installed, target);
    return;
  }
  const { version, integrity } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[installed];
  const packed = mkdtempSync(join(tmpdir(), 'native-part-'));
  try {
    const [{ filename, integrity: found }] = JSON.parse(
      execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--pack-destination', packed]),
    );
    if (found !== integrity) throw new Error(`${name} ${version} is not what package-lock.json names`);
    execFileSync('tar', ['-xzf', join(packed, filename), '-C', packed]);
    copy(join(packed, 'package'), target);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
