/** Says something now or when its turn has come. */
export type Say = (saying: () => void) => void;

/**
 * Lets things that happen at the same time be told in the order of their numbers: what number 1 has to say waits until
 * number 0 is finished.
 */
export class InTurn {
  private turn = 0;
  private readonly waiting = new Map<number, (() => void)[]>();
  private readonly finished = new Set<number>();

  /** @param at  0, 1, 2 …, each once */
  async run<T>(at: number, work: (say: Say) => Promise<T>): Promise<T> {
    try {
      return await work((saying) => this.say(at, saying));
    } finally {
      this.finish(at);
    }
  }

  private say(at: number, saying: () => void): void {
    if (at === this.turn) return saying();
    const waiting = this.waiting.get(at);
    if (waiting === undefined) this.waiting.set(at, [saying]);
    else waiting.push(saying);
  }

  private finish(at: number): void {
    this.finished.add(at);
    while (this.finished.delete(this.turn)) {
      this.turn += 1;
      for (const saying of this.waiting.get(this.turn) ?? []) saying();
      this.waiting.delete(this.turn);
    }
  }
}
