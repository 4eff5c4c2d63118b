import { TenantWork, type Task } from './tenant-work';

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
