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

/** What may be kept. */
export interface LetterLimits {
  /** Of one subscription. */
  readonly letters: number;
  /** Of all subscriptions of a tenant together. */
  readonly lettersOfTenant: number;
  readonly bytesOfTenant: number;
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

  /**
   * Drops the oldest of each subscription that has more than it may, then the oldest of those that have most, until the
   * tenant has no more than it may.
   *
   * @returns how many
   */
  trim(tenant: string, limits: LetterLimits): Promise<number>;
}

export const DEAD_LETTER_STORE = 'context-broker.dead-letter-store';

/** Newest first; of one millisecond in a fixed order. */
export const byTime = (a: LetterRow, b: LetterRow): number => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

/** @param newestFirst  all of a tenant @returns the ids beyond what it may have */
export function beyond(newestFirst: readonly LetterRow[], limits: LetterLimits): readonly string[] {
  const subscriptions = new Map<string, { rows: LetterRow[]; bytes: number }>();
  const dropped: string[] = [];
  let [count, size] = [0, 0];
  for (const row of newestFirst) {
    const own = subscriptions.get(row.subscriptionId) ?? { rows: [], bytes: 0 };
    subscriptions.set(row.subscriptionId, own);
    if (own.rows.length >= limits.letters) {
      dropped.push(row.id);
      continue;
    }
    own.rows.push(row);
    own.bytes += row.bytes;
    count += 1;
    size += row.bytes;
  }
  // A subscription that has few loses nothing to one that has many.
  while (count > limits.lettersOfTenant || size > limits.bytesOfTenant) {
    const all = [...subscriptions.values()];
    const largest = all.reduce((a, b) =>
      (count > limits.lettersOfTenant ? b.rows.length > a.rows.length : b.bytes > a.bytes) ? b : a,
    );
    const { id, bytes } = largest.rows.pop()!;
    largest.bytes -= bytes;
    count -= 1;
    size -= bytes;
    dropped.push(id);
  }
  return dropped;
}
