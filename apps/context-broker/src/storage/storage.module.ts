import { writeSync } from 'node:fs';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Alarms } from '../logs/alarms';
import { LOG, type BrokerLog } from '../logs/broker-log';
import type { DatabaseMonitor } from './database-monitor';
import { DOCUMENT_STORE } from './document-store';
import { DEAD_LETTER_STORE } from './dead-letter-store';
import { HISTORY_STORE } from './history/history-store';
import { readHistoryRules } from './history/read-history-rules';
import { ENTITY_STORE, type EntityStore } from './entity-store';
import { OPEN_OUTBOX } from './notification-outbox';
import { openStores } from './open-stores';
import type { Stores } from './stores';
import { REGISTRATION_STORE } from './registration-store';
import { STORE_FACTS } from './store-facts';
import { USAGE_STORE } from './usage-store';
import { SUBSCRIPTION_STORE } from './subscription-store';

const STORES = 'context-broker.stores';

function monitor(log: BrokerLog, alarms: Alarms): DatabaseMonitor {
  return {
    // The URI in the text may hold a password.
    info: (text) => log.info(text.replace(/(mongodb(?:\+srv)?:\/\/)[^/@]*@/g, '$1******@')),
    warn: (text) => log.warn(text),
    error: (text) => log.error(text),
    waiting: (remedy) => writeSync(2, `context-broker waits for its database: ${remedy}\n`),
    failed: (detail) => alarms.raise('DatabaseError', '', detail),
    recovered: () => alarms.release('DatabaseError', ''),
  };
}

@Global()
@Module({
  providers: [
    {
      provide: STORES,
      useFactory: (options: BrokerOptions, log: BrokerLog, alarms: Alarms) =>
        openStores({
          ...options,
          history: readHistoryRules(options.history, options.historyDays),
          monitor: monitor(log, alarms),
        }),
      inject: [OPTIONS, LOG, Alarms],
    },
    { provide: ENTITY_STORE, useFactory: ({ entities }: Stores) => entities, inject: [STORES] },
    {
      provide: REGISTRATION_STORE,
      useFactory: ({ registrations }: Stores) => registrations,
      inject: [STORES],
    },
    { provide: STORE_FACTS, useFactory: ({ facts }: Stores) => facts, inject: [STORES] },
    { provide: USAGE_STORE, useFactory: ({ usage }: Stores) => usage, inject: [STORES] },
    {
      provide: SUBSCRIPTION_STORE,
      useFactory: ({ subscriptions }: Stores) => subscriptions,
      inject: [STORES],
    },
    { provide: DEAD_LETTER_STORE, useFactory: ({ deadLetters }: Stores) => deadLetters, inject: [STORES] },
    { provide: DOCUMENT_STORE, useFactory: ({ documents }: Stores) => documents, inject: [STORES] },
    { provide: HISTORY_STORE, useFactory: ({ history }: Stores) => history, inject: [STORES] },
    { provide: OPEN_OUTBOX, useFactory: ({ openOutbox }: Stores) => openOutbox, inject: [STORES] },
  ],
  exports: [
    ENTITY_STORE,
    REGISTRATION_STORE,
    STORE_FACTS,
    USAGE_STORE,
    SUBSCRIPTION_STORE,
    OPEN_OUTBOX,
    DEAD_LETTER_STORE,
    DOCUMENT_STORE,
    HISTORY_STORE,
  ],
})
export class StorageModule implements OnApplicationShutdown {
  constructor(@Inject(ENTITY_STORE) private readonly entities: EntityStore) {}

  /** After everything that may still write: the entity store closes the connection all stores share. */
  async onApplicationShutdown(): Promise<void> {
    await this.entities.close();
  }
}
