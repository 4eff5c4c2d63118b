import { errorMessage } from '@smart-city/service';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SUBSCRIPTION_CACHE } from '../../operations/admin/statistics-ports';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { SUBSCRIPTION_STORE, type SubscriptionStore } from '../../storage/subscription-store';
import { ConditionLanguages } from './condition-language';
import { SubscriptionCache } from './subscription-cache';
import { SubscriptionsService } from './subscriptions.service';

const openCache = (
  store: SubscriptionStore,
  { subCacheIvalSeconds, noCache }: BrokerOptions,
  log: BrokerLog,
  languages: ConditionLanguages,
): SubscriptionCache =>
  new SubscriptionCache(
    store,
    { refreshMs: subCacheIvalSeconds * 1000, isOff: noCache },
    languages,
    (what, error) => log.error(`Runtime Error (cannot ${what}: ${errorMessage(error)})`),
  );

/** Subscriptions, and those in memory for what notifies. */
@Global()
@Module({
  providers: [
    SubscriptionsService,
    ConditionLanguages,
    {
      provide: SubscriptionCache,
      useFactory: openCache,
      inject: [SUBSCRIPTION_STORE, OPTIONS, LOG, ConditionLanguages],
    },
    { provide: SUBSCRIPTION_CACHE, useExisting: SubscriptionCache },
  ],
  exports: [ConditionLanguages, SubscriptionCache, SubscriptionsService, SUBSCRIPTION_CACHE],
})
export class SubscriptionsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(SubscriptionCache) private readonly cache: SubscriptionCache) {}

  /** The broker does not listen before every subscription is in memory. */
  async onModuleInit(): Promise<void> {
    await this.cache.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.cache.stop();
  }
}
