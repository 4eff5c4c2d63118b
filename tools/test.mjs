// `npm test` on a fresh clone: installs what is missing, builds both services, runs every test.
// Arguments go to jest: `npm test -- libs/ngsi`.
import { spawnSync } from 'node:child_process';
import { installIfNeeded } from './install.mjs';

const run = (command, args, env = {}) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
};

installIfNeeded();
console.log('Building both services …');
run('npm', ['run', '--silent', 'build']);
console.log('Running the tests …');
run(process.execPath, [
  '--experimental-vm-modules',
  '--no-warnings',
  'node_modules/jest/bin/jest.js',
  ...process.argv.slice(2),
]);
