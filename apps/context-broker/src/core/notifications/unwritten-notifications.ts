import { errorMessage, errorStack } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import { TooCostly, type EntityChange } from '@smart-city/context';
import { TemplateError } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../context/request-context';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ComposeError } from './compose-error';
import { NotificationCircles } from './notification-circles';
import { SubscriptionFailures } from './subscription-failures';

/**
 * Why notifications of changes are not written: subscriptions cannot be read, it would go round in a circle, or it cannot be
 * composed. Told to the log and the subscription.
 */
@Injectable()
export class UnwrittenNotifications {
  private readonly circles = new NotificationCircles();

  constructor(
    private readonly failures: SubscriptionFailures,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /** To be asked where a notification, or a forwarded request, has led to this one. */
  closesCircle(subscriptionId: string, change: EntityChange, request: RequestContext): boolean {
    if (!this.circles.closes(request.correlator, subscriptionId, change)) return false;
    const { id, type } = (change.after ?? change.before)!;
    this.log.warn(
      `Notification loop detected for entity id <${id}> type <${type}>, skipping subscription triggering`,
      request.log,
    );
    return true;
  }

  /** With `-noCache`. */
  unread(error: unknown, { log }: RequestContext): void {
    this.log.error(`Runtime Error (cannot read subscriptions: ${errorMessage(error)})`, log);
  }

  /** @param error  what composing it, or its condition, threw */
  failed(subscriptionId: string, error: unknown, { tenant, log }: RequestContext): void {
    if (error instanceof TemplateError && error.fault === 'unclosed') this.log.warn(error.message, log);
    else if (error instanceof TooCostly)
      this.log.error(`Runtime Error (subscription ${subscriptionId}: ${error.message})`, log);
    else if (error instanceof TemplateError) this.log.error(`Runtime Error (${error.message})`, log);
    else if (error instanceof ComposeError) this.log[error.level](error.message, log);
    else {
      const why = errorStack(error);
      this.log.error(
        `Runtime Error (cannot write notification of subscription ${subscriptionId}: ${why})`,
        log,
      );
    }
    const reason = reasonOf(error);
    if (reason !== undefined) this.failures.note({ tenant, subscriptionId }, reason, log);
  }
}

/**
 * What a subscription shows of a notification that would have been too large or too costly; else its failure fields stay, as with
 * the original.
 */
const reasonOf = (error: unknown): string | undefined =>
  (error instanceof TemplateError && error.fault === 'too large') || error instanceof TooCostly
    ? error.message
    : error instanceof ComposeError
      ? error.reason
      : undefined;
