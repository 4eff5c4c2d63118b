import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, runScript, shellBlocks, visiting } from '@smart-city/testing';
import { send } from '../support/broker';

/**
 * The README's commands in a copy of the repository that was never built. Its requests and tokens are run by the other
 * applications' tests; `npm test` is what runs this.
 */
const mongoUri = process.env['MONGODB_URI'];
const FROM_NOTHING_MS = 300_000;

/**
 * Bundling both services takes ten seconds of the processor, and `npm test` did it with the same script: where that has to be quick, the
 * script copies what was made.
 */
const isThorough = process.env['THOROUGH_TESTS'] !== undefined;
const copyOfBuilt = `import { cpSync } from 'node:fs';
const built = 'dist/apps/' + process.argv[2];
cpSync(${JSON.stringify(process.cwd())} + '/' + built, built, { recursive: true });
`;

let folder: string;
let ports: { readonly broker: string; readonly identity: string };
let env: Record<string, string>;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readme-'));
  const copy = 'git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$0"';
  expect(spawnSync('sh', ['-c', copy, folder]).status).toBe(0);
  // Packages need not be installed again; tools/install.mjs sees that they are shared.
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  if (!isThorough) writeFileSync(join(folder, 'tools/build.mjs'), copyOfBuilt);
  ports = { broker: String(await freePort()), identity: String(await freePort()) };
  env = {
    ORION_PORT: ports.broker,
    ORION_LOG_DIR: folder,
    ORION_PID_PATH: join(folder, 'pid'),
    IDM_PORT: ports.identity,
    NX_DAEMON: 'false',
    NODE_OPTIONS: '',
  };
});
afterAll(() => {
  // After a failure something may still run; otherwise nobody is left in any group.
  for (const { pid } of started)
    try {
      process.kill(-pid!, 'SIGKILL');
    } catch {
      // Nobody is left.
    }
  rmSync(folder, { recursive: true, force: true });
});

const [start = ''] = shellBlocks('README.md', '## Try it');
const [use = ''] = shellBlocks('README.md', '## Use it for real');

/** Runs it in a terminal, so to speak: what the terminal does at Ctrl-C reaches all of it. */
async function startAndWelcome(): Promise<{ readonly child: ChildProcess; readonly signIn: string }> {
  const child = spawn('bash', ['-c', start], {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(output);
    return /\nOpen http.*\n/.test(output);
  }, FROM_NOTHING_MS);
  const [broker, itsConsole, identity, signIn = ''] = output.trimEnd().split('\n').slice(-4);
  expect(broker).toBe(`Context broker    http://localhost:${ports.broker}`);
  expect(itsConsole).toBe(`  its console     http://localhost:${ports.broker}/admin/console`);
  expect(identity).toBe(`Identity manager  http://localhost:${ports.identity}`);
  expect(output).toMatch(
    /^Both listen on 127\.0\.0\.1: only this machine reaches them\. HOST=0\.0\.0\.0 npm start /m,
  );
  for (const port of Object.values(ports)) expect(listeners(port)).toEqual(['127.0.0.1']);
  return { child, signIn };
}

/** Returns the addresses that this machine listens on at a port, as the kernel tells them (Linux; in hexadecimal, bytes reversed). */
function listeners(port: string): readonly string[] {
  const wanted = Number(port).toString(16).toUpperCase().padStart(4, '0');
  const found = ['tcp', 'tcp6'].flatMap((table) =>
    [...readFileSync(`/proc/net/${table}`, 'utf8').matchAll(/^ *\d+: (\w+):(\w+) \S+ 0A /gm)]
      .filter(([, , at]) => at === wanted)
      .map(([, address]) => address!),
  );
  return found.map((hex) =>
    hex
      .match(/../g)!
      .reverse()
      .map((byte) => parseInt(byte, 16))
      .join('.'),
  );
}

async function pressCtrlC(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
}

it(
  `${start.trim()}: both services from nothing, ended together whatever ends npm; the next start finds the data`,
  async () => {
    expect(start).toBe('npm start\n');
    const room = { id: 'Room1', type: 'Room' };
    const urls = [ports.broker, ports.identity].map((port) => `http://127.0.0.1:${port}`);
    const [broker, identity] = urls as [string, string];
    const bothAreGone = async () => {
      for (const url of urls) await expect(send(url, 'GET', '/version')).rejects.toThrow();
    };
    const first = await startAndWelcome();
    expect(first.signIn).toMatch(
      /^Open http:\S+, sign in as admin@test\.com with password \S{20} \(shown only now\)\.$/,
    );
    expect((await send(broker, 'POST', '/v2/entities', { body: room })).status).toBe(201);
    expect((await send(identity, 'GET', '/health/ready')).status).toBe(200);
    await pressCtrlC(first.child);
    await bothAreGone();

    const second = await startAndWelcome();
    expect(second.signIn).toMatch(/, sign in as admin@test\.com with the password shown at the first start/);
    expect((await send(broker, 'GET', '/v2/entities')).body).toBe(JSON.stringify([room]));
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child } = signal === 'SIGTERM' ? second : await startAndWelcome();
      // npm alone: no terminal tells the others.
      child.kill(signal);
      await eventually(() =>
        bothAreGone().then(
          () => true,
          () => false,
        ),
      );
    }
  },
  3 * FROM_NOTHING_MS,
);

(mongoUri ? it : it.skip)(
  `the lines about an Orion database${mongoUri ? '' : ' (skipped: MONGODB_URI names no server)'}`,
  () => {
    const lines = use
      .replace('mongodb://localhost:27017', mongoUri!)
      // It ends with 1: something would stop working.
      .replace(/^.*check-upgrade.*$/m, '$& || [ $? = 1 ]')
      // Run on real databases of Keyrock by the identity manager's tests.
      .replace(/^.*import-keyrock.*$/m, '');
    const script = visiting(
      lines,
      /^.*main\.js -fg .*$/m,
      `localhost:${ports.broker}`,
      `curl -sf localhost:${ports.broker}/version`,
    );
    const { status, stdout, stderr } = runScript(script, { env, cwd: folder });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('"orion"');
    expect(stdout).toMatch(/Stops working at 4\.0\.0:[\s\S]*-dbURI 'mongodb:\/\/localhost/);
  },
  FROM_NOTHING_MS,
);
