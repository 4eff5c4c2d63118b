import { errorMessage } from '@smart-city/service';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { BrokerLog } from './logs/broker-log';

/**
 * Writes the process id, as other tools expect it of the original.
 *
 * @param asked  the path was given, not the default: a file of a running broker, or a path that cannot be written, then stops the start
 * @returns removes the file again
 * @throws Error
 */
export function writePidFile(path: string, asked: boolean, log: BrokerLog): () => void {
  const other = runningPid(path);
  if (other !== undefined) {
    if (asked)
      throw new Error(`PID-file '${path}' found. A broker seems to be running already (process ${other})`);
    return () => undefined;
  }
  try {
    writeFileSync(path, `${process.pid}\n`);
  } catch (error) {
    if (asked) throw error;
    log.warn(`cannot write the pid file: ${errorMessage(error)}`);
    return () => undefined;
  }
  return () => {
    if (readPid(path) === process.pid) rmSync(path, { force: true });
  };
}

function readPid(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function runningPid(path: string): number | undefined {
  const pid = readPid(path);
  if (pid === undefined || pid === process.pid) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
