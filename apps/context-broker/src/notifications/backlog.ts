/** Work done in steps: each `next` is short; a promise that is yielded is waited for before the next one. Must not throw. */
export type Task = Iterator<void | Promise<void>, void, void>;

export interface BacklogLimits {
  /** Weight of the tasks that may wait before those who bring more have to. */
  readonly capacity: number;
  /** Time that steps may take in one turn of the event loop; at least one step is made. */
  readonly sliceMs: number;
}

interface Entry {
  readonly task: Task;
  readonly weight: number;
}

/** Waits until tasks of that weight, counted from the first one, are done. */
interface Waiter {
  readonly done: number;
  readonly resolve: () => void;
}

/**
 * Tasks that are done one after the other, in the order they came, in the time that the event loop has left for them: a
 * request that comes meanwhile waits for one slice, not for all of them. Whoever brings work is told when to wait.
 */
export class Backlog {
  private entries: Entry[] = [];
  /** Of the entry that is worked on. */
  private head = 0;
  private acceptedWeight = 0;
  private doneWeight = 0;
  private isScheduled = false;
  private isWaiting = false;
  private forRoom: Waiter[] = [];
  private forDone: Waiter[] = [];

  constructor(private readonly limits: BacklogLimits) {}

  /** Weight of the tasks that are not done yet. */
  get size(): number {
    return this.acceptedWeight - this.doneWeight;
  }

  /**
   * Takes a task; nothing of it is done before the caller's turn of the event loop ends.
   *
   * @returns undefined when there was room; else a promise that resolves once there is
   */
  add(task: Task, weight: number): Promise<void> | undefined {
    this.entries.push({ task, weight });
    this.acceptedWeight += weight;
    this.schedule();
    return this.room();
  }

  /** @returns undefined when there is room; else a promise that resolves once there is */
  room(): Promise<void> | undefined {
    return this.size <= this.limits.capacity
      ? undefined
      : waitFor(this.forRoom, this.acceptedWeight - this.limits.capacity);
  }

  /** @returns undefined when nothing is left to do; else a promise that resolves once all that was taken so far is done */
  settled(): Promise<void> | undefined {
    return this.size === 0 ? undefined : waitFor(this.forDone, this.acceptedWeight);
  }

  private schedule(): void {
    if (this.isScheduled || this.isWaiting) return;
    this.isScheduled = true;
    // After the turn's reading and writing: answers leave first.
    setImmediate(() => this.work());
  }

  private work(): void {
    this.isScheduled = false;
    const until = performance.now() + this.limits.sliceMs;
    do {
      const { task, weight } = this.entries[this.head]!;
      const { done, value } = task.next();
      if (value instanceof Promise) {
        this.wait(value);
        return;
      }
      if (done) this.finish(weight);
    } while (this.head < this.entries.length && performance.now() < until);
    if (this.head < this.entries.length) this.schedule();
  }

  private wait(step: Promise<void>): void {
    this.isWaiting = true;
    const goOn = () => {
      this.isWaiting = false;
      this.schedule();
    };
    step.then(goOn, goOn);
  }

  private finish(weight: number): void {
    this.head += 1;
    if (this.head === this.entries.length || this.head >= COMPACT_AT) {
      this.entries = this.entries.slice(this.head);
      this.head = 0;
    }
    this.doneWeight += weight;
    release(this.forRoom, this.doneWeight);
    release(this.forDone, this.doneWeight);
  }
}

/** Entries that are done are let go of together. */
const COMPACT_AT = 1_024;

const waitFor = (waiters: Waiter[], done: number): Promise<void> =>
  new Promise((resolve) => waiters.push({ done, resolve }));

/** Waiters stand in the order of what they wait for. */
function release(waiters: Waiter[], done: number): void {
  while (waiters.length > 0 && waiters[0]!.done <= done) waiters.shift()!.resolve();
}
