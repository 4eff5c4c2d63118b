// Installs and builds what is missing, starts both services on their embedded stores, says what to try.
// Settings go through the environment (ORION_PORT, IDM_PORT, …); data stays in ./data. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { buildIfNeeded } from './build-services.mjs';
import { onEnd } from './end-together.mjs';
import { installForStart } from './install.mjs';
import { servicesOfStart } from './services-of-start.mjs';

await installForStart();
await buildIfNeeded();
mkdirSync('data', { recursive: true });

const { hosts, services } = servicesOfStart(process.env);
const addresses = new Map();
/** What the identity manager said of its first administrator, once, if this start made one. */
let firstAdmin;
let stopping = false;

/** Copies a service's output line by line under its name, and notes what the last lines repeat. */
function relay(name, stream) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      console.log(`[${name}] ${line}`);
      firstAdmin ??= /^first administrator: (\S+) with password (\S+)/.exec(line) ?? undefined;
      const found = /listening on (https?:\/\/)\S*?:(\d+)/.exec(line);
      if (found && !addresses.has(name)) {
        addresses.set(name, `${found[1]}localhost:${found[2]}`);
        // A little later: log lines of the start come by another pipe, and these shall be the last.
        if (addresses.size === services.length) setTimeout(welcome, 300);
      }
    }
  });
}

function signIn() {
  if (firstAdmin) return `sign in as ${firstAdmin[1]} with password ${firstAdmin[2]} (shown only now)`;
  const { IDM_ADMIN_EMAIL: email = 'admin@test.com' } = process.env;
  return `sign in as ${email} with the password shown at the first start, or the one you chose`;
}

/** Returns a sentence about the network addresses that the services listen on. */
function reach() {
  const isLocal = hosts.every((each) => /^(127\.|::1$|localhost$)/.test(each));
  const where = `Both listen on ${hosts.join(' and ')}`;
  return isLocal
    ? `${where}: only this machine reaches them. HOST=0.0.0.0 npm start opens them to the network.`
    : `${where}: other machines reach them, and the broker serves everybody (docs/security.md).`;
}

function welcome() {
  const broker = addresses.get('context-broker');
  const identityManager = addresses.get('identity-manager');
  console.log(`
A first request to try:
  curl ${broker}/v2/entities -H 'Content-Type: application/json' -d '{"id":"Room1","type":"Room","temperature":{"type":"Number","value":21.5}}'
  curl ${broker}/v2/entities

Ctrl-C ends both; data stays in ./data.
${reach()}

Context broker    ${broker}
  its console     ${broker}/admin/console
Identity manager  ${identityManager}
Open ${identityManager}, ${signIn()}.
`);
}

const children = services.map(({ name, args }) => {
  const program = ['--import', './tools/end-with-starter.mjs', `dist/apps/${name}/main.js`];
  const child = spawn(process.execPath, [...program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
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
onEnd(() => stop(0));
