import { FairQueue, workerFile } from '@smart-city/service';
import { queryTookTooLong } from '../query-timeout';
import { sqliteError } from './sqlite-error';

import { isDemanding } from './demanding-query';
import { isDemandingFilter } from './ngsild/ld-reading';
import { Reader, type Job } from './reader';
import type { QueryAnswer, ReadRequest } from './reader-session';

export interface ReaderPoolOptions {
  /** Threads for ordinary times. */
  readonly readers: number;
  /** From the question to its answer, waiting included; 0 is no limit. */
  readonly timeoutMs: number;
  /** Another program for the threads, for tests. */
  readonly file?: string;
}

/** Queries given to a thread before it has answered the one it works on, so that a quick one never idles. */
const MOST_AHEAD = 4;
/** A thread that works on one query for so long is slow: what was given to it beyond that goes elsewhere. */
const SLOW_MS = 100;
/** Threads beyond the ordinary ones, for owners that have none while slow queries of others hold them all. */
const SPARE_READERS = 2;

/**
 * Threads that answer queries. The first starts with the first query unless it was started ahead, further ones when all are busy. A query that takes
 * too long ends with its thread, in whose place a new one starts. Tenants take turns; of one tenant, demanding queries and
 * others do, as if two tenants owned them.
 */
export class ReaderPool {
  private readonly readers = new Set<Reader>();
  private readonly waiting = new FairQueue<Job>();
  /** Looks after slow threads and late queries; runs while there are any queries. */
  private watch: NodeJS.Timeout | undefined;
  private lastId = 0;
  private file: string | undefined;
  private closed = false;

  constructor(private readonly options: ReaderPoolOptions) {
    this.file = options.file;
  }

  /** Starts the first thread, if there is none: so the first query need not wait for it. */
  async startAhead(): Promise<void> {
    this.file ??= await workerFile(import.meta.url, 'sqlite-reader');
    if (!this.closed && this.readers.size === 0) this.start();
  }

  /**
   * @throws NgsiError BadRequest for a pattern that cannot be compiled; GatewayTimeout; InternalServerError for database
   *   trouble
   */
  async run(request: ReadRequest): Promise<QueryAnswer> {
    this.file ??= await workerFile(import.meta.url, 'sqlite-reader');
    if (this.closed) throw sqliteError('query', 'the store is closed');
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const owner = isLongWork(request) ? `${request.path} demanding` : request.path;
      this.waiting.push(owner, { id, owner, request, askedMs: performance.now(), resolve, reject });
      this.give();
      this.watch ??= setInterval(() => this.look(), SLOW_MS / 2);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.watch);
    for (const job of this.waiting.drain(() => true)) job.reject(sqliteError('query', 'the store is closed'));
    await Promise.all([...this.readers].map((reader) => reader.end()));
  }

  /** Gives waiting queries to threads as long as there are both. */
  private give(): void {
    while (!this.waiting.isEmpty) {
      const ordinary = this.ordinary();
      const job = ordinary === undefined ? this.takeForSpare() : this.waiting.take();
      if (job === undefined) return;
      (ordinary ?? this.idle() ?? this.start()).give(job);
    }
  }

  /**
   * A thread for whoever is next: an idle one, a new one, or the quick one with the least ahead; none when slow queries hold
   * as many as there are in ordinary times.
   */
  private ordinary(): Reader | undefined {
    const busy = [...this.readers].filter(({ ahead }) => ahead > 0);
    if (busy.length < this.options.readers) return this.idle() ?? this.start();
    const quick = busy.filter(({ isSlow }) => !isSlow);
    if (busy.length - quick.length >= this.options.readers) return undefined;
    const open = quick.filter(({ ahead }) => ahead < MOST_AHEAD);
    return open.reduce<Reader | undefined>(
      (a, b) => (a === undefined || b.ahead < a.ahead ? b : a),
      undefined,
    );
  }

  /** A query for a thread beyond the ordinary ones, which are all slow: only of an owner that no thread works for. */
  private takeForSpare(): Job | undefined {
    const slow = [...this.readers].filter(({ isSlow }) => isSlow);
    if (slow.length < this.options.readers) return undefined;
    if (this.idle() === undefined && this.readers.size >= this.options.readers + SPARE_READERS)
      return undefined;
    const served = new Set([...this.readers].map(({ current }) => current?.owner));
    return this.waiting.take((owner) => !served.has(owner));
  }

  private idle(): Reader | undefined {
    for (const reader of this.readers) if (reader.ahead === 0) return reader;
    return undefined;
  }

  private start(): Reader {
    const reader = new Reader(this.file!, {
      replied: () => this.give(),
      ended: () => {
        this.readers.delete(reader);
        if (!this.closed) this.give();
      },
    });
    this.readers.add(reader);
    return reader;
  }

  private look(): void {
    const nowMs = performance.now();
    const { timeoutMs } = this.options;
    const isLate = ({ askedMs }: Job) => timeoutMs > 0 && nowMs - askedMs >= timeoutMs;
    for (const job of this.waiting.drain(isLate)) job.reject(queryTookTooLong(timeoutMs));
    for (const reader of this.readers) {
      const { current } = reader;
      if (current === undefined) continue;
      if (isLate(current)) {
        this.putBack(reader.abandon(queryTookTooLong(timeoutMs)));
      } else if (nowMs - reader.progressMs >= SLOW_MS) {
        this.putBack(reader.takeBack());
      }
    }
    this.give();
    if (!this.waiting.isEmpty || [...this.readers].some(({ ahead }) => ahead > 0)) return;
    clearInterval(this.watch);
    this.watch = undefined;
    for (const spare of [...this.readers].slice(this.options.readers)) void spare.end();
  }

  private putBack(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed()) this.waiting.putBack(job.owner, [job]);
  }
}

function isLongWork(request: ReadRequest): boolean {
  if ('asksTypeFacts' in request) return true;
  if ('ld' in request) return isDemandingFilter(request.ld.query.filter);
  return request.aggregate !== undefined || isDemanding(request.query);
}
