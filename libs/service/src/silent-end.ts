import { writeSync } from 'node:fs';

/**
 * Watches for the end that says nothing: a promise that is never settled (a worker thread or a socket that no longer keeps the
 * process alive) leaves the event loop empty, and Node ends the process as if all were done. It then says so on standard
 * error and exits 1.
 *
 * @param program  name for the message
 * @returns tells that the work is done, and that the process may end; a service never calls it, it ends by `process.exit`
 */
export function reportSilentEnd(program: string): () => void {
  const report = (): never => {
    writeSync(
      2,
      `${program} ended before its work was done: it waited for something that can no longer happen\n`,
    );
    process.exit(1);
  };
  // Emitted when nothing is left to wait for, and never by `process.exit`.
  process.once('beforeExit', report);
  return () => process.off('beforeExit', report);
}
