/** Numbers that look random and are the same in every run (mulberry32). */
export class Seeded {
  constructor(private state: number) {}

  /** From 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** So many of the list, in its order; all of a short one. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    const keys = list.map((item, at) => ({ item, at, key: this.next() }));
    return keys
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}
