import { setTimeout as delay } from 'node:timers/promises';
import type { Tracing } from '@smart-city/telemetry';
import type { Channel, SendResult } from './channels/channel';
import type { Channels } from './channels/channels';
import type { DeliveryListeners, DeliveryOptions } from './delivery-options';
import { LanePool } from './lane-pool';
import type { Outgoing } from './outgoing';
import { QueueStatistics } from './queue-statistics';
import { waitBeforeRetry } from './retries';
import { tracedAttempt } from './traced-attempt';
import type { Packing } from './waiting-line';

/** One notification that waits. */
interface Queued {
  readonly outgoing: Outgoing;
  /** `performance.now()` when it was queued. */
  readonly queuedAtMs: number;
}

/** Notifications are plain data. */
const AS_JSON: Packing<Queued> = {
  pack: (queued) => JSON.stringify(queued),
  unpack: (text) => JSON.parse(text) as Queued,
};

const MAX_IDLE_POOLS = 1_000;
/** Characters of all bodies that wait: large ones must not eat the memory that the queue lengths seem to allow. */
const MAX_WAITING_SIZE = 268_435_456;

/**
 * Where notifications wait until they are delivered, again and again as far as the options say. `-notificationMode
 * threadpool` has one queue with its workers, or one for a service that names its own, with statistics; the other modes have
 * one for each target. Whatever the mode, notifications of one subscription go out one after the other, in order. What finds
 * its queue full is dropped.
 */
export class DeliveryQueue {
  readonly statistics = new QueueStatistics();
  private readonly pools = new Map<string, LanePool<Queued>>();
  private readonly isPooled: boolean;
  private readonly stopping = new AbortController();
  private waitingSize = 0;

  constructor(
    private readonly options: DeliveryOptions,
    private readonly channels: Channels,
    private readonly listeners: DeliveryListeners,
    private readonly tracing?: Tracing,
  ) {
    this.isPooled = options.mode.kind === 'threadpool';
  }

  /** Notifications that wait, in all. */
  get size(): number {
    let size = 0;
    for (const pool of this.pools.values()) size += pool.size;
    return size;
  }

  /** Queue lengths by target or service, those that are empty left out. */
  get sizes(): ReadonlyMap<string, number> {
    return new Map(
      [...this.pools].map(([name, pool]) => [name, pool.size] as const).filter(([, size]) => size > 0),
    );
  }

  /** Notifications that wait in the queue of a service: with `threadpool` its own or the default one, else all. */
  sizeFor(service: string): number {
    const { mode } = this.options;
    if (mode.kind !== 'threadpool') return this.size;
    return this.pools.get(mode.byService.has(service) ? service : '')?.size ?? 0;
  }

  /**
   * @param isRestored  accepted before a restart: it is taken even if the queue is full, since it had its place before
   * @returns           false when the queue is full: the notification is dropped
   * @throws NoSuchChannel  for a notification of a channel that is gone: nothing is queued
   */
  offer(outgoing: Outgoing, isRestored = false): boolean {
    const { tenant, subscriptionId, body } = outgoing;
    const pool = this.poolOf(outgoing);
    if (this.isPooled) this.statistics.noteIn();
    const queued = { outgoing, queuedAtMs: this.isPooled ? performance.now() : 0 };
    this.waitingSize += body.length;
    const isTaken =
      (isRestored || this.waitingSize <= MAX_WAITING_SIZE) &&
      pool.offer(`${tenant}/${subscriptionId}`, queued, isRestored);
    if (isTaken) return true;
    this.waitingSize -= body.length;
    if (this.isPooled) this.statistics.noteReject();
    return false;
  }

  /**
   * Delivers on for a limited while, then gives up what still waits.
   *
   * @returns how many notifications still waited
   */
  async stop(drainMs: number): Promise<number> {
    const idle = Promise.all([...this.pools.values()].map((pool) => pool.whenIdle()));
    await Promise.race([idle, delay(drainMs, undefined, { ref: false })]);
    const { size } = this;
    for (const pool of this.pools.values()) pool.close();
    this.stopping.abort();
    await this.channels.close();
    return size;
  }

  /** Never rejects. */
  private async deliver({ outgoing, queuedAtMs }: Queued): Promise<void> {
    this.waitingSize -= outgoing.body.length;
    if (this.isPooled) this.statistics.noteOut(performance.now() - queuedAtMs);
    for (let attempts = 1; ; attempts++) {
      const startedAtMs = Date.now();
      const result = await this.attempt(outgoing);
      this.listeners.attempted?.(outgoing, result, startedAtMs);
      const waitMs = waitBeforeRetry(attempts, result, this.options.retry);
      if (waitMs === undefined) {
        this.listeners.settled(outgoing, result, attempts);
        if (this.isPooled) this.statistics.noteSent(result.kind === 'answered');
        return;
      }
      if (!(await this.pause(waitMs))) return;
    }
  }

  private attempt(outgoing: Outgoing): Promise<SendResult> {
    const channel = this.channelOf(outgoing);
    return this.tracing === undefined && outgoing.trace === undefined
      ? channel.send(outgoing)
      : tracedAttempt(outgoing, channel, this.tracing);
  }

  /** @returns false when the broker stops meanwhile */
  private pause(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.stopping.signal }).catch(() => false);
  }

  /** @throws NoSuchChannel for a notification of a channel that is gone */
  private channelOf(outgoing: Outgoing): Channel {
    return this.channels.byName.get(outgoing.kind) ?? this.channels.of(outgoing);
  }

  private poolOf(outgoing: Outgoing): LanePool<Queued> {
    const { mode, capacityPerTarget, workersPerTarget } = this.options;
    // Whatever the mode: a delivery must not find out that there is none.
    const channel = this.channelOf(outgoing);
    if (mode.kind !== 'threadpool') {
      const target = channel.targetOf(outgoing);
      return this.poolNamed(target, capacityPerTarget, workersPerTarget);
    }
    const own = mode.byService.get(outgoing.service);
    const { queueSize, workers } = own ?? mode.default;
    return this.poolNamed(own === undefined ? '' : outgoing.service, queueSize, workers);
  }

  private poolNamed(name: string, capacity: number, workers: number): LanePool<Queued> {
    let pool = this.pools.get(name);
    if (pool === undefined) {
      // Targets come and go with custom URLs: those that have nothing to do are forgotten.
      if (this.pools.size >= MAX_IDLE_POOLS) this.forgetIdle();
      pool = new LanePool({ capacity, workers }, (queued) => this.deliver(queued), AS_JSON);
      this.pools.set(name, pool);
    }
    return pool;
  }

  private forgetIdle(): void {
    for (const [name, pool] of this.pools) if (pool.size === 0 && pool.running === 0) this.pools.delete(name);
  }
}
