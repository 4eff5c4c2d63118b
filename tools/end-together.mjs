import { spawnSync } from 'node:child_process';
import { clearInterval, setInterval } from 'node:timers';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How often is looked whether npm is still there. */
const WATCH_MS = 500;

/**
 * Passes on to a child what ends this process, waits for the child, and ends with its exit code.
 *
 * @returns a promise that is never rejected
 */
export function endTogether(child) {
  onEnd((signal) => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(String(error));
      process.exitCode = 1;
      resolve();
    });
    child.once('close', (code, signal) => {
      // 128 and the number of the signal, as shells have it.
      process.exitCode =
        code === null ? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGHUP' ? 1 : 15) : code;
      resolve();
    });
  });
}

/**
 * Calls `end` with the name of a signal when this process is to end: by that signal, or because what started it is gone: npm,
 * which may be killed without passing it on, or the script that runs this one under another Node.
 */
export function onEnd(end) {
  for (const signal of SIGNALS) process.on(signal, () => end(signal));
  process.once('disconnect', () => end('SIGTERM'));
  if (process.channel) process.channel.unref();
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(watch);
    end('SIGTERM');
  }, WATCH_MS);
  watch.unref();
}

/** npm runs scripts in a shell, which may stay between the two, and which outlives npm. */
function npmAbove(parent) {
  if (process.platform === 'win32') return parent;
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' });
  const [, above, command] = /^\s*(\d+)\s+(.*)/.exec(stdout || '') || [];
  return command && /sh$/.test(command.trim()) ? Number(above) : parent;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
