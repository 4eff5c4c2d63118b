import QuickLru from 'quick-lru';

/**
 * Answers from memory for a short, stated time. What this process changes it forgets at once (`forget`); what another
 * process changes is seen when the entry is too old, at the latest after `maxAgeMs`, of the wall clock as the lives of tokens are.
 *
 * `get` gives what is remembered, without waiting for a promise: the hot paths ask it first, and `load` when it has nothing. Of
 * all that ask for one entry at the same time one loads it: else an entry that gets too old would send every request of a busy
 * moment to the database.
 */
export class TimedCache<V> extends QuickLru<string, V> {
  private generation = 0;
  /** Under way, since nothing was forgotten. */
  private readonly loads = new Map<string, Promise<V>>();

  /** @param maxAgeMs  0 to remember nothing */
  constructor(
    private readonly maxAgeMs: number,
    maxEntries = 20_000,
  ) {
    // The library keeps two generations of that size.
    super({ maxSize: Math.ceil(maxEntries / 2), ...(maxAgeMs > 0 && { maxAge: maxAgeMs }) });
  }

  /**
   * The remembered value, or the loaded one. A load that began before something was forgotten is not remembered, and given to
   * nobody who asks after that.
   */
  load(key: string, load: () => Promise<V>): Promise<V> {
    const found = this.get(key);
    if (found !== undefined) return Promise.resolve(found);
    if (this.maxAgeMs === 0) return load();
    let loading = this.loads.get(key);
    if (!loading) this.loads.set(key, (loading = this.loadNow(key, load)));
    return loading;
  }

  override set(key: string, value: V): this {
    return this.maxAgeMs === 0 ? this : super.set(key, value);
  }

  /** Forgets one entry, also one that is being loaded just now. */
  forget(key: string): void {
    this.leaveLoads();
    this.delete(key);
  }

  /** Forgets the entries that are concerned, also those that are being loaded just now. */
  forgetWhere(isConcerned: (key: string, value: V) => boolean): void {
    this.leaveLoads();
    for (const [key, value] of this) if (isConcerned(key, value)) this.delete(key);
  }

  override clear(): void {
    this.leaveLoads();
    super.clear();
  }

  private async loadNow(key: string, load: () => Promise<V>): Promise<V> {
    const { generation } = this;
    try {
      const value = await begun(load);
      if (generation === this.generation) this.set(key, value);
      return value;
    } finally {
      if (generation === this.generation) this.loads.delete(key);
    }
  }

  /** Those under way may have read what is no longer so. */
  private leaveLoads(): void {
    this.generation++;
    this.loads.clear();
  }
}

/** The load under way. One that throws rejects instead, so that what follows its end comes after it was noted. */
function begun<V>(load: () => Promise<V>): Promise<V> {
  try {
    return load();
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Makes caches that remember as long as the settings say. */
export class Caches {
  constructor(private readonly maxAgeMs: number) {}

  create<V>(): TimedCache<V> {
    return new TimedCache<V>(this.maxAgeMs);
  }
}
