import { errorStack } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import { TemplateError, type EntityChange } from '@smart-city/ngsi';
import type { RequestContext } from '../context/request-context';
import { LegacyNotificationUse } from '../deprecations/legacy-notification-use';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import type { Match, SubscriptionMatcher } from '../subscriptions/subscription-matcher';
import { ComposeError } from './compose-error';
import { Composer } from './composer';
import { HeldNotifications } from './held/held-notifications';
import { NotificationCircles } from './notification-circles';
import { selectContent } from './notification-content';
import type { Outgoing } from './outgoing';
import { SubscriptionFailures } from './subscription-failures';

/** Told of what throttling keeps back. */
export type Hold = (match: Match, change: EntityChange) => void;

/** Which notifications changes lead to, written and counted: of all subscriptions that match and tell of something, but those that close a circle. */
@Injectable()
export class NotificationWriter {
  private readonly circles = new NotificationCircles();

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly composer: Composer,
    private readonly legacy: LegacyNotificationUse,
    private readonly held: HeldNotifications,
    private readonly failures: SubscriptionFailures,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /** The notifications of changes, one after the other as they are asked for. */
  *written(
    matcher: SubscriptionMatcher,
    changes: readonly EntityChange[],
    request: RequestContext,
    now: number,
    hold: Hold,
  ): Generator<Outgoing, void, void> {
    const { service, authToken } = request;
    for (const change of changes) {
      for (const match of matcher.match(change, { service, authToken, now })) {
        if (match.isHeld) {
          hold(match, change);
          continue;
        }
        const outgoing = this.write(match, change, request, now);
        if (outgoing !== undefined) yield outgoing;
      }
    }
  }

  private write(
    match: Match,
    change: EntityChange,
    request: RequestContext,
    now: number,
  ): Outgoing | undefined {
    const { compiled, alteration } = match;
    if (compiled.subscription.throttlingMode === 'last') this.held.supersede(compiled, change);
    const content = selectContent(change, alteration, compiled.subscription.notification);
    if (content === undefined) return undefined;
    const { subscription } = compiled;
    if (hasBeenNotified(request) && this.circles.closes(request.correlator, subscription.id, change)) {
      const { id, type } = (change.after ?? change.before)!;
      this.log.warn(
        `Notification loop detected for entity id <${id}> type <${type}>, skipping subscription triggering`,
        request.log,
      );
      return undefined;
    }
    // It counts even if it turns out that it cannot be written, as with the original.
    this.noteAttempt(match, now);
    if (subscription.notification.attrsFormat === 'legacy') this.legacy.notified(request, subscription);
    try {
      return this.composer.compose(compiled, [content], request);
    } catch (error) {
      this.logUnwritten(subscription.id, error, request);
      const reason = reasonOf(error);
      if (reason !== undefined)
        this.failures.note({ tenant: request.tenant, subscriptionId: subscription.id }, reason, request.log);
      return undefined;
    }
  }

  private logUnwritten(id: string, error: unknown, { log }: RequestContext): void {
    if (error instanceof TemplateError && error.fault === 'unclosed') this.log.warn(error.message, log);
    else if (error instanceof TemplateError) this.log.error(`Runtime Error (${error.message})`, log);
    else if (error instanceof ComposeError) this.log[error.level](error.message, log);
    else {
      const why = errorStack(error);
      this.log.error(`Runtime Error (cannot write notification of subscription ${id}: ${why})`, log);
    }
  }

  private noteAttempt({ compiled }: Match, now: number): void {
    const { counters, subscription } = compiled;
    counters.noteAttempt(now);
    if (counters.statusInForce(subscription) !== 'oneshot') return;
    counters.noteStatus('inactive', now);
    // Other brokers should see it as soon as can be.
    void this.cache.flush();
  }
}

/** Whether a notification, or a forwarded request, has led to this one: their correlators grow. */
const hasBeenNotified = ({ correlator }: RequestContext): boolean => correlator.includes(';');

/** What a subscription shows of a notification that would have been too large; else its failure fields stay, as with the original. */
const reasonOf = (error: unknown): string | undefined =>
  error instanceof TemplateError && error.fault === 'too large'
    ? error.message
    : error instanceof ComposeError
      ? error.reason
      : undefined;
