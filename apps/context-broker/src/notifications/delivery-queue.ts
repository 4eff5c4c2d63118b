import { setTimeout as delay } from 'node:timers/promises';
import type { FlowControl, NotificationMode } from '../cli/notification-mode';
import type { Delivery } from './delivery';
import { LanePool } from './lane-pool';
import type { Outgoing } from './outgoing';
import { QueueStatistics } from './queue-statistics';
import type { Packing } from './waiting-line';

export interface DeliveryQueueOptions {
  readonly mode: NotificationMode;
  /** Notifications that may wait for one target, where the mode sets no queue of its own. */
  readonly capacityPerTarget: number;
  /** Notifications that may be on their way to one target, where the mode sets no workers. */
  readonly workersPerTarget: number;
  readonly flowControl: FlowControl | undefined;
}

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
 * Where notifications wait until they are delivered. `-notificationMode threadpool` has one queue with its workers, or one
 * for a service that names its own, with statistics; the other modes have one for each target. Whatever the mode,
 * notifications of one subscription go out one after the other, in order. What finds its queue full is dropped.
 */
export class DeliveryQueue {
  readonly statistics = new QueueStatistics();
  private readonly pools = new Map<string, LanePool<Queued>>();
  private readonly isPooled: boolean;
  private waitingSize = 0;

  constructor(
    private readonly options: DeliveryQueueOptions,
    private readonly delivery: Delivery,
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

  /** @returns false when the queue is full: the notification is dropped */
  offer(outgoing: Outgoing): boolean {
    return this.take(outgoing, false);
  }

  /** Takes what was accepted before a restart, even if the queue is full: it had its place before. */
  restore(outgoing: Outgoing): void {
    this.take(outgoing, true);
  }

  /**
   * Flow control: how far the queue of a service has to come down before a request is answered. Ask before its
   * notifications are offered.
   *
   * @param notifications  how many the request causes; with a gauge of 1 all of them must have left the queue, with 0 none
   * @returns              undefined without flow control
   */
  targetSize(service: string, notifications: number): number | undefined {
    const { flowControl } = this.options;
    return flowControl && this.sizeFor(service) + (1 - flowControl.gauge) * notifications;
  }

  /** Waits until the queue has come down to a {@link targetSize}, in steps, at most for the configured time. */
  async comeDown(service: string, size: number): Promise<void> {
    const { flowControl } = this.options;
    if (flowControl === undefined) return;
    const deadline = performance.now() + flowControl.maxIntervalMs;
    while (this.sizeFor(service) > size && performance.now() < deadline)
      await delay(Math.max(1, flowControl.stepDelayMs));
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
    await this.delivery.close();
    return size;
  }

  private take(outgoing: Outgoing, evenIfFull: boolean): boolean {
    if (this.isPooled) this.statistics.noteIn();
    const { tenant, subscriptionId, body } = outgoing;
    const hasRoom = evenIfFull || this.waitingSize + body.length <= MAX_WAITING_SIZE;
    const isTaken =
      hasRoom &&
      this.poolOf(outgoing).offer(
        `${tenant}/${subscriptionId}`,
        { outgoing, queuedAtMs: this.isPooled ? performance.now() : 0 },
        evenIfFull,
      );
    if (isTaken) this.waitingSize += body.length;
    else if (this.isPooled) this.statistics.noteReject();
    return isTaken;
  }

  private async deliver({ outgoing, queuedAtMs }: Queued): Promise<void> {
    this.waitingSize -= outgoing.body.length;
    if (this.isPooled) this.statistics.noteOut(performance.now() - queuedAtMs);
    const result = await this.delivery.deliver(outgoing);
    if (this.isPooled && result !== undefined) this.statistics.noteSent(result.kind === 'answered');
  }

  /** Notifications that wait in the queue of a service: with `threadpool` its own or the default one, else all. */
  private sizeFor(service: string): number {
    const { mode } = this.options;
    if (mode.kind !== 'threadpool') return this.size;
    return this.pools.get(mode.byService.has(service) ? service : '')?.size ?? 0;
  }

  private poolOf(outgoing: Outgoing): LanePool<Queued> {
    const { mode, capacityPerTarget, workersPerTarget } = this.options;
    if (mode.kind !== 'threadpool')
      return this.poolNamed(this.delivery.targetOf(outgoing), capacityPerTarget, workersPerTarget);
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
