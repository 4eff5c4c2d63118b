import { fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flush = promisify(fdatasync);

/** Makes what was committed survive a power cut. */
export interface CommitSync {
  /** Resolves once everything committed before the call is on the disk. @throws Error when the disk refuses */
  synced(): Promise<void>;
}

/** Nothing to do: a database in memory, which no power cut survives. */
export const noSync: CommitSync = { synced: async () => undefined };

/**
 * Writes SQLite's log (`<database>-wal`) out of the system's caches, off the event loop. SQLite itself would wait for the disk
 * in the middle of everything else, once for every commit; here all commits that come while the disk works share the next turn.
 *
 * SQLite appends to the log and, before it reuses it, syncs it by itself (`synchronous=NORMAL`), so this is all that is missing.
 */
export class WalSync implements CommitSync {
  private file: number | undefined;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** @param path  of the log; it is opened with the first commit, which makes it, and stays while a connection is open */
  constructor(private readonly path: string) {}

  synced(): Promise<void> {
    // A sync under way may have begun before the commit: what counts is the one after it.
    this.next ??= this.start(this.running);
    return this.next;
  }

  private async start(before: Promise<void> | undefined): Promise<void> {
    // Its failure is that of those who waited for it.
    await before?.catch(() => undefined);
    this.running = this.next;
    this.next = undefined;
    this.file ??= openSync(this.path, 'r');
    await flush(this.file);
  }
}
