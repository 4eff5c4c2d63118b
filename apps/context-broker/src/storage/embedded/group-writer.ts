import { Worker } from 'node:worker_threads';
import { workerFile } from '@smart-city/service';
import type { DatabaseMonitor } from '../database-monitor';
import type { DamagedFiles } from './damaged-files';
import { isDamage, sqliteError, SqliteFailure } from './sqlite-error';
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
  /** Told of files that turn out to be damaged. */
  readonly damaged?: DamagedFiles;
  /** Another program for the thread, for tests. */
  readonly file?: string;
}

interface Batch {
  readonly file: FileWriter;
  readonly operations: SqlValue[];
  /** Summed here: operations that do not travel cost neither thread anything. */
  typeStats: TypeStatsDelta | undefined;
  readonly settled: Settled[];
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** One file as it is written. See {@link GroupWriter.file}. */
export class FileWriter {
  /** A commit has made the file, or it was opened: it is there, its schema up to date. */
  isThere = false;
  /** Rises when a commit failed. */
  epoch = 0;
  /** What the present turn of the event loop has brought. */
  collecting: Batch | undefined;

  constructor(
    readonly path: string,
    /** Told when there is something to write. */
    private readonly onCollecting: (file: FileWriter) => void,
  ) {}

  /**
   * Queues operations that must be committed together.
   *
   * @param settled  called before the promise settles, in the order of the writes
   * @returns a promise, shared by all writes of the same batch, that resolves when they are durable
   * @throws (rejects) NgsiError InternalServerError when the commit failed; none of the batch is then stored
   */
  write(operations: readonly WriteOperation[], settled?: Settled): Promise<void> {
    const batch = this.collecting ?? this.collect();
    for (const operation of operations) {
      if (operation[0] === 'addToTypeStats') (batch.typeStats ??= new TypeStatsDelta()).add(operation);
      else pack(operation, batch.operations);
    }
    if (settled !== undefined) batch.settled.push(settled);
    return batch.promise;
  }

  private collect(): Batch {
    this.onCollecting(this);
    this.collecting = newBatch(this);
    if (!this.isThere) this.collecting.settled.push((committed) => void (this.isThere ||= committed));
    return this.collecting;
  }
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
  private readonly program: string;
  private readonly monitor: DatabaseMonitor;
  private readonly damaged: DamagedFiles | undefined;
  private worker: Worker | undefined;
  private readonly files = new Map<string, FileWriter>();
  /** Those that the present turn of the event loop writes to. */
  private collecting: FileWriter[] = [];
  private readonly underWay = new Map<number, Batch>();
  private lastBatch = 0;
  private stopped = false;
  /** The file of the last commit that was told, when it failed. */
  private failing: FileWriter | undefined;

  static async start({ monitor = {}, damaged, file }: GroupWriterOptions = {}): Promise<GroupWriter> {
    return new GroupWriter(file ?? (await workerFile(import.meta.url, 'sqlite-writer')), monitor, damaged);
  }

  private constructor(program: string, monitor: DatabaseMonitor, damaged: DamagedFiles | undefined) {
    this.program = program;
    this.monitor = monitor;
    this.damaged = damaged;
    this.worker = this.startWorker();
  }

  /** The one writer of a file. Neither opens nor creates it: its first write does. */
  file(path: string): FileWriter {
    let file = this.files.get(path);
    if (file === undefined)
      this.files.set(path, (file = new FileWriter(path, (collecting) => this.schedule(collecting))));
    return file;
  }

  /** Opens the file, creates it when missing, brings its schema up to date. */
  async open(file: FileWriter): Promise<void> {
    await this.control('open', file);
    file.isThere = true;
  }

  /** Tries a write after a commit that failed, which tells whether the disk takes writes again. @throws NgsiError  it does not */
  async checkWrites(): Promise<void> {
    await this.failing?.write([['putDocument', 'probe', 'write', String(Date.now())]]);
  }

  /** Writes what is pending on the file and closes it. */
  close(file: FileWriter): Promise<void> {
    this.flush();
    return this.control('close', file);
  }

  /** Writes everything that is pending, then ends the thread. */
  async stop(): Promise<void> {
    this.flush();
    const files = new Set([...this.underWay.values()].map(({ file }) => file));
    await Promise.allSettled([...files].map((file) => this.control('close', file)));
    this.stopped = true;
    await this.worker?.terminate();
  }

  private startWorker(): Worker {
    const worker = new Worker(this.program);
    let cause = new Error('the writer thread ended');
    worker.on('message', (reply: WriterReply) => this.receive(reply));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => this.lose(cause));
    return worker;
  }

  private schedule(file: FileWriter): void {
    if (this.collecting.length === 0) setImmediate(() => this.flush());
    this.collecting.push(file);
  }

  private flush(): void {
    const files = this.collecting;
    this.collecting = [];
    for (const file of files) {
      const batch = file.collecting;
      // What was refused meanwhile is not written.
      if (batch === undefined) continue;
      file.collecting = undefined;
      const { path, epoch } = file;
      const { operations, typeStats } = batch;
      if (typeStats !== undefined) for (const addition of typeStats.additions()) pack(addition, operations);
      this.send(batch, (id) => ({ kind: 'write', batch: id, path, epoch, operations }));
    }
  }

  private control(kind: 'open' | 'close', file: FileWriter): Promise<void> {
    const batch = newBatch(file);
    this.send(batch, (id) => ({ kind, batch: id, path: file.path }));
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
    if (this.failing !== undefined && done.length > 0 && failed.length === 0) {
      this.failing = undefined;
      this.monitor.recovered?.();
    }
    for (const { batch: id, message, code } of failed) {
      const batch = this.underWay.get(id);
      // Unknown when an earlier failure of the same file has refused it already.
      if (batch !== undefined) this.refuse(batch.file, new SqliteFailure(message, code));
    }
  }

  /** Refuses everything of the file that is not durable, and starts a new epoch. */
  private refuse(file: FileWriter, error: Error): void {
    this.tell(file, error);
    file.epoch += 1;
    for (const [id, batch] of this.underWay) {
      if (batch.file !== file) continue;
      this.underWay.delete(id);
      settle(batch, error);
    }
    const { collecting } = file;
    file.collecting = undefined;
    if (collecting !== undefined) settle(collecting, error);
  }

  private tell(file: FileWriter, error: Error): void {
    if (isDamage(error)) {
      this.damaged?.noted(file.path, error);
      return;
    }
    this.failing = file;
    this.monitor.failed?.(sqliteError('update', error).message);
  }

  /** The thread is gone, and what it had not acknowledged with it. */
  private lose(cause: Error): void {
    this.worker = undefined;
    if (!this.stopped)
      this.monitor.error?.(`Runtime Error (${cause.message}; the next write starts another)`);
    const waiting = [...this.underWay.values()].map(({ file }) => file);
    for (const file of new Set([...waiting, ...this.collecting])) this.refuse(file, cause);
  }
}

/** Appends an operation to those that travel together. @throws Error when it has not the parameters of its statement */
function pack(operation: WriteOperation, packed: SqlValue[]): void {
  const count = operation.length - 1;
  if (count !== PARAMETER_COUNTS.get(operation[0]))
    throw new Error(`${operation[0]} with ${count} parameters`);
  for (const value of operation) packed.push(value);
}

function newBatch(file: FileWriter): Batch {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // Those who wait see the rejection; a batch nobody waits for must not end the process.
  promise.catch(() => undefined);
  return { file, operations: [], typeStats: undefined, settled: [], promise, resolve, reject };
}

function settle(batch: Batch, error?: Error): void {
  for (const tell of batch.settled) tell(error === undefined);
  if (error === undefined) batch.resolve();
  else batch.reject(sqliteError('update', error));
}
