import { WaitingLine, type Packing } from './waiting-line';

/** Work of one lane goes one after the other, in the order it came. */
interface Lane<T> {
  readonly key: string;
  readonly waiting: WaitingLine<T>;
  /** In the pool's ring of lanes that wait for a worker, or being worked on. */
  isBusy: boolean;
}

export interface PoolLimits {
  /** Items that may wait in the whole pool. */
  readonly capacity: number;
  /** Items that may be worked on at a time. */
  readonly workers: number;
}

/**
 * Runs work in lanes: at most one item of a lane at a time, at most `workers` items in all, lanes taking turns. A lane
 * whose work never ends holds one worker and nothing else.
 */
export class LanePool<T> {
  private readonly lanes = new Map<string, Lane<T>>();
  /** Lanes with work and no worker, longest waiting first. */
  private ready: Lane<T>[] = [];
  private waiting = 0;
  private runningCount = 0;
  private isClosed = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly limits: PoolLimits,
    /** Does one item; never rejects. */
    private readonly work: (item: T) => Promise<void>,
    private readonly packing: Packing<T>,
  ) {}

  /** Items that wait. */
  get size(): number {
    return this.waiting;
  }

  get running(): number {
    return this.runningCount;
  }

  /** @returns false when the pool is closed, or full and that matters; nothing is kept then */
  offer(key: string, item: T, evenIfFull = false): boolean {
    if (this.isClosed || (!evenIfFull && this.waiting >= this.limits.capacity)) return false;
    let lane = this.lanes.get(key);
    if (lane === undefined) {
      lane = { key, waiting: new WaitingLine(this.packing), isBusy: false };
      this.lanes.set(key, lane);
    }
    lane.waiting.push(item);
    this.waiting += 1;
    if (!lane.isBusy) {
      lane.isBusy = true;
      this.ready.push(lane);
      this.advance();
    }
    return true;
  }

  /** Resolves when nothing waits and nothing runs. */
  async whenIdle(): Promise<void> {
    if (this.waiting === 0 && this.runningCount === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Takes nothing more and forgets what waits. */
  close(): void {
    this.isClosed = true;
    this.lanes.clear();
    this.ready = [];
    this.waiting = 0;
  }

  private advance(): void {
    while (this.runningCount < this.limits.workers && this.ready.length > 0)
      void this.run(this.ready.shift()!);
  }

  private async run(lane: Lane<T>): Promise<void> {
    const item = lane.waiting.shift();
    if (item === undefined) return;
    this.waiting -= 1;
    this.runningCount += 1;
    try {
      await this.work(item);
    } finally {
      this.runningCount -= 1;
      if (this.isClosed || lane.waiting.isEmpty) {
        lane.isBusy = false;
        this.lanes.delete(lane.key);
      } else {
        this.ready.push(lane);
      }
      this.advance();
      if (this.waiting === 0 && this.runningCount === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }
}
