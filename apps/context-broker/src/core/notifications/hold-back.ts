/** A queue that answers may have to wait for. */
export interface Behind {
  /** Whether more waits in it than should. */
  readonly isBehind: boolean;
  /** Whether it is the target's fault: nobody waits for that. */
  readonly isStuck: boolean;
}

/** Queues that are not known to be stuck are looked at so often. */
const LOOK_MS = 50;

interface Tenant {
  readonly behind: Set<Behind>;
  waiting: (() => void)[];
}

/**
 * Says when answers to updates have to wait: while a queue of the tenant is behind whose target is alive. Queues of other
 * tenants do not matter, nor does a target that is stuck.
 */
export class HoldBack {
  private readonly tenants = new Map<string, Tenant>();
  private looking: NodeJS.Timeout | undefined;

  /** @param holdMs  the longest wait; 0: nobody waits */
  constructor(private readonly holdMs: number) {}

  /** Something was put into a queue, or left it. */
  note(tenant: string, queue: Behind): void {
    if (this.holdMs === 0) return;
    const known = this.tenants.get(tenant);
    if (!queue.isBehind) {
      if (known?.behind.delete(queue) && known.behind.size === 0) this.release(tenant, known);
      return;
    }
    if (known?.behind.has(queue) || queue.isStuck) return;
    if (known === undefined) this.tenants.set(tenant, { behind: new Set([queue]), waiting: [] });
    else known.behind.add(queue);
    this.looking ??= setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** @returns undefined when nobody has to wait; else resolves once there is room, or after the longest wait */
  room(tenant: string): Promise<void> | undefined {
    const known = this.tenants.get(tenant);
    if (known === undefined || !this.isHeld(tenant, known)) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.holdMs);
      known.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Lets everybody go. */
  close(): void {
    for (const [tenant, known] of this.tenants) this.release(tenant, known);
  }

  /** Targets get stuck without telling. */
  private look(): void {
    for (const [tenant, known] of this.tenants) this.isHeld(tenant, known);
  }

  private isHeld(tenant: string, known: Tenant): boolean {
    for (const queue of known.behind) if (queue.isStuck || !queue.isBehind) known.behind.delete(queue);
    if (known.behind.size > 0) return true;
    this.release(tenant, known);
    return false;
  }

  private release(tenant: string, { waiting }: Tenant): void {
    this.tenants.delete(tenant);
    for (const resolve of waiting) resolve();
    if (this.tenants.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }
}
