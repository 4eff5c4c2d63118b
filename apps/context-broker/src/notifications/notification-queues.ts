import type { NotificationMode } from '../cli/notification-mode';
import { LanePool } from './lane-pool';
import { targetOf, type Outgoing } from './outgoing';
import type { QueueStatistics } from './queue-statistics';

export interface QueueOptions {
  readonly mode: NotificationMode;
  /** Notifications that may wait for one target, where the mode sets no queue of its own. */
  readonly capacityPerTarget: number;
  /** Notifications that may be on their way to one target, where the mode sets no workers. */
  readonly workersPerTarget: number;
}

/** One notification in a queue. */
export interface Queued {
  readonly outgoing: Outgoing;
  /** `performance.now()` when it was queued. */
  readonly queuedAtMs: number;
  /** Whether it waits in a queue of `-notificationMode threadpool`, which has its own statistics. */
  readonly isPooled: boolean;
}

/**
 * Where notifications wait (spec section 9.3). `threadpool` has one queue with its workers, or one for a service that
 * names its own; the other modes have one for each target. Whatever the mode, notifications of one subscription go out
 * one after the other, in order. What finds its queue full is dropped.
 */
export class NotificationQueues {
  readonly #pools = new Map<string, LanePool<Queued>>();
  #waitingSize = 0;
  readonly #send: (queued: Queued) => Promise<void>;

  constructor(
    private readonly options: QueueOptions,
    private readonly statistics: QueueStatistics,
    send: (outgoing: Outgoing) => Promise<void>,
  ) {
    this.#send = async (queued) => {
      this.#waitingSize -= queued.outgoing.body.length;
      if (queued.isPooled) this.statistics.noteOut(performance.now() - queued.queuedAtMs);
      await send(queued.outgoing);
    };
  }

  /** Notifications that wait, in all. */
  get size(): number {
    let size = 0;
    for (const pool of this.#pools.values()) size += pool.size;
    return size;
  }

  /** Notifications that wait in the queue of a tenant: with `threadpool` its own or the default one, else all. */
  sizeFor(tenant: string): number {
    const { mode } = this.options;
    if (mode.kind !== 'threadpool') return this.size;
    return this.#pools.get(mode.byService.has(tenant) ? tenant : '')?.size ?? 0;
  }

  /** Queue lengths by target or service, those that are empty left out. */
  get sizes(): ReadonlyMap<string, number> {
    return new Map(
      [...this.#pools].map(([name, pool]) => [name, pool.size] as const).filter(([, size]) => size > 0),
    );
  }

  /** @returns false when the queue is full: the notification is dropped */
  offer(outgoing: Outgoing): boolean {
    return this.#take(outgoing, false);
  }

  /** Takes what was accepted before a restart, even if the queue is full: it had its place before. */
  restore(outgoing: Outgoing): void {
    this.#take(outgoing, true);
  }

  #take(outgoing: Outgoing, evenIfFull: boolean): boolean {
    const isPooled = this.options.mode.kind === 'threadpool';
    if (isPooled) this.statistics.noteIn();
    const queued = { outgoing, queuedAtMs: performance.now(), isPooled };
    const lane = `${outgoing.tenant}/${outgoing.subscriptionId}`;
    const hasRoom = evenIfFull || this.#waitingSize + outgoing.body.length <= MAX_WAITING_SIZE;
    const isTaken = hasRoom && this.#pool(outgoing).offer(lane, queued, evenIfFull);
    if (isTaken) this.#waitingSize += outgoing.body.length;
    else if (isPooled) this.statistics.noteReject();
    return isTaken;
  }

  async whenIdle(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.whenIdle()));
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #pool(outgoing: Outgoing): LanePool<Queued> {
    const { mode, capacityPerTarget, workersPerTarget } = this.options;
    if (mode.kind === 'threadpool') {
      const own = mode.byService.get(outgoing.tenant);
      const { queueSize, workers } = own ?? mode.default;
      return this.#poolNamed(own === undefined ? '' : outgoing.tenant, queueSize, workers);
    }
    return this.#poolNamed(targetOf(outgoing), capacityPerTarget, workersPerTarget);
  }

  #poolNamed(name: string, capacity: number, workers: number): LanePool<Queued> {
    let pool = this.#pools.get(name);
    if (pool === undefined) {
      // Targets come and go with custom URLs: those that have nothing to do are forgotten.
      if (this.#pools.size >= MAX_IDLE_POOLS) this.#forgetIdle();
      pool = new LanePool({ capacity, workers }, this.#send);
      this.#pools.set(name, pool);
    }
    return pool;
  }

  #forgetIdle(): void {
    for (const [name, pool] of this.#pools)
      if (pool.size === 0 && pool.running === 0) this.#pools.delete(name);
  }
}

const MAX_IDLE_POOLS = 1_000;
/** Characters of all bodies that wait: large ones must not eat the memory that the queue lengths seem to allow. */
const MAX_WAITING_SIZE = 268_435_456;
