import { readFileSync } from 'node:fs';

/** Connections of one kind that are kept open where files are plenty. */
const MOST = 64;
const FEWEST = 4;
/** Files that a connection of each kind takes together, and as many again for the connections of clients and receivers. */
const FILES_OF_EACH = 24;

/**
 * Tells how many database files each connection pool of the process may keep open: the writer, the main thread, and twice as many as
 * one reading thread. Linux says how many files a process may have; elsewhere there are enough.
 *
 * @param limits  text of `/proc/self/limits`
 */
export function mostOpenFiles(limits = readLimits()): number {
  const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.max(FEWEST, Math.min(MOST, Math.floor(soft / FILES_OF_EACH)));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
