import { errorMessage } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityChange } from '@smart-city/ngsi';
import type { ChangeListener } from '../entities/change-listener';
import type { RequestContext } from '../context/request-context';
import { LOG, type BrokerLog } from '../logs/broker-log';
import type { Companion } from '../storage/notification-outbox';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import type { Match, SubscriptionMatcher } from '../subscriptions/subscription-matcher';
import { Acceptance, entryOf } from './acceptance';
import { Backlog } from './backlog';
import { DeliveryQueue } from './delivery-queue';
import { HeldNotifications } from './held/held-notifications';
import { NotificationWriter, type Hold } from './notification-writer';
import type { Outgoing } from './outgoing';

/** Whoever watches changes beside the subscriptions. */
export interface ChangeWatcher {
  watches(tenant: string): boolean;
  /** Looks at changes that are stored, in short steps. Must not throw. */
  look(changes: readonly EntityChange[]): Generator<void, void, void>;
}

/** Changes that may wait to be matched; a request that brings more is answered when there is room again. */
const BACKLOG_CHANGES = 500;
/** Matching and writing go on for so long before requests have their turn. */
const SLICE_MS = 0.25;

/**
 * Turns changes into notifications, after the requests that caused them are answered: matches in memory, has them written,
 * and hands them over for delivery.
 */
@Injectable()
export class Notifier implements ChangeListener {
  private readonly backlog = new Backlog({ capacity: BACKLOG_CHANGES, sliceMs: SLICE_MS });
  /** Of requests under flow control: what the queue has to come down to. */
  private readonly queueTargets = new WeakMap<RequestContext, number>();
  private readonly keeps: boolean;
  readonly accompany: ChangeListener['accompany'];
  private watcher: ChangeWatcher | undefined;

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly writer: NotificationWriter,
    private readonly acceptance: Acceptance,
    private readonly queue: DeliveryQueue,
    private readonly held: HeldNotifications,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {
    this.keeps = acceptance.keeps;
    // With `-noCache` subscriptions are read first: there is no commit that would wait for it.
    if (acceptance.isInCommit && !cache.isOff)
      this.accompany = (changes, request) => this.accompanyWith(changes, request);
  }

  /** From now on changes are shown to `watcher`, too; to nobody when it is undefined. */
  showTo(watcher: ChangeWatcher | undefined): void {
    this.watcher = watcher;
  }

  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void> {
    const shown = this.watcher === undefined ? undefined : this.show(changes, request.tenant);
    if (!this.cache.isOff && !this.cache.matchers.has(request.tenant)) return shown;
    const full = this.backlog.add(this.notify(changes, request, Date.now() / 1000), changes.length);
    // What has to be kept is kept before the answer.
    return this.keeps ? this.backlog.settled() : full;
  }

  room(tenant: string): Promise<void> | undefined {
    return this.watcher?.watches(tenant) ? this.backlog.room() : undefined;
  }

  async settle(request: RequestContext): Promise<void> {
    await this.backlog.settled();
    const target = this.queueTargets.get(request);
    if (target !== undefined) await this.queue.comeDown(request.service, target);
  }

  /** @returns a promise when changes are not matched yet; resolves once all that came so far are */
  settled(): Promise<void> | undefined {
    return this.backlog.settled();
  }

  /** In short steps, each of at most one notification. */
  private *notify(
    changes: readonly EntityChange[],
    request: RequestContext,
    now: number,
  ): Generator<void | Promise<void>, void, void> {
    let matcher = this.cache.matchers.get(request.tenant);
    if (this.cache.isOff) yield this.freshMatcher(request).then((fresh) => void (matcher = fresh));
    if (matcher === undefined) return;
    const outgoings = this.writer.written(matcher, changes, request, now, (match, change) =>
      this.held.hold(match, change, request),
    );
    // What is kept, or counted for flow control, goes together.
    if (!this.keeps && !request.options.has('flowControl')) {
      for (const outgoing of outgoings) yield this.acceptance.accept([outgoing]);
      return;
    }
    const batch = [...outgoings];
    if (batch.length === 0) return;
    this.noteTarget(batch, request);
    yield this.acceptance.accept(batch);
  }

  private show(changes: readonly EntityChange[], tenant: string): void | Promise<void> {
    if (this.watcher?.watches(tenant)) return this.backlog.add(this.watcher.look(changes), changes.length);
  }

  /** The notifications are written before the changes are stored, and queued once both are durable. */
  private accompanyWith(changes: readonly EntityChange[], request: RequestContext): Companion | undefined {
    const matcher = this.cache.matchers.get(request.tenant);
    const held: (readonly [Match, EntityChange])[] = [];
    const hold: Hold = (...one) => void held.push(one);
    const batch =
      matcher === undefined
        ? []
        : [...this.writer.written(matcher, changes, request, Date.now() / 1000, hold)];
    if (batch.length + held.length === 0 && this.watcher === undefined) return undefined;
    return {
      entries: batch.map(entryOf),
      settled: (committed) => {
        if (!committed) return;
        void this.show(changes, request.tenant);
        for (const [match, change] of held) this.held.hold(match, change, request);
        if (batch.length > 0) void this.backlog.add(this.queueEach(batch, request), batch.length);
      },
    };
  }

  private *queueEach(batch: readonly Outgoing[], request: RequestContext): Generator<void, void, void> {
    this.noteTarget(batch, request);
    for (const outgoing of batch) yield this.acceptance.acceptKept(outgoing);
  }

  private noteTarget(batch: readonly Outgoing[], request: RequestContext): void {
    if (!request.options.has('flowControl')) return;
    const target = this.queue.targetSize(request.service, batch.length);
    if (target !== undefined) this.queueTargets.set(request, target);
  }

  /** With `-noCache`: as they are in the store now. */
  private async freshMatcher({ tenant, log }: RequestContext): Promise<SubscriptionMatcher | undefined> {
    try {
      return await this.cache.freshMatcher(tenant);
    } catch (error) {
      this.log.error(`Runtime Error (cannot read subscriptions: ${errorMessage(error)})`, log);
      return undefined;
    }
  }
}
