// What the starters of database servers share: a temporary folder, a process that is not root, waiting, stopping.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TRY_EVERY_MS = 100;
/** Less than a test waits for what it needs: Kafka takes a minute and more where others work, too. */
const MOST_TRIES = 1500;
const LONGEST_STOP_MS = 10_000;

/** Who the server runs as: the given system user when we are root (the servers refuse root), else ourselves. */
export function serverUser(name) {
  if (process.getuid() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) throw new Error(`there is no system user ${name}`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A new folder that belongs to that user. */
export function serverFolder(prefix, user) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** @throws Error when nothing of that name can be run */
export function commandFound(name) {
  if (spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0) throw new Error(`there is no ${name} here`);
}

/** Runs a set-up command to its end. */
export function runAs(user, command, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { ...user, cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stdout + stderr}`);
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });
}

/** Starts the server and waits until `isReady`, which is told what it printed (its port answers, unless given). */
export async function startServer({
  command,
  args,
  user,
  folder,
  port,
  isReady = () => accepts(port),
  signal = 'SIGTERM',
}) {
  const child = spawn(command, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  let failure;
  child.once('error', (error) => (failure = error));
  for (let tries = 0; !(await isReady(output)); tries++) {
    if (failure !== undefined || child.exitCode !== null || tries > MOST_TRIES) {
      child.kill('SIGKILL');
      throw new Error(`${command} did not start\n${failure?.message ?? output}`);
    }
    await sleep(TRY_EVERY_MS);
  }
  return {
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        // A server that hangs in its own shutdown must not hold up the run: its data is thrown away.
        const impatience = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS);
        await ended;
        clearTimeout(impatience);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a starter does from the command line: `--check` says whether it could start, else it starts and stays. */
export async function fromCommandLine({ check, start }) {
  if (!process.argv.includes('--check')) return stayUntilStopped(start);
  try {
    check();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs a starter from the command line: prints its address, stays until Ctrl-C. */
export async function stayUntilStopped(start) {
  const server = await start();
  for (const address of Object.values(server.env)) console.log(address);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void server.stop().then(() => process.exit(0)));
}
