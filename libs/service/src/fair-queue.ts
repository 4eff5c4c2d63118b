/** What waits, one queue for each owner; owners take turns, so that one with much to do does not keep the others waiting. */
export class FairQueue<T> {
  /** The owner whose turn is next stands first. Owners without items are not kept. */
  private readonly byOwner = new Map<string, T[]>();
  private itemCount = 0;

  /** Items of all owners. */
  get length(): number {
    return this.itemCount;
  }

  get isEmpty(): boolean {
    return this.itemCount === 0;
  }

  lengthOf(owner: string): number {
    return this.byOwner.get(owner)?.length ?? 0;
  }

  push(owner: string, item: T): void {
    this.itemCount += 1;
    const items = this.byOwner.get(owner);
    if (items === undefined) this.byOwner.set(owner, [item]);
    else items.push(item);
  }

  /** Puts back what was taken: it is the owner's next. */
  putBack(owner: string, items: readonly T[]): void {
    if (items.length === 0) return;
    this.itemCount += items.length;
    this.byOwner.set(owner, [...items, ...(this.byOwner.get(owner) ?? [])]);
  }

  /** @param may  whether it may be an owner's turn; those for whom it is not keep their place */
  take(may: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, items] of this.byOwner) {
      if (!may(owner)) continue;
      const item = items.shift()!;
      this.itemCount -= 1;
      this.byOwner.delete(owner);
      if (items.length > 0) this.byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Takes out every item that `is` so, whoever owns it. */
  drain(is: (item: T) => boolean): readonly T[] {
    const taken: T[] = [];
    for (const [owner, items] of this.byOwner) {
      const kept = items.filter((item) => !is(item));
      if (kept.length === items.length) continue;
      taken.push(...items.filter(is));
      if (kept.length > 0) this.byOwner.set(owner, kept);
      else this.byOwner.delete(owner);
    }
    this.itemCount -= taken.length;
    return taken;
  }
}
