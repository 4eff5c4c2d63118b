import { Injectable } from '@nestjs/common';
import type { EntityChange, TooCostly } from '@smart-city/context';
import type { ChangeListener } from '../changes/change-listener';
import type { RequestContext } from '../../context/request-context';
import { LegacyNotificationUse } from '../../operations/deprecations/legacy-notification-use';
import type { Companion } from '../../storage/commit-companion';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import {
  noteAttempt,
  statusOf,
  type Match,
  type SubscriptionMatcher,
} from '../subscriptions/subscription-matcher';
import { Acceptance } from './acceptance';
import { Backlog } from './backlog';
import type { ChangeWatcher } from '../changes/change-watcher';
import { companionOf } from './commit-companions';
import { Composer } from './composer';
import { DeliveryQueue } from './delivery-queue';
import { FlowGate } from './flow-gate';
import { HeldNotifications } from './held/held-notifications';
import type { Outgoing } from './outgoing';
import { UnwrittenNotifications } from './unwritten-notifications';

/** Changes of a tenant that may wait to be matched; a request that brings more is answered when there is room again. */
const BACKLOG_CHANGES = 500;
/** Changes of all tenants that may wait to be matched. */
const BACKLOG_OF_ALL = 4_000;
/** Characters of notifications that a change stands for; one that makes more counts as several. */
const SIZE_OF_CHANGE = 32_768;
/** Matching and writing go on for so long before requests have their turn. */
const SLICE_MS = 0.25;

/**
 * Turns changes into notifications, after the requests that caused them are answered: matches in memory, has written what
 * matches and tells of something, and queues it for delivery.
 */
@Injectable()
export class Notifier implements ChangeListener {
  private readonly backlog = new Backlog({
    capacity: BACKLOG_CHANGES,
    capacityOfAll: BACKLOG_OF_ALL,
    sliceMs: SLICE_MS,
  });
  readonly accompany: ChangeListener['accompany'];
  private watcher: ChangeWatcher | undefined;
  /** What changes of tenants count for, where that is more than one. */
  private readonly weights = new Map<string, number>();

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly composer: Composer,
    private readonly unwritten: UnwrittenNotifications,
    private readonly legacy: LegacyNotificationUse,
    private readonly held: HeldNotifications,
    private readonly acceptance: Acceptance,
    private readonly queue: DeliveryQueue,
    private readonly gate: FlowGate,
  ) {
    // With `-noCache` subscriptions are read first: there is no commit that would wait for it.
    if (acceptance.isInCommit && !cache.isOff) this.accompany = (...update) => this.companion(...update);
  }

  /** From now on changes are shown to `watcher`, too; to nobody when it is undefined. */
  showTo(watcher: ChangeWatcher | undefined): void {
    this.watcher = watcher;
  }

  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void> {
    const shown = this.watcher === undefined ? undefined : this.show(changes, request.tenant);
    if (!this.cache.isOff && !this.cache.matchers.has(request.tenant)) return shown;
    const full = this.backlog.add(
      request.tenant,
      this.notify(changes, request, nowSeconds()),
      this.weightOf(request.tenant) * changes.length,
    );
    // What has to be kept is kept before the answer.
    return both(
      this.acceptance.keeps ? this.backlog.settled(request.tenant) : full,
      this.queue.holdBack.room(request.tenant),
    );
  }

  room(tenant: string): Promise<void> | undefined {
    return both(
      this.watcher?.watches(tenant) ? this.backlog.room(tenant) : undefined,
      this.queue.holdBack.room(tenant),
    );
  }

  async settle(request: RequestContext): Promise<void> {
    await this.backlog.settled(request.tenant);
    await this.gate.passed(request);
  }

  /** @returns a promise when changes of a tenant are not matched yet; resolves once all that came so far are */
  settled(tenant: string): Promise<void> | undefined {
    return this.backlog.settled(tenant);
  }

  /** Resolves once all changes that came so far are matched. */
  allSettled(): Promise<void> {
    return this.backlog.allSettled();
  }

  /** In short steps, each of at most one condition or one notification. */
  private *notify(
    changes: readonly EntityChange[],
    request: RequestContext,
    now: number,
  ): Generator<void | Promise<void>, void, void> {
    let matcher = this.cache.isOff ? undefined : this.cache.matchers.get(request.tenant);
    if (this.cache.isOff)
      yield this.cache.freshMatcher(request.tenant).then(
        (fresh) => void (matcher = fresh),
        (error: unknown) => this.unwritten.unread(error, request),
      );
    if (matcher === undefined) return;
    const hold = (match: Match, change: EntityChange) => this.held.hold(match, change, request);
    const outgoings = this.written(matcher, changes, request, now, hold);
    if (!this.acceptance.keeps && !request.options.has('flowControl')) {
      let size = 0;
      for (const outgoing of outgoings) {
        size += outgoing?.body.length ?? 0;
        yield outgoing && this.accept(outgoing);
      }
      this.noteSize(request.tenant, size / changes.length);
      return;
    }
    // What is kept, or counted for flow control, goes together.
    const batch: Outgoing[] = [];
    for (const outgoing of outgoings)
      if (outgoing === undefined) yield;
      else batch.push(outgoing);
    if (batch.length === 0) return;
    this.gate.note(request, batch.length);
    yield this.acceptance.accept(batch);
  }

  /**
   * The notifications of changes, one after the other as they are asked for; undefined after a step that gave none.
   *
   * @param hold  told of what throttling keeps back
   */
  private *written(
    matcher: SubscriptionMatcher,
    changes: readonly EntityChange[],
    request: RequestContext,
    now: number,
    hold: (match: Match, change: EntityChange) => void,
  ): Generator<Outgoing | undefined, void, void> {
    const { service, authToken } = request;
    const overBudget = (id: string, error: TooCostly) => this.unwritten.failed(id, error, request);
    const context = { service, authToken, now, overBudget };
    for (const change of changes)
      for (const match of yield* matcher.matchInSteps(change, context))
        yield match.isHeld ? void hold(match, change) : this.write(match, change, request, now);
  }

  private write(
    { compiled, alteration }: Match,
    change: EntityChange,
    request: RequestContext,
    now: number,
  ): Outgoing | undefined {
    const { subscription } = compiled;
    const { id, throttlingMode, notification } = subscription;
    if (throttlingMode === 'last') this.held.supersede(compiled, change);
    const content = this.composer.select(compiled, change, alteration);
    if (content === undefined) return undefined;
    if (hasBeenNotified(request) && this.unwritten.closesCircle(id, change, request)) return undefined;
    // It counts even if it turns out that it cannot be written, as with the original.
    noteAttempt(compiled, now);
    if (statusOf(compiled) === 'oneshot') this.cache.switchOff(compiled, now);
    if (notification.attrsFormat === 'legacy') this.legacy.notified(request, subscription);
    try {
      return this.composer.compose(compiled, [content], request);
    } catch (error) {
      this.unwritten.failed(id, error, request);
      return undefined;
    }
  }

  private companion(changes: readonly EntityChange[], request: RequestContext): Companion | undefined {
    const matcher = this.cache.matchers.get(request.tenant);
    return companionOf({
      written: (hold) =>
        matcher === undefined ? [] : this.written(matcher, changes, request, nowSeconds(), hold),
      kept: (batch) => this.acceptance.partOf(batch),
      isWatched: this.watcher !== undefined,
      stored: () => void this.show(changes, request.tenant),
      hold: (match, change) => this.held.hold(match, change, request),
      queue: (batch) => void this.backlog.add(request.tenant, this.queueKept(batch, request), batch.length),
    });
  }

  /** Notifications that are not written yet take no memory, but will: changes that make many wait in smaller numbers. */
  private weightOf(tenant: string): number {
    return this.weights.get(tenant) ?? 1;
  }

  /** @param size  characters of the notifications of a change */
  private noteSize(tenant: string, size: number): void {
    const before = this.weights.get(tenant);
    if (before === undefined && size <= SIZE_OF_CHANGE) return;
    // Grows at once and shrinks slowly.
    const weight = Math.max(size / SIZE_OF_CHANGE, ((before ?? 1) * 7) / 8);
    if (weight > 1) this.weights.set(tenant, weight);
    else this.weights.delete(tenant);
  }

  private accept(outgoing: Outgoing): void | Promise<void> {
    return this.acceptance.onlyQueues ? this.offer(outgoing) : this.acceptance.accept([outgoing]);
  }

  private offer(outgoing: Outgoing): void {
    if (!this.queue.offer(outgoing)) this.acceptance.dropped(outgoing);
  }

  private *queueKept(batch: readonly Outgoing[], request: RequestContext): Generator<void, void, void> {
    this.gate.note(request, batch.length);
    for (const outgoing of batch) yield this.acceptance.acceptKept(outgoing);
  }

  private show(changes: readonly EntityChange[], tenant: string): void | Promise<void> {
    if (this.watcher?.watches(tenant))
      return this.backlog.add(tenant, this.watcher.look(changes), changes.length);
  }
}

const both = (a: Promise<void> | undefined, b: Promise<void> | undefined): Promise<void> | undefined =>
  a === undefined ? b : b === undefined ? a : Promise.all([a, b]).then(() => undefined);

const nowSeconds = (): number => Date.now() / 1000;

/** Whether a notification, or a forwarded request, has led to this one: their correlators grow. */
const hasBeenNotified = ({ correlator }: RequestContext): boolean => correlator.includes(';');
