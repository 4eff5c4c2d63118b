// On a fresh clone: installs what is missing, builds both services, runs every test. Arguments go to jest: `npm test -- libs/context`.
import { spawn } from 'node:child_process';
import { buildIfNeeded } from './build-services.mjs';
import { endTogether } from './end-together.mjs';
import { installEverything } from './install.mjs';
import { testEnvironment } from './test-environment.mjs';

await installEverything();
await buildIfNeeded();
console.log('Running the tests …');
const jest = ['--no-warnings', 'node_modules/jest/bin/jest.js'];
const options = { stdio: 'inherit', env: testEnvironment(process.env) };
await endTogether(spawn(process.execPath, [...jest, ...process.argv.slice(2)], options));
