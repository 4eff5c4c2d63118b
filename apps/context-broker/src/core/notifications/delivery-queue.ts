import { setTimeout as delay } from 'node:timers/promises';
import type { Tracing } from '@smart-city/telemetry';
import type { Channel, SendResult } from './channels/channel';
import type { Channels } from './channels/channels';
import type { DeliveryListeners, DeliveryOptions } from './delivery-options';
import { HoldBack } from './hold-back';
import type { Packing } from './lane-pool';
import type { Outgoing } from './outgoing';
import { QueueStatistics } from './queue-statistics';
import { waitBeforeRetry } from './retries';
import { TargetHealth, TargetQueue } from './target-queue';
import { TenantLoads } from './tenant-load';
import { tracedAttempt } from './traced-attempt';

/** One notification that waits. */
interface Queued {
  readonly outgoing: Outgoing;
  /** `performance.now()` when it was queued. */
  readonly queuedAtMs: number;
  /** Made so far. */
  attempts: number;
}

/** Notifications are plain data. */
const AS_JSON: Packing<Queued> = {
  pack: (queued) => JSON.stringify(queued),
  unpack: (text) => JSON.parse(text) as Queued,
};

const MAX_IDLE_QUEUES = 1_000;
/** What a notification takes besides its body, in characters. */
const FIXED_SIZE = 500;
/** Notifications that were kept before they named their entities go one after the other. */
const NO_ENTITIES = [''] as const;

/**
 * Where notifications wait until they are delivered, again and again as far as the options say. `-notificationMode
 * threadpool` has one queue with its workers, or one for a service that names its own, with statistics; the other modes have
 * one for each tenant and target. Whatever the mode, notifications of one subscription about one entity go out one after the
 * other, in order. What finds its queue full is dropped; a queue whose target is alive is never full, but has answers wait.
 */
export class DeliveryQueue {
  readonly statistics = new QueueStatistics();
  private readonly queues = new Map<string, TargetQueue<Queued>>();
  private readonly isPooled: boolean;
  private readonly loads = new TenantLoads();
  /** Says which tenants' updates are answered later, because delivery falls behind. */
  readonly holdBack: HoldBack;

  constructor(
    private readonly options: DeliveryOptions,
    private readonly channels: Channels,
    private readonly listeners: DeliveryListeners,
    private readonly tracing?: Tracing,
  ) {
    this.isPooled = options.mode.kind === 'threadpool';
    this.holdBack = new HoldBack(this.isPooled ? 0 : options.holdMs);
  }

  /** Notifications that wait, in all. */
  get size(): number {
    let size = 0;
    for (const { pool } of this.queues.values()) size += pool.size;
    return size;
  }

  /** Queue lengths by target or service, those that are empty left out. */
  get sizes(): ReadonlyMap<string, number> {
    const sizes = new Map<string, number>();
    for (const { name, pool } of this.queues.values())
      if (pool.size > 0) sizes.set(name, (sizes.get(name) ?? 0) + pool.size);
    return sizes;
  }

  /** Notifications that wait in the queue of a service: with `threadpool` its own or the default one, else all. */
  sizeFor(service: string): number {
    const { mode } = this.options;
    if (mode.kind !== 'threadpool') return this.size;
    return this.queues.get(mode.byService.has(service) ? service : '')?.pool.size ?? 0;
  }

  /**
   * @param isRestored  accepted before a restart: it is taken even if the queue is full, since it had its place before
   * @returns           false when the queue is full: the notification is dropped
   * @throws NoSuchChannel  for a notification of a channel that is gone: nothing is queued
   */
  offer(outgoing: Outgoing, isRestored = false): boolean {
    const { tenant, subscriptionId, entities = NO_ENTITIES } = outgoing;
    const size = sizeOf(outgoing);
    const queue = this.queueOf(outgoing);
    if (this.isPooled) this.statistics.noteIn();
    const isTaken = isRestored || (!queue.isFull && this.loads.take(tenant, size));
    if (!isTaken) {
      if (this.isPooled) this.statistics.noteReject();
      return false;
    }
    if (isRestored) this.loads.add(tenant, size);
    queue.size += size;
    const queuedAtMs = this.isPooled ? performance.now() : 0;
    queue.pool.offer(`${tenant}/${subscriptionId}`, entities, { outgoing, queuedAtMs, attempts: 0 });
    if (queue.isBehind) this.holdBack.note(tenant, queue);
    return true;
  }

  /**
   * Delivers on for a limited while, then gives up.
   *
   * @returns how many notifications still waited, or were sent and had no answer yet
   */
  async stop(drainMs: number): Promise<number> {
    const idle = Promise.all([...this.queues.values()].map(({ pool }) => pool.whenIdle()));
    await Promise.race([idle, delay(drainMs, undefined, { ref: false })]);
    let left = 0;
    for (const { pool } of this.queues.values()) {
      left += pool.size + pool.running;
      pool.close();
    }
    this.holdBack.close();
    await this.channels.close();
    return left;
  }

  /** One attempt. Never rejects. @returns milliseconds after which another one is to be made; undefined for none */
  private async deliver(queued: Queued, queue: TargetQueue<Queued>): Promise<number | undefined> {
    const { outgoing } = queued;
    const load = this.loads.of(outgoing.tenant);
    if (this.isPooled && queued.attempts === 0)
      this.statistics.noteOut(performance.now() - queued.queuedAtMs);
    const startedAtMs = Date.now();
    load.underWay += 1;
    queue.health?.started();
    const result = await this.attempt(outgoing);
    // Where nobody listens there is nobody to wait for.
    queue.health?.ended(result.kind === 'answered' || result.hasReceiver === false);
    load.underWay -= 1;
    queued.attempts += 1;
    this.listeners.attempted?.(outgoing, result, startedAtMs);
    const waitMs = waitBeforeRetry(queued.attempts, result, this.options.retry);
    if (waitMs !== undefined) return waitMs;
    this.listeners.settled(outgoing, result, queued.attempts);
    if (this.isPooled) this.statistics.noteSent(result.kind === 'answered');
    this.leave(outgoing, queue);
    return undefined;
  }

  private leave(outgoing: Outgoing, queue: TargetQueue<Queued>): void {
    const size = sizeOf(outgoing);
    queue.size -= size;
    this.loads.giveBack(outgoing.tenant, size);
    this.holdBack.note(outgoing.tenant, queue);
  }

  private attempt(outgoing: Outgoing): Promise<SendResult> {
    const channel = this.channelOf(outgoing);
    return this.tracing === undefined && outgoing.trace === undefined
      ? channel.send(outgoing)
      : tracedAttempt(outgoing, channel, this.tracing);
  }

  /** @throws NoSuchChannel for a notification of a channel that is gone */
  private channelOf(outgoing: Outgoing): Channel {
    return this.channels.byName.get(outgoing.kind) ?? this.channels.of(outgoing);
  }

  private queueOf(outgoing: Outgoing): TargetQueue<Queued> {
    const { mode, capacityPerTarget: capacity, workersPerTarget: workers, parallel, holdMs } = this.options;
    // Whatever the mode: a delivery must not find out that there is none.
    const channel = this.channelOf(outgoing);
    const { tenant } = outgoing;
    if (mode.kind !== 'threadpool') {
      const target = channel.targetOf(outgoing);
      const key = `${tenant} ${target}`;
      const known = this.queues.get(key);
      if (known !== undefined) return known;
      const perGroup = () => (this.loads.isCrowded(tenant) ? 1 : parallel);
      return this.open(key, target, { capacity, workers, perGroup, holdMs }, new TargetHealth());
    }
    const own = mode.byService.get(outgoing.service);
    const name = own === undefined ? '' : outgoing.service;
    const { queueSize, workers: threads } = own ?? mode.default;
    const limits = { capacity: queueSize, workers: threads, perGroup: () => parallel, holdMs: 0 };
    return this.queues.get(name) ?? this.open(name, name, limits, undefined);
  }

  private open(
    key: string,
    name: string,
    limits: ConstructorParameters<typeof TargetQueue<Queued>>[1],
    health: TargetHealth | undefined,
  ): TargetQueue<Queued> {
    // Targets come and go with custom URLs: those that have nothing to do are forgotten.
    if (this.queues.size >= MAX_IDLE_QUEUES) this.forgetIdle();
    const queue = new TargetQueue<Queued>(
      name,
      limits,
      (queued, from) => this.deliver(queued, from),
      AS_JSON,
      health,
    );
    this.queues.set(key, queue);
    return queue;
  }

  private forgetIdle(): void {
    for (const [key, queue] of this.queues) if (queue.isIdle) this.queues.delete(key);
  }
}

const sizeOf = ({ body }: Outgoing): number => FIXED_SIZE + body.length;
