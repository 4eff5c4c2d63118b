import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Exit codes of a program that a signal ended are this and the number of the signal. */
const SIGNAL_CODE = 128;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Returns the path that `npm start` (tools/supported-node.mjs) wrote down, if the program is still there. */
export function fetchedNode(main: string): string | undefined {
  const record = new URL('../../fetched-node', main);
  if (!existsSync(record)) return undefined;
  const node = readFileSync(record, 'utf8').trim();
  return node !== process.execPath && existsSync(node) ? node : undefined;
}

/** Runs this command line under another Node, passes signals on to it, and ends as it ends. */
export function runUnder(node: string): Promise<void> {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${node} cannot be run: ${error.message}\n`);
      process.exitCode = 2;
      resolve();
    });
    child.once('close', (code, signal) => {
      process.exitCode = code ?? SIGNAL_CODE + (SIGNAL_NUMBERS[signal ?? 'SIGTERM'] ?? 0);
      resolve();
    });
  });
}
