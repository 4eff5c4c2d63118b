import { Inject, Injectable } from '@nestjs/common';
import { RequestCounters } from '../admin/request-counters';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { NotificationMetrics } from './notification-metrics';
import type { SendResult } from './channels/channel';
import { Channels } from './channels/channels';
import { logContextOf, type Outgoing } from './outgoing';

/** What is written down of each delivery: counters of the subscription, log lines, alarms, metrics. */
@Injectable()
export class DeliveryLedger {
  constructor(
    private readonly cache: SubscriptionCache,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly channels: Channels,
    private readonly counts: RequestCounters,
    private readonly metrics: NotificationMetrics,
  ) {}

  /** A notification went out, or will not be tried again. */
  settled(outgoing: Outgoing, result: SendResult): void {
    const at = Date.now() / 1000;
    const isOk = result.kind === 'answered';
    const channel = this.channels.of(outgoing);
    channel.settled(outgoing, result);
    this.metrics.settled(outgoing, isOk);
    if (isOk) {
      this.counts.count('notificationsSent');
      this.cache.find(outgoing.tenant, outgoing.subscriptionId)?.counters.noteSuccess(at, result.code);
    } else {
      this.noteFailure(outgoing, at, result.reason);
    }
    // Last, as with the original: lines about what went wrong come before the summary.
    if (!this.log.isEnabled('INFO')) return;
    const line = channel.describe(outgoing, result, (text) => this.log.payload(text));
    if (line !== undefined) this.log.info(line, logContextOf(outgoing));
  }

  /** The queue was full. Failure fields of the subscription stay as they are. */
  dropped(outgoing: Outgoing): void {
    this.log.error(
      `Runtime Error (${outgoing.service === '' ? 'default' : outgoing.service} notification queue is full)`,
      logContextOf(outgoing),
    );
    this.metrics.dropped(outgoing);
  }

  simulated(): void {
    this.counts.count('simulatedNotifications');
  }

  private noteFailure(outgoing: Outgoing, at: number, reason: string): void {
    const { tenant, subscriptionId } = outgoing;
    const compiled = this.cache.find(tenant, subscriptionId);
    if (compiled === undefined) return;
    const { maxFailsLimit } = compiled.subscription.notification;
    const before = compiled.counters.noteFailure(at, reason);
    if (
      maxFailsLimit === undefined ||
      before < maxFailsLimit ||
      compiled.counters.statusOver(compiled.subscription) === 'inactive'
    )
      return;
    compiled.counters.noteStatus('inactive', at);
    this.log.warn(
      `Subscription ${subscriptionId} automatically disabled due to failsCounter (${before + 1}) overpasses maxFailsLimit (${maxFailsLimit})`,
      logContextOf(outgoing),
    );
    void this.cache.flush();
  }
}
