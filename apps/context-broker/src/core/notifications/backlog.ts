/** Work done in steps: each `next` is short; a promise that is yielded is waited for before the next one. Must not throw. */
export type Task = Iterator<void | Promise<void>, void, void>;

export interface BacklogLimits {
  /** Weight of a tenant's tasks that may wait before those who bring more for this tenant have to. */
  readonly capacity: number;
  /** Weight of the tasks of all tenants that may wait; tenants with waiting tasks share it evenly. */
  readonly capacityOfAll: number;
  /** Time that steps may take in one turn of the event loop, in milliseconds; at least one step is made. */
  readonly sliceMs: number;
  /** Milliseconds of a clock that never goes back; that of the process by default. */
  readonly now?: () => number;
}

/**
 * Tasks that are done in the time that the event loop has left for them: a request that comes meanwhile waits for one slice,
 * not for all of them. Tasks of a tenant are done in the order they came. Tenants take turns: the next step is for the tenant
 * that got the least time, so that a tenant with much work does not delay the others.
 */
export class Backlog {
  /** Tenants that have tasks. */
  private readonly tenants = new Map<string, TenantWork>();
  private readonly now: () => number;
  private isScheduled = false;
  /** Time spent on the tenant whose turn was last, at its beginning: a tenant that comes back is neither ahead nor behind. */
  private clockMs = 0;

  constructor(private readonly limits: BacklogLimits) {
    this.now = limits.now ?? (() => performance.now());
  }

  /**
   * Takes a task; nothing of it is done before the caller's turn of the event loop ends.
   *
   * @returns undefined when there was room; else a promise that resolves once there is
   */
  add(tenant: string, task: Task, weight: number): Promise<void> | undefined {
    let work = this.tenants.get(tenant);
    if (work === undefined) this.tenants.set(tenant, (work = new TenantWork(tenant, this.clockMs)));
    work.add(task, weight);
    this.schedule();
    return work.room(this.share());
  }

  /** @returns undefined when there is room; else a promise that resolves once there is */
  room(tenant: string): Promise<void> | undefined {
    return this.tenants.get(tenant)?.room(this.share());
  }

  /** @returns undefined when nothing of the tenant is left to do; else resolves once all that was taken so far is done */
  settled(tenant: string): Promise<void> | undefined {
    return this.tenants.get(tenant)?.settled();
  }

  /** Resolves once all that was taken so far is done, of all tenants. */
  async allSettled(): Promise<void> {
    await Promise.all([...this.tenants.values()].flatMap((work) => work.settled() ?? []));
  }

  private share(): number {
    const { capacity, capacityOfAll } = this.limits;
    return Math.min(capacity, capacityOfAll / this.tenants.size);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // After the turn's reading and writing: answers leave first.
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.isScheduled = false;
    let now = this.now();
    const until = now + this.limits.sliceMs;
    do {
      const work = this.leastServed();
      if (work === undefined) return;
      now = this.serve(work, now, until);
    } while (now < until);
    if (this.tenants.size > 0) this.schedule();
  }

  /** Makes steps of a tenant until the slice is over, or it has to wait, or has no task any more. @returns the time */
  private serve(work: TenantWork, startMs: number, until: number): number {
    this.clockMs = work.spentMs;
    let now: number;
    let step: Promise<void> | undefined;
    do {
      step = work.step();
      now = this.now();
    } while (step === undefined && !work.isDone && now < until);
    work.spentMs += now - startMs;
    if (step !== undefined) this.wait(work, step);
    else if (work.isDone) this.tenants.delete(work.tenant);
    return now;
  }

  private leastServed(): TenantWork | undefined {
    let least: TenantWork | undefined;
    for (const work of this.tenants.values())
      if (!work.isWaiting && (least === undefined || work.spentMs < least.spentMs)) least = work;
    return least;
  }

  private wait(work: TenantWork, step: Promise<void>): void {
    work.isWaiting = true;
    const goOn = () => {
      work.isWaiting = false;
      this.schedule();
    };
    step.then(goOn, goOn);
  }
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

/** Entries that are done are let go of together. */
const COMPACT_AT = 1_024;

/** Tasks of one tenant, done one after the other in the order they came. */
class TenantWork {
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
