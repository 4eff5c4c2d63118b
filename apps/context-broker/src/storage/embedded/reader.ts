import { Worker } from 'node:worker_threads';
import { sqliteError } from './sqlite-error';
import { numberForm } from '@smart-city/context';
import { errorOf, type ReaderData, type ReaderReply, type ReaderRequest } from './reader-message';
import type { QueryAnswer, ReadRequest } from './reader-session';

/** A query that waits for its answer. */
export interface Job {
  readonly id: number;
  /** Whose turn it takes. */
  readonly owner: string;
  readonly request: ReadRequest;
  /** `performance.now()` */
  readonly askedMs: number;
  readonly resolve: (answer: QueryAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface ReaderEvents {
  /** It has answered the query it worked on. */
  replied(): void;
  /** Its thread has ended; it has no queries any more. */
  ended(): void;
}

/** One thread that answers queries one after the other, in the order they are given. */
export class Reader {
  private readonly worker: Worker;
  /** The one it works on first. */
  private jobs: Job[] = [];
  private isHeld = false;
  private isEnding = false;
  /** When it began with the query it works on. */
  progressMs = 0;

  constructor(file: string, events: ReaderEvents) {
    this.worker = new Worker(file, { workerData: { numbers: numberForm() } satisfies ReaderData });
    const end = (error: unknown) => {
      this.isEnding = true;
      for (const { reject } of this.jobs) reject(sqliteError('query', error));
      this.jobs = [];
    };
    this.worker.on('message', (reply: ReaderReply) => {
      // Only the first can be answered; what was taken back is answered elsewhere.
      if (this.jobs[0]?.id !== reply.id) return;
      const job = this.jobs.shift()!;
      this.isHeld = false;
      this.progressMs = performance.now();
      if (reply.answer === undefined) job.reject(errorOf(reply));
      else job.resolve(reply.answer);
      events.replied();
    });
    this.worker.on('error', end);
    this.worker.on('exit', () => {
      end('the reading thread ended');
      events.ended();
    });
  }

  /** Queries it has, the one it works on included. A thread that ends counts as busy. */
  get ahead(): number {
    return this.isEnding ? Infinity : this.jobs.length;
  }

  /** Whether it works on a query that takes long, or is about to end. */
  get isSlow(): boolean {
    return this.isHeld || this.isEnding;
  }

  get current(): Job | undefined {
    return this.jobs[0];
  }

  give(job: Job): void {
    if (this.jobs.length === 0) this.progressMs = performance.now();
    this.jobs.push(job);
    this.worker.postMessage({ id: job.id, request: job.request } satisfies ReaderRequest);
  }

  /** It is slow: @returns what it has not begun with, for others. It takes nothing more until it has answered. */
  takeBack(): readonly Job[] {
    this.isHeld = true;
    return this.jobs.splice(1);
  }

  /** Ends the thread in the middle of its query. @returns what it has not begun with, for others */
  abandon(reason: Error): readonly Job[] {
    const [current, ...others] = this.jobs;
    this.jobs = [];
    current?.reject(reason);
    void this.end();
    return others;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.worker.terminate();
  }
}
