import type { Behind } from './hold-back';
import { LanePool, type Packing } from './lane-pool';

/** Attempts without an answer, one after the other, that make a target one that is down. */
const FAILURES_OF_DOWN = 10;

/** What attempts say of the target they go to. */
export class TargetHealth {
  /** Without an answer in between. */
  private failures = 0;
  private underWay = 0;
  /** Time of the last answer, or of the first attempt that waits for one. */
  private quietSinceMs = 0;

  /** @param now  milliseconds on a clock that only goes forward */
  constructor(private readonly now = () => performance.now()) {}

  /** Whether no answer came for several attempts. */
  get isDown(): boolean {
    return this.failures >= FAILURES_OF_DOWN;
  }

  started(): void {
    if (this.underWay === 0 && this.failures === 0) this.quietSinceMs = this.now();
    this.underWay += 1;
  }

  /** @param isAnswered  whatever the answer says */
  ended(isAnswered: boolean): void {
    this.underWay -= 1;
    if (isAnswered) {
      this.failures = 0;
      this.quietSinceMs = this.now();
    } else this.failures += 1;
  }

  /** Whether it is down, or has kept its attempts waiting without any answer for so long. */
  isStuck(ms: number): boolean {
    if (this.isDown) return true;
    const isExpected = this.underWay > 0 || this.failures > 0;
    return isExpected && this.now() - this.quietSinceMs > ms;
  }
}

/** Characters that may wait for one target before answers wait. */
const MOST_SIZE = 16_777_216;

/** What waits for one target, or in one queue of `threadpool`, and how the target is. */
export class TargetQueue<T> implements Behind {
  readonly pool: LanePool<T>;
  /** Characters that are not settled. */
  size = 0;

  constructor(
    /** For metrics. */
    readonly name: string,
    private readonly limits: {
      readonly capacity: number;
      readonly workers: number;
      readonly perGroup: () => number;
      readonly holdMs: number;
    },
    work: (item: T, queue: TargetQueue<T>) => Promise<number | undefined>,
    packing: Packing<T>,
    /** Undefined for a queue of several targets. */
    readonly health: TargetHealth | undefined,
  ) {
    this.pool = new LanePool(limits, (item) => work(item, this), packing, health);
  }

  /** Half of what may wait is left for what comes before somebody has to wait. */
  get isBehind(): boolean {
    return this.pool.size * 2 > this.limits.capacity || this.size > MOST_SIZE;
  }

  get isStuck(): boolean {
    return this.health?.isStuck(this.limits.holdMs) ?? true;
  }

  /** Whether what comes is dropped: a target that is alive has more, since those who bring it wait. */
  get isFull(): boolean {
    const isFull = this.pool.size >= this.limits.capacity || this.size > MOST_SIZE;
    return isFull && (this.limits.holdMs === 0 || this.isStuck);
  }

  get isIdle(): boolean {
    return this.pool.size === 0 && this.pool.running === 0;
  }
}
