import { Inject, Injectable } from '@nestjs/common';
import { Metrics } from '../admin/metrics';
import { RequestCounters } from '../admin/request-counters';
import { Alarms } from '../logs/alarms';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { NotificationMetrics } from './notification-metrics';
import { hostAndPort, logContextOf, type Outgoing, type OutgoingHttp } from './outgoing';
import type { SendResult } from './sender';

/** What is written down of each delivery: counters of the subscription, log lines, alarms, metrics. */
@Injectable()
export class DeliveryLedger {
  constructor(
    private readonly cache: SubscriptionCache,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly alarms: Alarms,
    private readonly counts: RequestCounters,
    private readonly metrics: NotificationMetrics,
    private readonly transactions: Metrics,
  ) {}

  /** A notification went out, or will not be tried again. */
  settled(outgoing: Outgoing, result: SendResult): void {
    const at = Date.now() / 1000;
    const isOk = result.kind === 'answered';
    if (outgoing.kind === 'http') this.#noteHttp(outgoing, result);
    this.metrics.settled(outgoing, isOk);
    if (isOk) {
      this.counts.count('notificationsSent');
      this.cache.find(outgoing.tenant, outgoing.subscriptionId)?.counters.noteSuccess(at, result.code);
    } else {
      this.#noteFailure(outgoing, at, result.reason);
    }
    // Last, as with the reference: lines about what went wrong come before the summary.
    this.#logLine(outgoing, result);
  }

  /** The queue was full. Failure fields of the subscription stay as they are (spec section 9.3). */
  dropped(outgoing: Outgoing): void {
    this.log.error(
      `Runtime Error (${outgoing.tenant === '' ? 'default' : outgoing.tenant} notification queue is full)`,
      logContextOf(outgoing),
    );
    this.metrics.dropped(outgoing);
  }

  simulated(): void {
    this.counts.count('simulatedNotifications');
  }

  #noteFailure(outgoing: Outgoing, at: number, reason: string): void {
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

  #noteHttp(outgoing: OutgoingHttp, result: SendResult): void {
    const about = `${hostAndPort(outgoing)}${outgoing.path}`;
    const context = logContextOf(outgoing);
    const isError = result.kind === 'failed';
    if (isError)
      this.alarms.raise(
        'NotificationError',
        about,
        `notification failure for queue worker: ${result.reason}`,
        context,
      );
    else {
      const { code = 200 } = result;
      if (code < 200 || code > 299)
        this.log.warn(
          `Notification (subId: ${outgoing.subscriptionId}) response NOT OK, http code: ${code}`,
          context,
        );
      this.alarms.release('NotificationError', about, context);
    }
    const { tenant, servicePath, body } = outgoing;
    this.transactions.sent({
      tenant,
      servicePath,
      requestSize: Buffer.byteLength(body),
      responseSize: 0,
      isError,
    });
  }

  #logLine(outgoing: Outgoing, result: SendResult): void {
    if (!this.log.isEnabled('INFO')) return;
    // The alarm says why, as with the reference.
    if (outgoing.kind === 'mqtt' && result.kind === 'failed') return;
    const payload = `payload (${Buffer.byteLength(outgoing.body)} bytes): ${this.log.payload(outgoing.body)}`;
    const context = logContextOf(outgoing);
    const outcome = result.kind === 'failed' ? result.reason : String(result.code ?? 0);
    const { subscriptionId } = outgoing;
    switch (outgoing.kind) {
      case 'http':
        this.log.info(
          `Notif delivered (subId: ${subscriptionId}): ${outgoing.method} ${hostAndPort(outgoing)}${outgoing.path}, ${payload}, response code: ${outcome}`,
          context,
        );
        break;
      case 'mqtt':
        this.log.info(
          `MQTT Notif delivered (subId: ${subscriptionId}): broker: ${hostAndPort(outgoing)}, topic: ${outgoing.topic}, ${payload}, result code: ${outcome}`,
          context,
        );
        break;
      case 'kafka':
        this.log.info(
          `KAFKA Notif delivered (subId: ${subscriptionId}): broker: ${outgoing.brokers.map(hostAndPort).join(',')}, topic: ${outgoing.topic}, ${payload}, result code: ${outcome}`,
          context,
        );
    }
  }
}
