/**
 * Turns of the event loop for long work that is done in slices: one slice per turn, whoever it is for, so that requests in between
 * wait for one slice at most.
 */
export class LoopTurns {
  private readonly waiting: (() => void)[] = [];

  /** Resolves in a later turn of the event loop, after those who asked before. */
  readonly next = (): Promise<void> =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.run);
    });

  /**
   * Does work that yields between its steps.
   *
   * @param sliceMs  milliseconds of a slice, about
   * @returns what the work returns
   * @throws whatever the work throws, by rejection
   */
  async slice<Value>(work: Generator<void, Value>, sliceMs: number): Promise<Value> {
    for (;;) {
      const stopAt = performance.now() + sliceMs;
      while (performance.now() < stopAt) {
        const step = work.next();
        if (step.done === true) return step.value;
      }
      await this.next();
    }
  }

  private readonly run = (): void => {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) setImmediate(this.run);
  };
}

/** Those of this process: it has one event loop. */
export const loopTurns = new LoopTurns();

/** Does all the work of {@link LoopTurns.slice} at once. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
