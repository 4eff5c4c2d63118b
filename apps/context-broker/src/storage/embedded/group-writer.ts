import { Worker } from 'node:worker_threads';
import { workerFile } from '@smart-city/worker-files';
import type { DatabaseMonitor } from '../database-monitor';
import { sqliteError } from './sqlite-error';
import { TypeStatsDelta } from './type-stats-delta';
import {
  PARAMETER_COUNTS,
  type SqlValue,
  type WriteOperation,
  type WriterReply,
  type WriterRequest,
} from './write-operation';

/** Told once, before the promise of the write settles: are the operations durable, or lost? */
export type Settled = (committed: boolean) => void;

export interface GroupWriterOptions {
  readonly monitor?: DatabaseMonitor | undefined;
  /** Another program for the thread, for tests. */
  readonly file?: string;
}

interface Batch {
  readonly path: string;
  readonly operations: SqlValue[];
  /** Summed here: operations that do not travel cost neither thread anything. */
  typeStats: TypeStatsDelta | undefined;
  readonly settled: Settled[];
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Hands writes to the writer thread and says when they are durable. Writes of one turn of the event loop travel together, and
 * whatever arrives while the disk is busy shares the next commit (group commit), so the event loop never waits for the disk.
 *
 * When a commit fails, every write of that file that is not yet durable is refused with it: later ones were computed on top
 * of it. The next write starts afresh. When the thread itself dies, the same holds for all files, and the next write starts
 * another one.
 */
export class GroupWriter {
  private readonly file: string;
  private readonly monitor: DatabaseMonitor;
  private worker: Worker | undefined;
  private readonly collecting = new Map<string, Batch>();
  private readonly underWay = new Map<number, Batch>();
  private readonly epochs = new Map<string, number>();
  private lastBatch = 0;
  private scheduled = false;
  private stopped = false;
  /** The last commit that was told failed. */
  private isFailing = false;

  static async start({ monitor = {}, file }: GroupWriterOptions = {}): Promise<GroupWriter> {
    return new GroupWriter(file ?? (await workerFile(import.meta.url, 'sqlite-writer')), monitor);
  }

  private constructor(file: string, monitor: DatabaseMonitor) {
    this.file = file;
    this.monitor = monitor;
    this.worker = this.startWorker();
  }

  /** Opens the file, creates it when missing, brings its schema up to date. */
  open(path: string): Promise<void> {
    return this.control('open', path);
  }

  /** Writes what is pending on the file and closes it. */
  close(path: string): Promise<void> {
    this.flush();
    return this.control('close', path);
  }

  /**
   * Queues operations that must be committed together.
   *
   * @param settled  called before the promise settles, in the order of the writes
   * @returns a promise, shared by all writes of the same batch, that resolves when they are durable
   * @throws (rejects) NgsiError InternalServerError when the commit failed; none of the batch is then stored
   */
  write(path: string, operations: readonly WriteOperation[], settled?: Settled): Promise<void> {
    let batch = this.collecting.get(path);
    if (batch === undefined) this.collecting.set(path, (batch = newBatch(path)));
    for (const operation of operations) {
      if (operation[0] === 'addToTypeStats') (batch.typeStats ??= new TypeStatsDelta()).add(operation);
      else pack(operation, batch.operations);
    }
    if (settled !== undefined) batch.settled.push(settled);
    this.schedule();
    return batch.promise;
  }

  /** Writes everything that is pending, then ends the thread. */
  async stop(): Promise<void> {
    this.flush();
    const paths = new Set([...this.underWay.values()].map(({ path }) => path));
    await Promise.allSettled([...paths].map((path) => this.control('close', path)));
    this.stopped = true;
    await this.worker?.terminate();
  }

  private startWorker(): Worker {
    const worker = new Worker(this.file);
    let cause = new Error('the writer thread ended');
    worker.on('message', (reply: WriterReply) => this.receive(reply));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => this.lose(cause));
    return worker;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.scheduled = false;
    for (const [path, batch] of this.collecting) {
      const epoch = this.epochs.get(path) ?? 0;
      const { operations, typeStats } = batch;
      if (typeStats !== undefined) for (const addition of typeStats.additions()) pack(addition, operations);
      this.send(batch, (id) => ({ kind: 'write', batch: id, path, epoch, operations }));
    }
    this.collecting.clear();
  }

  private control(kind: 'open' | 'close', path: string): Promise<void> {
    const batch = newBatch(path);
    this.send(batch, (id) => ({ kind, batch: id, path }));
    return batch.promise;
  }

  private send(batch: Batch, request: (id: number) => WriterRequest): void {
    if (this.stopped) {
      settle(batch, new Error('the database is closed'));
      return;
    }
    this.worker ??= this.startWorker();
    this.lastBatch += 1;
    this.underWay.set(this.lastBatch, batch);
    this.worker.postMessage(request(this.lastBatch));
  }

  private receive({ done, failed }: WriterReply): void {
    for (const id of done) {
      const batch = this.underWay.get(id);
      this.underWay.delete(id);
      if (batch !== undefined) settle(batch);
    }
    if (this.isFailing && done.length > 0 && failed.length === 0) {
      this.isFailing = false;
      this.monitor.recovered?.();
    }
    for (const { batch: id, message } of failed) {
      const batch = this.underWay.get(id);
      // Unknown when an earlier failure of the same file has refused it already.
      if (batch !== undefined) this.refuse(batch.path, new Error(message));
    }
  }

  /** Refuses everything of the file that is not durable, and starts a new epoch. */
  private refuse(path: string, error: Error): void {
    this.isFailing = true;
    this.monitor.failed?.(sqliteError('update', error).message);
    this.epochs.set(path, (this.epochs.get(path) ?? 0) + 1);
    for (const [id, batch] of this.underWay) {
      if (batch.path !== path) continue;
      this.underWay.delete(id);
      settle(batch, error);
    }
    const collecting = this.collecting.get(path);
    this.collecting.delete(path);
    if (collecting !== undefined) settle(collecting, error);
  }

  /** The thread is gone, and what it had not acknowledged with it. */
  private lose(cause: Error): void {
    this.worker = undefined;
    if (!this.stopped)
      this.monitor.error?.(`Runtime Error (${cause.message}; the next write starts another)`);
    const batches = [...this.underWay.values(), ...this.collecting.values()];
    for (const path of new Set(batches.map((batch) => batch.path))) this.refuse(path, cause);
  }
}

/** Appends an operation to those that travel together. @throws Error when it has not the parameters of its statement */
function pack(operation: WriteOperation, packed: SqlValue[]): void {
  const count = operation.length - 1;
  if (count !== PARAMETER_COUNTS.get(operation[0]))
    throw new Error(`${operation[0]} with ${count} parameters`);
  for (const value of operation) packed.push(value);
}

function newBatch(path: string): Batch {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // Those who wait see the rejection; a batch nobody waits for must not end the process.
  promise.catch(() => undefined);
  return { path, operations: [], typeStats: undefined, settled: [], promise, resolve, reject };
}

function settle(batch: Batch, error?: Error): void {
  for (const tell of batch.settled) tell(error === undefined);
  if (error === undefined) batch.resolve();
  else batch.reject(sqliteError('update', error));
}
