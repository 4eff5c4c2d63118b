/** How items are written down while many wait: `unpack(pack(item))` is as good as the item. */
export interface Packing<T> {
  pack(item: T): string;
  unpack(text: string): T;
}

export interface PoolLimits {
  /** Items that may be worked on at a time. */
  readonly workers: number;
  /** Items of one group that may be worked on at a time, as things are now. */
  readonly perGroup: () => number;
}

/** One item and its place in the order. */
interface Entry<T> {
  readonly group: Group<T>;
  readonly keys: readonly string[];
  item: T | undefined;
  /** The item, where many wait. */
  packed: Buffer | undefined;
  /** Earlier entries with a key of this one that are not done. */
  blockers: number;
  /** Entries that this one blocks: one for each key at most. */
  followers: Entry<T>[] | undefined;
  /** It was tried before. */
  isRetry: boolean;
  /** Until it is tried again. */
  timer: NodeJS.Timeout | undefined;
}

interface Group<T> {
  readonly name: string;
  /** The last entry of each key that is not done. */
  readonly last: Map<string, Entry<T>>;
  /** Entries that nothing blocks, in their order. */
  readonly ready: Entry<T>[];
  running: number;
  /** Entries that wait to be tried again. */
  parked: number;
  /** Entries that are not worked on. */
  waiting: number;
  /** Whether it stands in the line of groups. */
  isListed: boolean;
}

/** Items of a group that wait as they are; further ones are packed, outside of the heap that is searched for garbage. */
const NEAR = 100;
/** Groups without work that are remembered. */
const MOST_IDLE_GROUPS = 1_000;

/**
 * Runs work in groups, groups taking turns. Items of a group that share a key go one after the other, in the order they
 * came; others of the group run beside each other. An item that has to be tried again holds back what shares its keys, and
 * nothing else, unless the target is down: then each group tries one item at a time.
 */
export class LanePool<T> {
  private readonly groups = new Map<string, Group<T>>();
  /** Groups that may have something to start, longest waiting first. */
  private line: Group<T>[] = [];
  private readonly parked = new Set<Entry<T>>();
  private waiting = 0;
  private runningCount = 0;
  private isClosed = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly limits: PoolLimits,
    /** Does one item; never rejects. Milliseconds after which it has to be tried again; undefined when it is done. */
    private readonly work: (item: T) => Promise<number | undefined>,
    private readonly packing: Packing<T>,
    private readonly health?: { readonly isDown: boolean },
  ) {}

  /** Items that wait, those that wait to be tried again among them. */
  get size(): number {
    return this.waiting;
  }

  get running(): number {
    return this.runningCount;
  }

  /**
   * @param keys  what the item is about: it goes after all earlier ones of the group that share one
   * @returns false when the pool is closed; nothing is kept then
   */
  offer(name: string, keys: readonly string[], item: T): boolean {
    if (this.isClosed) return false;
    const group = this.groupOf(name);
    const entry: Entry<T> = {
      group,
      keys,
      item,
      packed: undefined,
      blockers: 0,
      followers: undefined,
      isRetry: false,
      timer: undefined,
    };
    for (const key of keys) goBehind(group, key, entry);
    // What finds a worker free waits for nobody.
    if (entry.blockers === 0 && group.ready.length === 0 && this.mayStart(entry)) {
      void this.run(entry);
      return true;
    }
    this.wait(entry);
    if (entry.blockers === 0) this.makeReady(entry);
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
    for (const { timer } of this.parked) clearTimeout(timer);
    this.parked.clear();
    this.groups.clear();
    this.line = [];
    this.waiting = 0;
  }

  private groupOf(name: string): Group<T> {
    let group = this.groups.get(name);
    if (group === undefined) {
      group = { name, last: new Map(), ready: [], running: 0, parked: 0, waiting: 0, isListed: false };
      this.groups.set(name, group);
    }
    return group;
  }

  private wait(entry: Entry<T>): void {
    const { group } = entry;
    this.waiting += 1;
    group.waiting += 1;
    if (group.waiting <= NEAR) return;
    entry.packed = Buffer.from(this.packing.pack(entry.item!));
    entry.item = undefined;
  }

  private makeReady(entry: Entry<T>): void {
    if (entry.isRetry) entry.group.ready.unshift(entry);
    else entry.group.ready.push(entry);
    this.list(entry.group);
  }

  private list(group: Group<T>): void {
    if (group.isListed || group.ready.length === 0) return;
    group.isListed = true;
    this.line.push(group);
  }

  private mayStart({ group, isRetry }: Entry<T>): boolean {
    if (this.runningCount >= this.limits.workers) return false;
    if (this.health?.isDown) return group.running === 0 && (isRetry || group.parked === 0);
    return group.running === 0 || group.running < this.limits.perGroup();
  }

  /** A group that may not start now is listed again when something of its own ends. */
  private advance(): void {
    while (this.runningCount < this.limits.workers && this.line.length > 0) {
      const group = this.line.shift()!;
      group.isListed = false;
      const [entry] = group.ready;
      if (entry === undefined || !this.mayStart(entry)) continue;
      group.ready.shift();
      group.waiting -= 1;
      this.waiting -= 1;
      void this.run(entry);
      this.list(group);
    }
  }

  private async run(entry: Entry<T>): Promise<void> {
    const { group } = entry;
    this.runningCount += 1;
    group.running += 1;
    const wasDown = this.health?.isDown;
    const item = (entry.item ??= this.packing.unpack(String(entry.packed)));
    entry.packed = undefined;
    let againMs: number | undefined;
    try {
      againMs = await this.work(item);
    } finally {
      this.runningCount -= 1;
      group.running -= 1;
      if (!this.isClosed) {
        if (againMs === undefined) this.finish(entry);
        else this.park(entry, againMs);
        if (wasDown && !this.health?.isDown) this.wakeAll();
        this.list(group);
        this.advance();
      }
      if (this.waiting === 0 && this.runningCount === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }

  private finish(entry: Entry<T>): void {
    const { group, keys, followers } = entry;
    for (const key of keys) if (group.last.get(key) === entry) group.last.delete(key);
    if (followers !== undefined)
      for (const follower of followers) {
        follower.blockers -= 1;
        if (follower.blockers === 0) this.makeReady(follower);
      }
    if (group.last.size === 0 && this.groups.size > MOST_IDLE_GROUPS) this.groups.delete(group.name);
  }

  private park(entry: Entry<T>, ms: number): void {
    const { group } = entry;
    group.parked += 1;
    group.waiting += 1;
    this.waiting += 1;
    this.parked.add(entry);
    entry.timer = setTimeout(() => {
      this.wake(entry);
      this.advance();
    }, ms).unref();
  }

  private wake(entry: Entry<T>): void {
    clearTimeout(entry.timer);
    this.parked.delete(entry);
    entry.group.parked -= 1;
    entry.isRetry = true;
    this.makeReady(entry);
  }

  /** The target is there again: nobody has to wait for the end of a pause. */
  private wakeAll(): void {
    for (const entry of this.parked) this.wake(entry);
    for (const group of this.groups.values()) this.list(group);
  }
}

function goBehind<T>(group: Group<T>, key: string, entry: Entry<T>): void {
  const before = group.last.get(key);
  if (before === entry) return;
  group.last.set(key, entry);
  if (before === undefined) return;
  (before.followers ??= []).push(entry);
  entry.blockers += 1;
}
