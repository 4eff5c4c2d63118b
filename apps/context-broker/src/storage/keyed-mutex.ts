/** Work that reads before it writes: what has the same key is done one after the other, in the order in which it came. */
export class KeyedMutex {
  /** The last one of each key. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** @param work  begins when all before it, of the same key, have ended in whatever way */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }
}
