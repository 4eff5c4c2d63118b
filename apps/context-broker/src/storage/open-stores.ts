import type { DatabaseMonitor } from './database-monitor';
import type { DeadLetterStore } from './dead-letter-store';
import { dataFiles } from './embedded/data-files';
import { EmbeddedDatabases } from './embedded/embedded-database';
import { EmbeddedDeadLetterStore } from './embedded/embedded-dead-letter-store';
import { EmbeddedEntityArchive } from './embedded/embedded-entity-archive';
import { EmbeddedEntityStore } from './embedded/embedded-entity-store';
import { EmbeddedNotificationOutbox } from './embedded/embedded-notification-outbox';
import { EmbeddedRegistrationStore } from './embedded/embedded-registration-store';
import { EmbeddedStoreFacts } from './embedded/embedded-store-facts';
import { EmbeddedSubscriptionStore } from './embedded/embedded-subscription-store';
import { EmbeddedUsageStore } from './embedded/embedded-usage-store';
import type { EntityArchive } from './entity-archive';
import type { EntityStore } from './entity-store';
import { MongoDatabases } from './mongodb/mongo-databases';
import { MongoDeadLetterStore } from './mongodb/mongo-dead-letter-store';
import { MongoEntityArchive } from './mongodb/mongo-entity-archive';
import { MongoEntityStore } from './mongodb/mongo-entity-store';
import { MongoNotificationOutbox } from './mongodb/mongo-notification-outbox';
import { MongoRegistrationStore } from './mongodb/mongo-registration-store';
import { MongoStoreFacts } from './mongodb/mongo-store-facts';
import { MongoSubscriptionStore } from './mongodb/mongo-subscription-store';
import { MongoUsageStore } from './mongodb/mongo-usage-store';
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
  /** Refuses a database that holds nothing of that name yet, and makes none. */
  readonly mustExist?: boolean;
}

/** After the start, which it must not slow down, and before the first query that needs it: that would wait for half a second under load. */
const READ_AHEAD_MS = 2_000;

/** @throws Error when the database cannot be opened */
export async function openStores(settings: StoreSettings): Promise<Stores> {
  const { dbUri, dbName, multiservice, dbPoolSize, writeConcern, startRetries, queryTimeoutMs, monitor } =
    settings;
  if (dbUri.startsWith('sqlite:')) {
    const folder = dbUri.slice('sqlite:'.length);
    if (settings.mustExist && (await dataFiles(folder, dbName)).length === 0)
      throw new Error(`there is no database '${dbName}' in ${folder}`);
    const databases = await EmbeddedDatabases.open({ folder, dbName, monitor });
    return {
      entities: new EmbeddedEntityStore(databases, { queryTimeoutMs, readAheadMs: READ_AHEAD_MS }),
      archive: new EmbeddedEntityArchive(databases),
      registrations: new EmbeddedRegistrationStore(databases),
      subscriptions: new EmbeddedSubscriptionStore(databases),
      usage: new EmbeddedUsageStore(databases),
      facts: new EmbeddedStoreFacts(databases),
      openOutbox: () => new EmbeddedNotificationOutbox(databases),
      deadLetters: new EmbeddedDeadLetterStore(databases),
    };
  }
  const databases = await MongoDatabases.connect({
    uri: dbUri,
    dbName,
    multiservice,
    poolSize: dbPoolSize,
    writeConcern,
    startRetries,
    queryTimeoutMs,
    monitor,
  });
  if (settings.mustExist && !(await databases.exist())) {
    await databases.close();
    throw new Error(`the MongoDB server has no database '${dbName}'`);
  }
  return {
    entities: await MongoEntityStore.open(databases),
    archive: new MongoEntityArchive(databases),
    registrations: new MongoRegistrationStore(databases),
    subscriptions: new MongoSubscriptionStore(databases),
    usage: new MongoUsageStore(databases),
    facts: new MongoStoreFacts(databases),
    openOutbox: (owner) => new MongoNotificationOutbox(databases, owner),
    deadLetters: new MongoDeadLetterStore(databases),
  };
}
