interface Kept<T> {
  readonly connection: T;
  lastUsedMs: number;
}

/** Connections by name. One that was not used for longer than `maxAgeMs` is closed; negative means never. */
export class KeptConnections<T> {
  private readonly byName = new Map<string, Kept<T>>();
  private readonly sweeper: NodeJS.Timeout;

  /** @param close  lets go of a connection; never rejects, also for one that is broken */
  constructor(
    private readonly maxAgeMs: number,
    private readonly close: (connection: T) => Promise<void>,
    sweepMs: number,
  ) {
    this.sweeper = setInterval(() => this.closeUnused(), sweepMs);
    this.sweeper.unref();
  }

  /** Counts as a use. */
  find(name: string): T | undefined {
    const kept = this.byName.get(name);
    if (kept === undefined) return undefined;
    kept.lastUsedMs = Date.now();
    return kept.connection;
  }

  keep(name: string, connection: T): void {
    this.byName.set(name, { connection, lastUsedMs: Date.now() });
  }

  /** Lets go of a connection that has ended by itself, unless another took its name. */
  forget(name: string, connection: T): void {
    if (this.byName.get(name)?.connection === connection) this.byName.delete(name);
  }

  async drop(name: string): Promise<void> {
    const kept = this.byName.get(name);
    if (kept === undefined) return;
    this.byName.delete(name);
    await this.close(kept.connection);
  }

  /** As {@link drop}, unless another took its name: one that failed many at once is dropped once. */
  async dropIf(name: string, connection: T): Promise<void> {
    if (this.byName.get(name)?.connection === connection) await this.drop(name);
  }

  async closeAll(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.all([...this.byName.keys()].map((name) => this.drop(name)));
  }

  private closeUnused(): void {
    if (this.maxAgeMs < 0) return;
    for (const [name, { lastUsedMs }] of this.byName)
      if (Date.now() - lastUsedMs > this.maxAgeMs) void this.drop(name);
  }
}
