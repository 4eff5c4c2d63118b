import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';

/** True when node_modules holds what the lock file asks for, as npm itself recorded it. */
function upToDate() {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

/** Whether several work trees share one folder of packages: `npm ci` would empty it for all of them. */
const isShared = () => lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Installs packages when the clone has none, or others than the lock file's. */
export function installIfNeeded() {
  if (isShared() || upToDate()) return;
  console.log('Installing packages (a few minutes the first time: better-sqlite3 may be compiled) …');
  const { status } = spawnSync('npm', ['ci'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
