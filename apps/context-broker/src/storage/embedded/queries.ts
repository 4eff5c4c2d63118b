import { NgsiError } from '@smart-city/context';
import { sqliteError } from './sqlite-error';
import { ReaderPool, type ReaderPoolOptions } from './reader-pool';
import { ReaderSession, type QueryAnswer, type ReadRequest } from './reader-session';

/** Pages that short queries of one file keep in memory. */
const SHORT_QUERY_CACHE_KIB = 2_048;

/** Answers queries: on this thread where the answer is sure to be near, else on a reading one. */
export class Queries {
  private readonly short = new ReaderSession(SHORT_QUERY_CACHE_KIB);
  private readonly readers: ReaderPool;
  private isClosed = false;

  private readonly ahead: NodeJS.Timeout | undefined;

  /** @param aheadMs  so long after now a thread starts, whether or not it has been needed; 0: when it is needed */
  constructor(options: ReaderPoolOptions, aheadMs = 0) {
    this.readers = new ReaderPool(options);
    if (aheadMs > 0)
      this.ahead = setTimeout(() => void this.readers.startAhead().catch(() => undefined), aheadMs).unref();
  }

  /**
   * @throws NgsiError BadRequest for a pattern that cannot be compiled; GatewayTimeout; InternalServerError for database
   *   trouble, and when it is closed
   */
  async run(request: ReadRequest): Promise<QueryAnswer> {
    return this.runShort(request) ?? this.readers.run(request);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.ahead);
    await this.readers.close();
    this.short.close();
  }

  private runShort(request: ReadRequest): QueryAnswer | undefined {
    // Its session would open the file again.
    if (this.isClosed) return undefined;
    try {
      return this.short.runShort(request);
    } catch (error) {
      if (error instanceof NgsiError) throw error;
      throw sqliteError('query', error);
    }
  }
}
