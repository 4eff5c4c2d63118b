import { Inject, Injectable } from '@nestjs/common';
import type { LogContext } from '@smart-city/logging';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { SubscriptionCache } from '../subscriptions/subscription-cache';

/** A notification of whom failed. */
export interface FailedNotification {
  readonly tenant: string;
  readonly subscriptionId: string;
}

/** Counts the failed attempts of subscriptions, and puts those out of service that fail too often (`maxFailsLimit`). */
@Injectable()
export class SubscriptionFailures {
  constructor(
    private readonly cache: SubscriptionCache,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /**
   * Does nothing for a subscription that is gone.
   *
   * @param reason   what the subscription shows as `lastFailureReason`; empty where the channel has none
   * @param context  of the log line about one that is put out of service
   */
  note(
    { tenant, subscriptionId }: FailedNotification,
    reason: string,
    context: LogContext | undefined,
  ): void {
    const compiled = this.cache.find(tenant, subscriptionId);
    if (compiled === undefined) return;
    const at = Date.now() / 1000;
    const { maxFailsLimit } = compiled.subscription.notification;
    const before = compiled.counters.noteFailure(at, reason);
    if (
      maxFailsLimit === undefined ||
      before < maxFailsLimit ||
      compiled.counters.statusInForce(compiled.subscription) === 'inactive'
    )
      return;
    compiled.counters.noteStatus('inactive', at);
    this.log.warn(
      `Subscription ${subscriptionId} automatically disabled due to failsCounter (${before + 1}) overpasses maxFailsLimit (${maxFailsLimit})`,
      context,
    );
    // As the original: with a cache, the database has it at the next refresh.
    if (this.cache.isOff) void this.cache.flush();
  }
}
