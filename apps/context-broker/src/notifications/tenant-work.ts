/** Work done in steps: each `next` is short; a promise that is yielded is waited for before the next one. Must not throw. */
export type Task = Iterator<void | Promise<void>, void, void>;

interface Entry {
  readonly task: Task;
  readonly weight: number;
}

/** Waits until tasks of that weight, counted from the first one, are done. */
interface Waiter {
  readonly done: number;
  readonly resolve: () => void;
}

/** Entries that are done are let go of together. */
const COMPACT_AT = 1_024;

/** Tasks of one tenant, done one after the other in the order they came. */
export class TenantWork {
  /** A step has yielded a promise that is not settled yet. */
  isWaiting = false;
  private entries: Entry[] = [];
  /** Index of the entry that is worked on. */
  private head = 0;
  private acceptedWeight = 0;
  private doneWeight = 0;
  private forRoom: Waiter[] = [];
  private forDone: Waiter[] = [];

  /** @param spentMs  time that counts as spent before the first step, in milliseconds */
  constructor(
    readonly tenant: string,
    public spentMs: number,
  ) {}

  get isDone(): boolean {
    return this.head === this.entries.length;
  }

  add(task: Task, weight: number): void {
    this.entries.push({ task, weight });
    this.acceptedWeight += weight;
  }

  /** Does one step of the first task; there must be one. @returns a promise that has to settle before the next step */
  step(): Promise<void> | undefined {
    const { task, weight } = this.entries[this.head]!;
    const { done, value } = task.next();
    if (value instanceof Promise) return value;
    if (done) this.finish(weight);
    return undefined;
  }

  /** @returns undefined when no more than `capacity` waits; else a promise that resolves once that is so */
  room(capacity: number): Promise<void> | undefined {
    return this.acceptedWeight - this.doneWeight <= capacity
      ? undefined
      : waitFor(this.forRoom, this.acceptedWeight - capacity);
  }

  /** @returns undefined when nothing is left to do; else a promise that resolves once all that was taken so far is done */
  settled(): Promise<void> | undefined {
    return this.isDone ? undefined : waitFor(this.forDone, this.acceptedWeight);
  }

  private finish(weight: number): void {
    this.head += 1;
    if (this.isDone || this.head >= COMPACT_AT) {
      this.entries = this.entries.slice(this.head);
      this.head = 0;
    }
    this.doneWeight += weight;
    release(this.forRoom, this.doneWeight);
    release(this.forDone, this.doneWeight);
  }
}

/** Keeps the waiters in the order of what they wait for: the bound of room may have changed between two of them. */
function waitFor(waiters: Waiter[], done: number): Promise<void> {
  return new Promise((resolve) => {
    let at = waiters.length;
    while (at > 0 && waiters[at - 1]!.done > done) at -= 1;
    waiters.splice(at, 0, { done, resolve });
  });
}

function release(waiters: Waiter[], done: number): void {
  while (waiters.length > 0 && waiters[0]!.done <= done) waiters.shift()!.resolve();
}
