/** A notification kept until it is settled. */
export interface OutboxEntry {
  readonly id: string;
  /** The notification as JSON. */
  readonly json: string;
}

/**
 * Keeps notifications that were accepted and not yet settled, so that they go out after a restart. Injected by the
 * token {@link NOTIFICATION_OUTBOX}. Brokers that share a database keep theirs apart by name.
 */
export interface NotificationOutbox {
  /** Durable when it resolves. */
  add(entries: readonly OutboxEntry[]): Promise<void>;

  /** Settled ones. May be late: a notification is repeated rather than lost. */
  remove(ids: readonly string[]): Promise<void>;

  /** What this broker left behind, oldest first. */
  list(): Promise<readonly OutboxEntry[]>;
}

/** Makes the outbox of a broker. @param owner  names the broker among those that share the database */
export type OpenOutbox = (owner: string) => NotificationOutbox;

export const OPEN_OUTBOX = Symbol('OpenOutbox');
