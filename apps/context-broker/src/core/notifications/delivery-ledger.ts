import { Inject, Injectable } from '@nestjs/common';
import { RequestCounters } from '../../operations/admin/request-counters';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { NotificationMetrics } from './notification-metrics';
import type { SendResult } from './channels/channel';
import { Channels } from './channels/channels';
import { NotificationForms } from './notification-form';
import { logContextOf, type Outgoing } from './outgoing';
import { SubscriptionFailures } from './subscription-failures';

/** What is written down of each delivery: counters of the subscription, log lines, alarms, metrics. */
@Injectable()
export class DeliveryLedger {
  constructor(
    private readonly cache: SubscriptionCache,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly channels: Channels,
    private readonly counts: RequestCounters,
    private readonly metrics: NotificationMetrics,
    private readonly failures: SubscriptionFailures,
    private readonly forms: NotificationForms,
  ) {}

  /** A notification went out, or will not be tried again. */
  settled(outgoing: Outgoing, result: SendResult): void {
    const failure = this.failureOf(outgoing, result);
    const isOk = failure === undefined;
    const channel = this.channels.of(outgoing);
    channel.settled(outgoing, result);
    this.metrics.settled(outgoing, isOk);
    if (result.kind === 'answered') this.counts.count('notificationsSent');
    if (failure !== undefined) this.failures.note(outgoing, failure, logContextOf(outgoing));
    else if (result.kind === 'answered')
      this.cache
        .find(outgoing.tenant, outgoing.subscriptionId)
        ?.counters.noteSuccess(Date.now() / 1000, result.code);
    // Last, as with the original: lines about what went wrong come before the summary.
    if (!this.log.isEnabled('INFO')) return;
    const line = channel.describe(outgoing, result, (text) => this.log.payload(text));
    if (line !== undefined) this.log.info(line, logContextOf(outgoing));
  }

  /** Why a delivery failed; undefined for one that did not. */
  private failureOf({ tenant, subscriptionId }: Outgoing, result: SendResult): string | undefined {
    if (result.kind === 'failed') return result.reason;
    const { code } = result;
    if (code === undefined || (code >= 200 && code < 300)) return undefined;
    const form = this.cache.find(tenant, subscriptionId)?.subscription.notification.form;
    return form !== undefined && this.forms.needsSuccessStatus(form) ? `HTTP status ${code}` : undefined;
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
}
