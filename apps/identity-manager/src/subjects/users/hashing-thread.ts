import { Worker } from 'node:worker_threads';
import { workerFile } from '@smart-city/service';
import type { HashingReply, HashingRequest, HashingTask } from './hashing-task';

interface Waiting {
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread that runs argon2id for one password after the other. It has less claim to a core than the event loop, so a burst of
 * logins slows no other request. It starts with the first task, and again after it died.
 */
export class HashingThread {
  private worker: Promise<Worker> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** @param memoryKib  memory that is filled, in KiB */
  async hash(password: string, memoryKib: number): Promise<string> {
    return String(await this.run({ kind: 'hash', password, memoryKib }));
  }

  /** @returns false also when what is stored is no hash of argon2 */
  async verify(stored: string, password: string): Promise<boolean> {
    return (await this.run({ kind: 'verify', stored, password })) === true;
  }

  private async run(task: HashingTask): Promise<string | boolean> {
    this.worker ??= this.start().catch((error: unknown) => {
      this.worker = undefined;
      throw error;
    });
    const worker = await this.worker;
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      // An idle thread keeps no process from ending, one at work does.
      worker.ref();
      worker.postMessage({ id, task } satisfies HashingRequest);
    });
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(await workerFile(import.meta.url, 'password-hashing'));
    worker.on('message', (reply: HashingReply) => this.settle(worker, reply));
    // An error is always followed by the end; acting on both could fail the next thread's tasks for the fault of this one.
    let cause: Error | undefined;
    worker.once('error', (error: Error) => {
      cause = error;
    });
    worker.once('exit', (code) =>
      this.fail(cause ?? new Error(`the thread that hashes passwords ended with ${code}`)),
    );
    return worker;
  }

  private settle(worker: Worker, { id, result, failure }: HashingReply): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0) worker.unref();
    if (result !== undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(failure ?? 'no result'));
  }

  private fail(error: Error): void {
    this.worker = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
