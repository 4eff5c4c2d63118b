import type Database from 'better-sqlite3';
import { mostOpenFiles } from './open-files';
import { openForWriting } from './schema';
import { sqliteCode } from './sqlite-error';
import { TypeStatsDelta } from './type-stats-delta';
import { unpack, WRITE_SQL } from './write-operation';
import type { SqlValue, WriteName, WriteOperation, WriterReply, WriterRequest } from './write-operation';

type WriteRequest = Extract<WriterRequest, { kind: 'write' }>;

/** One file as the writer holds it. */
interface WrittenFile {
  readonly database: Database.Database;
  readonly statements: ReadonlyMap<WriteName, Database.Statement<SqlValue[]>>;
}

/** Pages of the log (4 KiB each) from which on it is folded into the file. Longer logs write a hot page less often. */
const CHECKPOINT_PAGES = 4_000;

/** Files kept open; the one used longest ago goes first. */
const MOST_FILES = mostOpenFiles();

/** The writer's state and its work, free of threads: a list of requests in, one reply out. */
export class WriterSession {
  /** Least recently used first. */
  private readonly files = new Map<string, WrittenFile>();
  /** Highest epoch of a file that had a failed commit: requests of that epoch and older are built on lost writes. */
  private readonly failedEpochs = new Map<string, number>();

  run(requests: readonly WriterRequest[]): WriterReply {
    const done: number[] = [];
    const failed: { batch: number; message: string; code: string }[] = [];
    const settle = (batches: readonly number[], work: () => void) => {
      try {
        work();
        done.push(...batches);
      } catch (error) {
        const { message, code } = describe(error);
        failed.push(...batches.map((batch) => ({ batch, message, code })));
      }
    };
    // Requests on different files are independent; those on one file keep their order.
    for (const path of new Set(requests.map((request) => request.path))) {
      const own = requests.filter((request) => request.path === path);
      for (const request of own)
        if (request.kind === 'open') settle([request.batch], () => void this.file(path));
      const writes = own.filter((request) => request.kind === 'write');
      const failedEpoch = this.failedEpochs.get(path) ?? -1;
      const lost = writes.filter(({ epoch }) => epoch <= failedEpoch);
      const valid = writes.filter(({ epoch }) => epoch > failedEpoch);
      if (lost.length > 0)
        settle(batchesOf(lost), () => {
          throw new Error('an earlier commit failed');
        });
      if (valid.length > 0) settle(batchesOf(valid), () => this.commit(path, valid));
      for (const request of own)
        if (request.kind === 'close') settle([request.batch], () => this.close(path));
    }
    return { done, failed };
  }

  /**
   * Folds long logs into their files. For after the reply: nobody waits for it but the next writes, and readers may go on. A
   * failure leaves the log as it is, for the next time.
   */
  checkpoint(): void {
    for (const { database } of this.files.values()) {
      const [state] = database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
      if (state === undefined || state.log - state.checkpointed < CHECKPOINT_PAGES) continue;
      try {
        database.pragma('wal_checkpoint(PASSIVE)');
      } catch {
        // as above
      }
    }
  }

  private commit(path: string, requests: readonly WriteRequest[]): void {
    try {
      const file = this.file(path);
      file.database.exec('BEGIN IMMEDIATE');
      try {
        const stats = new TypeStatsDelta();
        for (const { operations } of requests) {
          for (const operation of unpack(operations)) {
            if (operation[0] === 'addToTypeStats') stats.add(operation);
            else runStatement(file, operation);
          }
        }
        for (const operation of stats.operations()) runStatement(file, operation);
        file.database.exec('COMMIT');
      } finally {
        if (file.database.inTransaction) file.database.exec('ROLLBACK');
      }
    } catch (error) {
      this.failedEpochs.set(path, Math.max(...requests.map(({ epoch }) => epoch)));
      throw error;
    }
  }

  private file(path: string): WrittenFile {
    let file = this.files.get(path);
    this.files.delete(path);
    if (file === undefined) {
      const [oldest] = this.files.keys();
      if (oldest !== undefined && this.files.size >= MOST_FILES) this.close(oldest);
      const database = openForWriting(path);
      const names = Object.keys(WRITE_SQL) as WriteName[];
      file = {
        database,
        statements: new Map(names.map((name) => [name, database.prepare<SqlValue[]>(WRITE_SQL[name])])),
      };
    }
    this.files.set(path, file);
    return file;
  }

  private close(path: string): void {
    this.files.get(path)?.database.close();
    this.files.delete(path);
  }
}

const batchesOf = (requests: readonly WriteRequest[]) => requests.map(({ batch }) => batch);

function runStatement(file: WrittenFile, [name, ...parameters]: WriteOperation): void {
  file.statements.get(name)!.run(...parameters);
}

function describe(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' };
  return { message: error.message, code: sqliteCode(error) };
}
