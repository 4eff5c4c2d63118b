import { Worker } from 'node:worker_threads';
import { workerFile } from '@smart-city/service';
import { sqliteError } from '../sqlite-error';
import {
  errorOfHistory,
  type HistoryAnswers,
  type HistoryReply,
  type HistoryRequest,
  type HistoryVerb,
  type HistoryWork,
} from './history-message';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The thread that works with the past. It starts with the first request; one that died is started anew by the next. */
export class HistoryThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly warn: (text: string) => void) {}

  /** @throws (rejects) NgsiError  500 for trouble with files, others as the work says */
  async ask<Verb extends HistoryVerb>(
    verb: Verb,
    ...parameters: Parameters<HistoryWork[Verb]>
  ): Promise<HistoryAnswers[Verb]> {
    const file = await workerFile(import.meta.url, 'sqlite-history');
    if (this.isClosed) throw sqliteError('history', 'the store is closed');
    this.worker ??= this.start(file);
    this.lastId += 1;
    const request: HistoryRequest<Verb> = { id: this.lastId, verb, parameters };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
    });
    this.worker.postMessage(request);
    return (await answer) as HistoryAnswers[Verb];
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  private start(file: string): Worker {
    const worker = new Worker(file);
    let cause: unknown = 'the thread of history ended';
    worker.on('message', (reply: HistoryReply) => this.receive(reply));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      this.worker = undefined;
      for (const { reject } of this.waiting.values()) reject(sqliteError('history', cause));
      this.waiting.clear();
    });
    return worker;
  }

  private receive(reply: HistoryReply): void {
    if ('warning' in reply) {
      this.warn(reply.warning);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if ('answer' in reply) waiting?.resolve(reply.answer);
    else waiting?.reject(errorOfHistory(reply));
  }
}
