import { Inject, Injectable } from '@nestjs/common';
import { TemplateError, type EntityChange } from '@smart-city/ngsi';
import type { ChangeListener } from '../entities/change-listener';
import type { RequestContext } from '../context/request-context';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { LegacyNotificationUse } from '../subscriptions/legacy-notification-use';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import type { Match, SubscriptionMatcher } from '../subscriptions/subscription-matcher';
import { Backlog } from './backlog';
import { composeContents } from './compose';
import { ComposeError } from './compose-error';
import type { ComposeOptions } from './composition';
import { Dispatcher } from './dispatcher';
import { NotificationCircles } from './notification-circles';
import { selectContent, type NotificationContent } from './notification-content';
import type { Outgoing } from './outgoing';

export const COMPOSE_OPTIONS = Symbol('ComposeOptions');

/** Changes that may wait to be matched; a request that brings more is answered when there is room again. */
const BACKLOG_CHANGES = 500;
/** Matching and writing go on for so long before requests have their turn. */
const SLICE_MS = 0.25;

/**
 * Turns changes into notifications, after the requests that caused them are answered: matches in memory, writes, and
 * hands over to the dispatcher.
 */
@Injectable()
export class Notifier implements ChangeListener {
  readonly #circles = new NotificationCircles();
  readonly #backlog = new Backlog({ capacity: BACKLOG_CHANGES, sliceMs: SLICE_MS });
  /** Of requests under flow control: what the queue has to come down to. */
  readonly #queueTargets = new WeakMap<RequestContext, number>();

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly dispatcher: Dispatcher,
    private readonly legacy: LegacyNotificationUse,
    @Inject(LOG) private readonly log: BrokerLog,
    @Inject(COMPOSE_OPTIONS) private readonly options: ComposeOptions,
  ) {}

  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void> {
    if (!this.cache.isOff && this.cache.matcher(request.tenant) === undefined) return undefined;
    const full = this.#backlog.add(this.#notify(changes, request, Date.now() / 1000), changes.length);
    // What has to be kept is kept before the answer.
    return this.dispatcher.keeps ? this.#backlog.settled() : full;
  }

  async settle(request: RequestContext): Promise<void> {
    await this.#backlog.settled();
    const target = this.#queueTargets.get(request);
    if (target !== undefined) await this.dispatcher.settle(request.tenant, target);
  }

  /** @returns a promise when changes are not matched yet; resolves once all that came so far are */
  settled(): Promise<void> | undefined {
    return this.#backlog.settled();
  }

  /** In short steps, each of at most one notification. */
  *#notify(
    changes: readonly EntityChange[],
    request: RequestContext,
    now: number,
  ): Generator<void | Promise<void>, void, void> {
    const { tenant, authToken } = request;
    let matcher = this.cache.matcher(tenant);
    if (this.cache.isOff) yield this.#freshMatcher(request).then((fresh) => void (matcher = fresh));
    if (matcher === undefined) return;
    // What is kept, or counted for flow control, goes together.
    const isTogether = this.dispatcher.keeps || request.options.has('flowControl');
    const batch: Outgoing[] = [];
    for (const change of changes) {
      for (const match of matcher.match(change, { tenant, authToken, now })) {
        const outgoing = this.#write(match, change, request, now);
        if (outgoing === undefined) continue;
        if (isTogether) batch.push(outgoing);
        else yield this.dispatcher.dispatch([outgoing]);
      }
    }
    if (batch.length === 0) return;
    if (request.options.has('flowControl')) {
      const target = this.dispatcher.queueTarget(tenant, batch.length);
      if (target !== undefined) this.#queueTargets.set(request, target);
    }
    yield this.dispatcher.dispatch(batch);
  }

  #write(match: Match, change: EntityChange, request: RequestContext, now: number): Outgoing | undefined {
    const { compiled, alteration } = match;
    const content = selectContent(change, alteration, compiled.subscription.notification);
    if (content === undefined) return undefined;
    if (this.#circles.closes(request.correlator, compiled.subscription.id, change)) {
      const { id, type } = (change.after ?? change.before)!;
      this.log.warn(
        `Notification loop detected for entity id <${id}> type <${type}>, skipping subscription triggering`,
        request.log,
      );
      return undefined;
    }
    // It counts even if it turns out that it cannot be written, as with the reference.
    this.#noteAttempt(match, now);
    return this.#compose(compiled, content, request);
  }

  #compose(
    compiled: CompiledSubscription,
    content: NotificationContent,
    request: RequestContext,
  ): Outgoing | undefined {
    const { subscription } = compiled;
    this.legacy.notified(request, subscription);
    try {
      return composeContents(compiled, [content], request, this.options);
    } catch (error) {
      this.#logUnwritten(subscription.id, error, request);
      return undefined;
    }
  }

  #logUnwritten(id: string, error: unknown, { log }: RequestContext): void {
    if (error instanceof TemplateError && error.fault === 'unclosed') this.log.warn(error.message, log);
    else if (error instanceof TemplateError) this.log.error(`Runtime Error (${error.message})`, log);
    else if (error instanceof ComposeError) this.log[error.level](error.message, log);
    else {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.log.error(`Runtime Error (cannot write notification of subscription ${id}: ${why})`, log);
    }
  }

  #noteAttempt({ compiled }: Match, now: number): void {
    const { counters, subscription } = compiled;
    counters.noteAttempt(now);
    if (counters.statusOver(subscription) !== 'oneshot') return;
    counters.noteStatus('inactive', now);
    // Other brokers should see it as soon as can be.
    void this.cache.flush();
  }

  /** With `-noCache`: as they are in the store now. */
  async #freshMatcher({ tenant, log }: RequestContext): Promise<SubscriptionMatcher | undefined> {
    try {
      return await this.cache.freshMatcher(tenant);
    } catch (error) {
      this.log.error(
        `Runtime Error (cannot read subscriptions: ${error instanceof Error ? error.message : String(error)})`,
        log,
      );
      return undefined;
    }
  }
}
