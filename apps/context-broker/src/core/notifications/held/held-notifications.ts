import { errorMessage } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityChange } from '@smart-city/context';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { SubscriptionCache } from '../../subscriptions/subscription-cache';
import type { CompiledSubscription } from '../../subscriptions/compiled-subscription';
import { isAlive, noteAttempt, throttledSeconds, type Match } from '../../subscriptions/subscription-matcher';
import { Acceptance } from '../acceptance';
import { Composer } from '../composer';
import type { RequestFacts } from '../composition';
import type { Contents } from '../notification-content';
import { HeldChanges } from './held-changes';
import { HeldSubscriptions } from './held-subscriptions';

/** What waits of one subscription. */
interface Held {
  readonly tenant: string;
  readonly id: string;
  readonly changes: HeldChanges;
  /** The last one that changed something. */
  request: RequestFacts;
  timer: NodeJS.Timeout;
}

/** Longer times are waited for in pieces. */
const LONGEST_WAIT_MS = 86_400_000;
const NOTE_EVERY_MS = 1_000;

/**
 * What throttling keeps back of subscriptions with `throttlingMode: last`: the latest state of each entity, sent in one
 * notification (or one for each entity, where the format takes no more) when the time is up.
 */
@Injectable()
export class HeldNotifications {
  private readonly bySubscription = new HeldSubscriptions<Held>();
  private noting: NodeJS.Timeout | undefined;
  private notedAtMs = 0;

  constructor(
    private readonly cache: SubscriptionCache,
    private readonly composer: Composer,
    private readonly acceptance: Acceptance,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  hold({ compiled, alteration }: Match, change: EntityChange, request: RequestFacts): void {
    const { tenant, subscription } = compiled;
    const key = `${tenant}/${subscription.id}`;
    let held = this.bySubscription.get(key);
    if (held === undefined) {
      const timer = this.wait(key, throttledSeconds(compiled, Date.now() / 1000));
      held = { tenant, id: subscription.id, changes: new HeldChanges(), request, timer };
      this.bySubscription.set(key, held);
      this.noteInStore();
    }
    held.request = request;
    const isAdded = this.bySubscription.change(held, (changes) => changes.add({ change, alteration }));
    if (!isAdded)
      this.log.warn(
        `Runtime Error (too many entities wait for subscription ${subscription.id}: the oldest is dropped)`,
        request.log,
      );
    if (!this.bySubscription.makeRoom())
      this.log.warn('Runtime Error (what throttling keeps back is too large: some is dropped)', request.log);
  }

  /** A notification about the entity of a change goes out: what was kept back of it is older. */
  supersede({ tenant, subscription }: CompiledSubscription, change: EntityChange): void {
    if (this.bySubscription.isEmpty) return;
    const held = this.bySubscription.get(`${tenant}/${subscription.id}`);
    if (held !== undefined) this.bySubscription.change(held, (changes) => changes.forget(change));
  }

  /** Sends all that waits, before its time: the broker stops. */
  async release(): Promise<void> {
    for (const key of this.bySubscription.keys) await this.send(key);
  }

  /** A broker that takes over after a crash sees by the time of the last notification what has not been told. */
  private noteInStore(): void {
    // All subscriptions are looked through: once for all that come within a second.
    const waitMs = Math.max(0, this.notedAtMs + NOTE_EVERY_MS - Date.now());
    this.noting ??= setTimeout(() => {
      this.noting = undefined;
      this.notedAtMs = Date.now();
      void this.cache.flush();
    }, waitMs).unref();
  }

  private wait(key: string, seconds: number): NodeJS.Timeout {
    const ms = Math.min(LONGEST_WAIT_MS, Math.ceil(seconds * 1000));
    return setTimeout(() => this.timeIsUp(key), ms).unref();
  }

  private timeIsUp(key: string): void {
    const held = this.bySubscription.get(key)!;
    const compiled = this.cache.find(held.tenant, held.id);
    // Another broker, or a notification that found the time just over, came first.
    const seconds = compiled === undefined ? 0 : throttledSeconds(compiled, Date.now() / 1000);
    if (seconds > 0) held.timer = this.wait(key, seconds);
    else void this.send(key);
  }

  private async send(key: string): Promise<void> {
    const held = this.bySubscription.take(key)!;
    clearTimeout(held.timer);
    const compiled = this.cache.find(held.tenant, held.id);
    const now = Date.now() / 1000;
    if (compiled === undefined || !isAlive(compiled, now)) return;
    try {
      const outgoings = this.written(compiled, held).map(([first, ...others]) =>
        this.composer.compose(compiled, [first, ...others], held.request),
      );
      for (const _outgoing of outgoings) noteAttempt(compiled, now);
      if (outgoings.length > 0) await this.acceptance.accept(outgoings);
    } catch (error) {
      this.log.error(
        `Runtime Error (cannot write notification of subscription ${held.id}: ${errorMessage(error)})`,
        held.request.log,
      );
    }
  }

  /** Contents of the notifications, each with at least one. */
  private written(compiled: CompiledSubscription, { changes }: Held): readonly Contents[] {
    const contents = changes
      .all()
      .flatMap(({ change, alteration }) => this.composer.select(compiled, change, alteration) ?? []);
    if (this.composer.isOnePerEntity(compiled)) return contents.map((content) => [content]);
    const [first, ...others] = contents;
    return first === undefined ? [] : [[first, ...others]];
  }
}
