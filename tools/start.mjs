// `npm start`: installs and builds what is missing, starts both services on their embedded stores, says what to try.
// Settings go through the environment (ORION_PORT, IDM_PORT, …); data stays in ./data. Ctrl-C ends both.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { installIfNeeded } from './install.mjs';

installIfNeeded();
console.log('Building both services …');
const build = spawnSync('npm', ['run', '--silent', 'build'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  encoding: 'utf8',
});
if (build.status !== 0) {
  console.error(build.stdout + build.stderr);
  process.exit(build.status ?? 1);
}
mkdirSync('data', { recursive: true });

const services = [
  {
    name: 'context-broker',
    args: ['-fg', '-multiservice', '-disableFileLog', '-pidpath', 'data/context-broker.pid'],
  },
  { name: 'identity-manager', args: [] },
];
const addresses = new Map();
let stopping = false;

/** Copies a service's output line by line under its name, and notes where it listens. */
function relay(name, stream) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      console.log(`[${name}] ${line}`);
      const found = /listening on (https?:\/\/)\S*?:(\d+)/.exec(line);
      if (found && !addresses.has(name)) {
        addresses.set(name, `${found[1]}localhost:${found[2]}`);
        if (addresses.size === services.length) welcome();
      }
    }
  });
}

function welcome() {
  const broker = addresses.get('context-broker');
  console.log(`
Context broker    ${broker}
Identity manager  ${addresses.get('identity-manager')}

A first request to try:
  curl ${broker}/v2/entities -H 'Content-Type: application/json' -d '{"id":"Room1","type":"Room","temperature":{"type":"Number","value":21.5}}'
  curl ${broker}/v2/entities

Ctrl-C ends both; data stays in ./data.
`);
}

const children = services.map(({ name, args }) => {
  const child = spawn(process.execPath, [`dist/apps/${name}/main.js`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C reaches this script alone, which then stops each service once.
    detached: true,
  });
  relay(name, child.stdout);
  relay(name, child.stderr);
  child.on('exit', (code) => {
    if (!stopping) console.error(`[${name}] ended with ${code}`);
    stop(code ?? 1);
  });
  return child;
});

/** Ends the services, waits for them, and ends with `code`. */
function stop(code) {
  if (!stopping) {
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  }
  process.exitCode ||= code;
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
