/** What lists show of a notification that was given up. */
export interface LetterRow {
  readonly id: string;
  readonly subscriptionId: string;
  /** Milliseconds since the epoch at which it was given up. */
  readonly atMs: number;
  /** Bytes that it takes in the store. */
  readonly bytes: number;
  /** What else is told of it, as JSON. */
  readonly summary: string;
}

/** All that is kept of it. */
export interface Letter extends LetterRow {
  /** The notification as JSON. */
  readonly content: string;
}

export interface LetterPage {
  readonly letters: readonly LetterRow[];
  /** All that match, whatever the page. */
  readonly count: number;
}

export interface LetterQuery {
  /** Absent: of any. */
  readonly subscriptionId?: string;
  readonly limit: number;
  readonly offset: number;
}

/** What a tenant may keep. */
export interface LetterLimits {
  readonly letters: number;
  readonly bytes: number;
}

/**
 * Keeps notifications that were given up, by tenant, until somebody sends them again or drops them. Brokers that share a
 * database share them. Injected by the token {@link DEAD_LETTER_STORE}; every adapter passes
 * `contract/dead-letter-store.contract.ts`.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', …)` when the database is away.
 */
export interface DeadLetterStore {
  /** Durable when it resolves. One of an id that is there takes its place. */
  put(tenant: string, letters: readonly Letter[]): Promise<void>;

  /** Those given up last come first. An unknown tenant has none. */
  page(tenant: string, query: LetterQuery): Promise<LetterPage>;

  find(tenant: string, id: string): Promise<Letter | undefined>;

  /** @returns how many there were */
  remove(tenant: string, ids: readonly string[]): Promise<number>;

  /** Drops the oldest until the tenant has no more than it may. @returns how many */
  trim(tenant: string, limits: LetterLimits): Promise<number>;
}

export const DEAD_LETTER_STORE = 'context-broker.dead-letter-store';

/** Newest first; of one millisecond in a fixed order. */
export const byTime = (a: LetterRow, b: LetterRow): number => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

/** @param newestFirst  all of a tenant @returns the ids beyond what it may have */
export function beyond(
  newestFirst: readonly LetterRow[],
  { letters, bytes }: LetterLimits,
): readonly string[] {
  let size = 0;
  const last = newestFirst.findIndex((row, at) => at >= letters || (size += row.bytes) > bytes);
  return last < 0 ? [] : newestFirst.slice(last).map(({ id }) => id);
}
