import type { HeldChanges } from './held-changes';

/** Characters that wait of all subscriptions together, about: large entities must not eat the memory that their number allows. */
const LARGEST_WEIGHT = 134_217_728;

/** What waits of each subscription, by its key. The one that keeps most gives way when all of it is too much. */
export class HeldSubscriptions<Held extends { readonly changes: HeldChanges }> {
  private readonly byKey = new Map<string, Held>();
  private total = 0;

  constructor(private readonly largestWeight: number = LARGEST_WEIGHT) {}

  get keys(): readonly string[] {
    return [...this.byKey.keys()];
  }

  get isEmpty(): boolean {
    return this.byKey.size === 0;
  }

  get(key: string): Held | undefined {
    return this.byKey.get(key);
  }

  set(key: string, held: Held): void {
    this.byKey.set(key, held);
    this.total += held.changes.weight;
  }

  take(key: string): Held | undefined {
    const held = this.byKey.get(key);
    this.byKey.delete(key);
    this.total -= held?.changes.weight ?? 0;
    return held;
  }

  /** Whatever is done to the changes of one of them. */
  change<Result>({ changes }: Held, action: (changes: HeldChanges) => Result): Result {
    this.total -= changes.weight;
    const result = action(changes);
    this.total += changes.weight;
    return result;
  }

  /** @returns false when something had to make room */
  makeRoom(): boolean {
    if (this.total <= this.largestWeight) return true;
    while (this.total > this.largestWeight)
      this.change(this.heaviest(), (changes) => {
        changes.dropOldest();
      });
    return false;
  }

  private heaviest(): Held {
    return [...this.byKey.values()].reduce((one, other) =>
      other.changes.weight > one.changes.weight ? other : one,
    );
  }
}
