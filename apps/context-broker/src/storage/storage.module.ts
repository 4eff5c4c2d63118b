import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Alarms } from '../logs/alarms';
import { LOG, type BrokerLog } from '../logs/broker-log';
import type { DatabaseMonitor } from './database-monitor';
import { EmbeddedDatabases } from './embedded/embedded-database';
import { EmbeddedEntityStore } from './embedded/embedded-entity-store';
import { EmbeddedNotificationOutbox } from './embedded/embedded-notification-outbox';
import { EmbeddedRegistrationStore } from './embedded/embedded-registration-store';
import { EmbeddedSubscriptionStore } from './embedded/embedded-subscription-store';
import { ENTITY_STORE, type EntityStore } from './entity-store';
import { MongoDatabases } from './mongodb/mongo-databases';
import { MongoEntityStore } from './mongodb/mongo-entity-store';
import { MongoNotificationOutbox } from './mongodb/mongo-notification-outbox';
import { MongoRegistrationStore } from './mongodb/mongo-registration-store';
import { MongoSubscriptionStore } from './mongodb/mongo-subscription-store';
import { OPEN_OUTBOX, type OpenOutbox } from './notification-outbox';
import { REGISTRATION_STORE, type RegistrationStore } from './registration-store';
import { EmbeddedUsageStore } from './embedded/embedded-usage-store';
import { MongoUsageStore } from './mongodb/mongo-usage-store';
import { USAGE_STORE, type UsageStore } from './usage-store';
import { SUBSCRIPTION_STORE, type SubscriptionStore } from './subscription-store';

/** The stores of one database. */
interface Stores {
  readonly entities: EntityStore;
  readonly registrations: RegistrationStore;
  readonly subscriptions: SubscriptionStore;
  readonly usage: UsageStore;
  readonly openOutbox: OpenOutbox;
}

const STORES = Symbol('Stores');

/** `-dbURI` decides which adapter serves. */
async function openStores(options: BrokerOptions, log: BrokerLog, alarms: Alarms): Promise<Stores> {
  const { dbUri, dbName } = options;
  if (dbUri.startsWith('sqlite:')) {
    const databases = await EmbeddedDatabases.open({
      folder: dbUri.slice('sqlite:'.length),
      dbName,
      monitor: monitor(log, alarms),
    });
    return {
      entities: new EmbeddedEntityStore(databases),
      registrations: new EmbeddedRegistrationStore(databases),
      subscriptions: new EmbeddedSubscriptionStore(databases),
      usage: new EmbeddedUsageStore(databases),
      openOutbox: () => new EmbeddedNotificationOutbox(databases),
    };
  }
  const databases = await MongoDatabases.connect({
    uri: dbUri,
    dbName,
    multiservice: options.multiservice,
    poolSize: options.dbPoolSize,
    writeConcern: options.writeConcern,
    monitor: monitor(log, alarms),
  });
  return {
    entities: await MongoEntityStore.open(databases),
    registrations: new MongoRegistrationStore(databases),
    subscriptions: new MongoSubscriptionStore(databases),
    usage: new MongoUsageStore(databases),
    openOutbox: (owner) => new MongoNotificationOutbox(databases, owner),
  };
}

function monitor(log: BrokerLog, alarms: Alarms): DatabaseMonitor {
  return {
    // The URI in the text may hold a password.
    info: (text) => log.info(text.replace(/(mongodb(?:\+srv)?:\/\/)[^/@]*@/g, '$1******@')),
    warn: (text) => log.warn(text),
    error: (text) => log.error(text),
    failed: (detail) => alarms.raise('DatabaseError', '', detail),
    recovered: () => alarms.release('DatabaseError', ''),
  };
}

@Global()
@Module({
  providers: [
    { provide: STORES, useFactory: openStores, inject: [OPTIONS, LOG, Alarms] },
    { provide: ENTITY_STORE, useFactory: ({ entities }: Stores) => entities, inject: [STORES] },
    {
      provide: REGISTRATION_STORE,
      useFactory: ({ registrations }: Stores) => registrations,
      inject: [STORES],
    },
    { provide: USAGE_STORE, useFactory: ({ usage }: Stores) => usage, inject: [STORES] },
    {
      provide: SUBSCRIPTION_STORE,
      useFactory: ({ subscriptions }: Stores) => subscriptions,
      inject: [STORES],
    },
    { provide: OPEN_OUTBOX, useFactory: ({ openOutbox }: Stores) => openOutbox, inject: [STORES] },
  ],
  exports: [ENTITY_STORE, REGISTRATION_STORE, USAGE_STORE, SUBSCRIPTION_STORE, OPEN_OUTBOX],
})
export class StorageModule implements OnApplicationShutdown {
  constructor(@Inject(ENTITY_STORE) private readonly entities: EntityStore) {}

  /** After everything that may still write: the entity store closes the connection all stores share. */
  async onApplicationShutdown(): Promise<void> {
    await this.entities.close();
  }
}
