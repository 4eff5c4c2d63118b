import type { DatabaseMonitor } from './database-monitor';
import type { DeadLetterStore } from './dead-letter-store';
import type { DocumentStore } from './document-store';
import type { EntityArchive } from './entity-archive';
import type { EntityStore } from './entity-store';
import type { HistoryRules } from './history/history-rules';
import type { HistoryStore } from './history/history-store';
import type { OpenOutbox } from './notification-outbox';
import type { RegistrationStore } from './registration-store';
import type { StoreFacts } from './store-facts';
import type { SubscriptionStore } from './subscription-store';
import type { UsageStore } from './usage-store';

/** The stores of one database. `entities.close()` closes all of them. */
export interface Stores {
  readonly entities: EntityStore;
  readonly archive: EntityArchive;
  readonly registrations: RegistrationStore;
  readonly subscriptions: SubscriptionStore;
  readonly usage: UsageStore;
  readonly facts: StoreFacts;
  readonly openOutbox: OpenOutbox;
  readonly deadLetters: DeadLetterStore;
  readonly documents: DocumentStore;
  /** Undefined where nothing of the past is kept. */
  readonly history?: HistoryStore | undefined;
}

export interface StoreSettings {
  /** `sqlite:<folder>` or a MongoDB URI; it decides which adapter serves. */
  readonly dbUri: string;
  readonly dbName: string;
  readonly multiservice: boolean;
  readonly dbPoolSize?: number;
  readonly writeConcern?: number;
  /** Tries to reach a server, a second apart; 100 unless given. */
  readonly startRetries?: number;
  /** What a query of entities may take; 0 or absent: any time. */
  readonly queryTimeoutMs?: number;
  readonly monitor?: DatabaseMonitor;
  /** Rules of the past; absent: nothing is kept. */
  readonly history?: HistoryRules | undefined;
  /** Refuses a database that holds nothing of that name yet, and makes none. */
  readonly mustExist?: boolean;
}
