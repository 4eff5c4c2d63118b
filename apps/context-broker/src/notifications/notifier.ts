import { Inject, Injectable } from '@nestjs/common';
import { TemplateError, type EntityChange } from '@smart-city/ngsi';
import type { ChangeListener } from '../entities/change-listener';
import type { RequestContext } from '../entities/request-context';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { LegacyNotificationUse } from '../subscriptions/legacy-notification-use';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import type { Match, SubscriptionMatcher } from '../subscriptions/subscription-matcher';
import { composeContents } from './compose';
import { ComposeError } from './compose-error';
import type { ComposeOptions } from './composition';
import { Dispatcher } from './dispatcher';
import { selectContent, type NotificationContent } from './notification-content';
import type { Outgoing } from './outgoing';

export const COMPOSE_OPTIONS = Symbol('ComposeOptions');

/** Turns changes into notifications: matches in memory, writes, and hands over to the dispatcher without waiting for anybody. */
@Injectable()
export class Notifier implements ChangeListener {
  /** With `-noCache` subscriptions are read for each request; requests of a tenant stay in order. */
  readonly #turns = new Map<string, Promise<void>>();
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
    if (this.cache.isOff) return this.#inTurn(changes, request);
    const matcher = this.cache.matcher(request.tenant);
    return matcher === undefined ? undefined : this.#notify(matcher, changes, request);
  }

  async settle(request: RequestContext): Promise<void> {
    const target = this.#queueTargets.get(request);
    if (target !== undefined) await this.dispatcher.settle(request.tenant, target);
  }

  #notify(
    matcher: SubscriptionMatcher,
    changes: readonly EntityChange[],
    request: RequestContext,
  ): void | Promise<void> {
    const batch: Outgoing[] = [];
    for (const change of changes) {
      const now = Date.now() / 1000;
      for (const match of matcher.match(change, {
        tenant: request.tenant,
        authToken: request.authToken,
        now,
      })) {
        const { compiled, alteration } = match;
        const content = selectContent(change, alteration, compiled.subscription.notification);
        if (content === undefined) continue;
        // It counts even if it turns out that it cannot be written, as with the reference.
        this.#noteAttempt(match, now);
        const outgoing = this.#compose(compiled, content, request);
        if (outgoing !== undefined) batch.push(outgoing);
      }
    }
    if (batch.length === 0) return undefined;
    if (request.options.has('flowControl')) {
      const target = this.dispatcher.queueTarget(request.tenant, batch.length);
      if (target !== undefined) this.#queueTargets.set(request, target);
    }
    return this.dispatcher.dispatch(batch);
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

  async #inTurn(changes: readonly EntityChange[], request: RequestContext): Promise<void> {
    const { tenant } = request;
    const before = this.#turns.get(tenant) ?? Promise.resolve();
    const turn = before.then(async () => {
      try {
        const matcher = await this.cache.freshMatcher(tenant);
        if (matcher !== undefined) await this.#notify(matcher, changes, request);
      } catch (error) {
        this.log.error(
          `Runtime Error (cannot read subscriptions: ${error instanceof Error ? error.message : String(error)})`,
          request.log,
        );
      }
    });
    this.#turns.set(tenant, turn);
    await turn;
    if (this.#turns.get(tenant) === turn) this.#turns.delete(tenant);
  }
}
