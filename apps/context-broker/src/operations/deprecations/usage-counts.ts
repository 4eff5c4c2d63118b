/** One deprecated feature as one client of one service used it. */
export interface UsageEntry {
  /** Feature, or the part of it that was used. */
  readonly feature: string;
  /** '' is the default service. */
  readonly service: string;
  readonly userAgent: string;
  readonly address: string;
  readonly count: number;
  /** ISO dates. */
  readonly firstSeen: string;
  readonly lastSeen: string;
}

/** Uses of one feature on one day. */
export interface DailyUse {
  readonly feature: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly count: number;
}

export interface UsageSnapshot {
  readonly entries: readonly UsageEntry[];
  readonly days: readonly DailyUse[];
}

export interface Use {
  readonly feature: string;
  readonly service: string;
  readonly userAgent: string;
  readonly address: string;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Whoever comes after so many known users of deprecated features is counted together with the others of the feature. */
const MOST_ENTRIES = 5_000;
const MOST_DAYS = 100;
const LONGEST_TEXT = 200;
export const OTHERS = '(others)';

/** Counts deprecated use by feature, service and client; its size ends somewhere, whatever clients send. */
export class UsageCounts {
  private readonly entries = new Map<string, Writable<UsageEntry>>();
  private readonly days = new Map<string, Writable<DailyUse>>();
  /** Rises with every use. */
  version = 0;

  add({ feature, ...from }: Use, atMs: number): void {
    const now = new Date(atMs).toISOString();
    const known = this.entry({ feature, ...cut(from) }, now);
    known.count += 1;
    known.lastSeen = now;
    this.addDay(feature, now.slice(0, 10), 1);
    this.version += 1;
  }

  snapshot(): UsageSnapshot {
    return {
      entries: [...this.entries.values()].map((entry) => ({ ...entry })),
      days: [...this.days.values()].map((day) => ({ ...day })),
    };
  }

  /** Adds what was counted elsewhere or before. */
  merge({ entries, days }: UsageSnapshot): void {
    for (const entry of entries) {
      const known = this.entry(entry, entry.firstSeen);
      known.count += entry.count;
      if (entry.firstSeen < known.firstSeen) known.firstSeen = entry.firstSeen;
      if (entry.lastSeen > known.lastSeen) known.lastSeen = entry.lastSeen;
    }
    for (const { feature, day, count } of days) this.addDay(feature, day, count);
  }

  private entry(use: Use, seen: string): Writable<UsageEntry> {
    const found = this.entries.get(keyOf(use));
    if (found) return found;
    const kept =
      this.entries.size < MOST_ENTRIES
        ? use
        : { feature: use.feature, service: OTHERS, userAgent: OTHERS, address: OTHERS };
    const key = keyOf(kept);
    const entry = this.entries.get(key) ?? {
      feature: kept.feature,
      service: kept.service,
      userAgent: kept.userAgent,
      address: kept.address,
      count: 0,
      firstSeen: seen,
      lastSeen: seen,
    };
    this.entries.set(key, entry);
    return entry;
  }

  private addDay(feature: string, day: string, count: number): void {
    const key = `${day} ${feature}`;
    const known = this.days.get(key);
    if (known) {
      known.count += count;
      return;
    }
    this.days.set(key, { feature, day, count });
    const days = new Set([...this.days.values()].map((one) => one.day));
    if (days.size <= MOST_DAYS) return;
    const [oldest] = [...days].sort();
    for (const [old, one] of this.days) if (one.day === oldest) this.days.delete(old);
  }
}

const keyOf = ({ feature, service, userAgent, address }: Use): string =>
  JSON.stringify([feature, service, userAgent, address]);

const cut = ({ service, userAgent, address }: Omit<Use, 'feature'>): Omit<Use, 'feature'> => ({
  service: service.slice(0, LONGEST_TEXT),
  userAgent: userAgent.slice(0, LONGEST_TEXT),
  address: address.slice(0, LONGEST_TEXT),
});

/** What a text that was stored once holds; nothing when it is no snapshot. */
export function readSnapshot(text: string): UsageSnapshot {
  try {
    const { entries, days } = JSON.parse(text) as { entries?: unknown; days?: unknown };
    return {
      entries: Array.isArray(entries) ? (entries as unknown[]).filter(isEntry) : [],
      days: Array.isArray(days) ? (days as unknown[]).filter(isDay) : [],
    };
  } catch {
    return { entries: [], days: [] };
  }
}

const isTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  value !== null &&
  typeof value === 'object' &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string');
const isEntry = (value: unknown): value is UsageEntry =>
  isTexts(value, ['feature', 'service', 'userAgent', 'address', 'firstSeen', 'lastSeen']) &&
  typeof value['count'] === 'number';
const isDay = (value: unknown): value is DailyUse =>
  isTexts(value, ['feature', 'day']) && typeof value['count'] === 'number';
