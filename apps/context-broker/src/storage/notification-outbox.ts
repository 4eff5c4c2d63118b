import type { CommitPart } from './commit-companion';

/** A notification kept until it is settled. */
export interface OutboxEntry {
  readonly id: string;
  /** Whose database holds it; '' where all tenants share one outbox. */
  readonly tenant: string;
  /** Absent in what versions before 0.2 kept. */
  readonly subscriptionId?: string;
  /** The notification as JSON. */
  readonly json: string;
}

export type OutboxKey = Pick<OutboxEntry, 'id' | 'tenant' | 'subscriptionId'>;

/** What is kept of one subscription. */
export interface OutboxLane {
  readonly tenant: string;
  readonly subscriptionId: string;
}

/** One reading of a lane. */
export interface OutboxPage {
  /** Entries with larger ids; '' for all. */
  readonly after: string;
  readonly most: number;
  /** Characters of all entries together, beyond which no further one is read. */
  readonly size: number;
}

/**
 * Keeps notifications that were accepted and not yet settled, so that they go out after a restart. Injected by the
 * token {@link OPEN_OUTBOX}, which makes it. Brokers that share a database keep theirs apart by name.
 */
export interface NotificationOutbox {
  /** Entries as part of the commit of the changes that caused them; present where the store of entities commits such parts. */
  readonly partOf?: (entries: readonly OutboxEntry[]) => CommitPart;

  /** Durable when it resolves. */
  add(entries: readonly OutboxEntry[]): Promise<void>;

  /** Settled ones, each with the tenant it was listed or added under. May be late: a notification is repeated rather than lost. */
  remove(entries: readonly OutboxKey[]): Promise<void>;

  /** Subscriptions of which this broker left something behind. */
  lanes(): Promise<readonly OutboxLane[]>;

  /** Entries of a subscription in the order of their ids: at least one where there is one. Sees every {@link add} that has resolved. */
  read(lane: OutboxLane, page: OutboxPage): Promise<readonly OutboxEntry[]>;

  /** What versions before 0.2 left behind, oldest first. */
  list(): Promise<readonly OutboxEntry[]>;
}

/** Makes the outbox of a broker. @param owner  names the broker among those that share the database */
export type OpenOutbox = (owner: string) => NotificationOutbox;

export const OPEN_OUTBOX = 'context-broker.open-outbox';
