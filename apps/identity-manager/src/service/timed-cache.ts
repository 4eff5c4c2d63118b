interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * Answers from memory for a short, stated time. What this process changes it forgets at once (`clear`); what another
 * process changes is seen when the entry is too old, at the latest after `maxAgeMs`.
 */
export class TimedCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private generation = 0;

  constructor(
    private readonly maxAgeMs: number,
    private readonly maxEntries = 20_000,
  ) {}

  /** The remembered value, or the loaded one. A load that began before a `clear` is not remembered. */
  async get(key: string, load: () => Promise<V>): Promise<V> {
    const found = this.peek(key);
    if (found !== undefined) return found;
    const generation = this.generation;
    const value = await load();
    if (generation === this.generation) this.remember(key, value);
    return value;
  }

  /** The remembered value without waiting for a promise: the hot path asks this first. */
  peek(key: string): V | undefined {
    const found = this.entries.get(key);
    if (!found) return undefined;
    if (found.until > performance.now()) return found.value;
    this.entries.delete(key);
    return undefined;
  }

  remember(key: string, value: V): void {
    if (this.maxAgeMs === 0) return;
    // The oldest entry leaves first; all live equally long, so it is also the first to expire.
    if (this.entries.size >= this.maxEntries) {
      const oldest = this.entries.keys().next().value;
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(key, { value, until: performance.now() + this.maxAgeMs });
  }

  /** Forgets one entry, also one that is being loaded just now. */
  forget(key: string): void {
    this.generation++;
    this.entries.delete(key);
  }

  /** Forgets the entries that are concerned, also those that are being loaded just now. */
  forgetWhere(isConcerned: (key: string, value: V) => boolean): void {
    this.generation++;
    for (const [key, { value }] of this.entries) if (isConcerned(key, value)) this.entries.delete(key);
  }

  clear(): void {
    this.generation++;
    this.entries.clear();
  }
}

/** Makes caches that remember as long as the settings say. */
export class Caches {
  constructor(private readonly maxAgeMs: number) {}

  create<V>(): TimedCache<V> {
    return new TimedCache<V>(this.maxAgeMs);
  }
}
