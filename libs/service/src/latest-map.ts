/** A map of what was set last: of more than so many entries, the one that was set longest ago goes. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  /** @param most  entries that are kept */
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) this.delete(this.keys().next().value!);
    return this;
  }
}
