import { WaitingLine, type Packing } from './waiting-line';

/** Work of one lane goes one after the other, in the order it came: it is being worked on, or in the pool's ring. */
interface Lane<T> {
  readonly key: string;
  /** Behind what is worked on; absent as long as nothing had to wait. */
  waiting?: WaitingLine<T>;
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
    const lane = this.lanes.get(key);
    if (lane !== undefined) this.line(lane, item);
    else this.open(key, item);
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

  /** What finds a worker free waits for nobody. */
  private open(key: string, item: T): void {
    const lane: Lane<T> = { key };
    this.lanes.set(key, lane);
    if (this.runningCount < this.limits.workers) return void this.run(lane, item);
    this.line(lane, item);
    this.ready.push(lane);
  }

  private line(lane: Lane<T>, item: T): void {
    lane.waiting ??= new WaitingLine(this.packing);
    lane.waiting.push(item);
    this.waiting += 1;
  }

  private advance(): void {
    while (this.runningCount < this.limits.workers && this.ready.length > 0) {
      const lane = this.ready.shift()!;
      this.waiting -= 1;
      void this.run(lane, lane.waiting!.shift()!);
    }
  }

  private async run(lane: Lane<T>, item: T): Promise<void> {
    this.runningCount += 1;
    try {
      await this.work(item);
    } finally {
      this.runningCount -= 1;
      if (this.isClosed || lane.waiting === undefined || lane.waiting.isEmpty) this.lanes.delete(lane.key);
      else this.ready.push(lane);
      this.advance();
      if (this.waiting === 0 && this.runningCount === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }
}
