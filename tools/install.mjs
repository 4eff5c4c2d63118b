import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';
import { npm } from './npm-command.mjs';

const PROGRESS_MS = 3_000;

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether node_modules holds what the lock file asks for, as npm itself recorded it. Those of other platforms may be missing. */
function isInstalled(withDevelopment) {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  const present = packagesOf(installed);
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' ||
      optional ||
      (!withDevelopment && (dev || devOptional)) ||
      present[path]?.version === version,
  );
}

/** Whether several work trees share one folder of packages: `npm ci` would empty it for all of them. */
const isShared = () => lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** What building and running the services needs, when the clone has none, or others than the lock file's. */
export const installForStart = () => install({ withDevelopment: false });

/** Everything, for tests and checks. */
export const installEverything = () => install({ withDevelopment: true });

async function install({ withDevelopment }) {
  if (isShared() || isInstalled(withDevelopment)) return;
  const startedMs = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedMs) / 1000)} s`;
  console.log(
    `Installing packages${withDevelopment ? '' : ' that starting needs'} (once; half a minute or so) …`,
  );
  // What is there already and right, stays: tests after a start fetch only the rest.
  const command = isInstalled(false) ? ['install', '--no-save'] : ['ci'];
  let fetched = 0;
  let errors = '';
  const status = await runNpm(
    // No package compiles or downloads anything when it is installed; binaries are packages themselves.
    [
      ...command,
      ...(withDevelopment ? [] : ['--omit=dev']),
      '--ignore-scripts',
      '--prefer-offline',
      '--loglevel=http',
    ],
    (line) => {
      if (/^npm (http|info)/.test(line)) fetched += /\.tgz /.test(line) ? 1 : 0;
      else errors += `${line}\n`;
    },
    () => console.log(`  ${fetched} packages fetched after ${seconds()}`),
  );
  if (status !== 0) {
    console.error(
      `${errors}The packages could not be installed. If npm cannot reach a registry (see \`npm ping\`), let it, and run the same command again.`,
    );
    process.exit(status || 1);
  }
  console.log(`Installed in ${seconds()}`);
}

/** @returns the exit code of npm */
function runNpm(args, onLine, onProgress) {
  const child = npm(spawn, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const progress = setInterval(onProgress, PROGRESS_MS);
  let rest = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
  return new Promise((resolve) => {
    const ended = (code) => {
      clearInterval(progress);
      onLine(rest);
      resolve(code);
    };
    child.once('error', (error) => {
      rest = String(error);
      ended(1);
    });
    child.once('close', ended);
  });
}
