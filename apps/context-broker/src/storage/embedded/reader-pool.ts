import { Worker } from 'node:worker_threads';
import { NgsiError, type NgsiErrorName } from '@smart-city/ngsi';
import { workerFile } from '@smart-city/worker-files';
import { databaseError } from './database-error';
import type { QueryAnswer, QueryRequest } from './reader-session';

export interface ReaderRequest {
  readonly id: number;
  readonly request: QueryRequest;
}

/** Exactly one of the members beside `id`. */
export interface ReaderReply {
  readonly id: number;
  readonly answer?: QueryAnswer;
  readonly refusal?: { readonly error: NgsiErrorName; readonly description: string };
  readonly failure?: string;
}

interface Waiting {
  readonly resolve: (answer: QueryAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Reader {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** Threads that answer queries. The first starts with the first query, further ones when all are busy. */
export class ReaderPool {
  readonly #readers = new Set<Reader>();
  #lastId = 0;
  #file: string | undefined;
  #closed = false;

  constructor(private readonly maxReaders: number) {}

  /** @throws NgsiError BadRequest for a pattern that cannot be compiled; InternalServerError for database trouble */
  async run(request: QueryRequest): Promise<QueryAnswer> {
    this.#file ??= await workerFile(import.meta.url, 'sqlite-reader');
    if (this.#closed) throw databaseError('query', 'the store is closed');
    const reader = this.#choose(this.#file);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      reader.waiting.set(id, { resolve, reject });
      reader.worker.postMessage({ id, request } satisfies ReaderRequest);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#readers].map(({ worker }) => worker.terminate()));
  }

  #choose(file: string): Reader {
    const [first, ...others] = this.#readers;
    const least = others.reduce(
      (a, b) => (b !== undefined && a !== undefined && b.waiting.size < a.waiting.size ? b : a),
      first,
    );
    if (least !== undefined && (least.waiting.size === 0 || this.#readers.size >= this.maxReaders))
      return least;
    return this.#start(file);
  }

  #start(file: string): Reader {
    const worker = new Worker(file);
    const reader: Reader = { worker, waiting: new Map() };
    const end = (error: unknown) => {
      this.#readers.delete(reader);
      for (const { reject } of reader.waiting.values()) reject(databaseError('query', error));
      reader.waiting.clear();
    };
    worker.on('message', (reply: ReaderReply) => {
      const waiting = reader.waiting.get(reply.id);
      reader.waiting.delete(reply.id);
      if (waiting !== undefined) settle(waiting, reply);
    });
    worker.on('error', end);
    worker.on('exit', () => end('the reading thread ended'));
    this.#readers.add(reader);
    return reader;
  }
}

function settle({ resolve, reject }: Waiting, { answer, refusal, failure }: ReaderReply): void {
  if (answer !== undefined) resolve(answer);
  else if (refusal !== undefined) reject(new NgsiError(refusal.error, refusal.description));
  else reject(databaseError('query', failure));
}
