/** No free place within the time, or too many in the queue already. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** Lets so many exchanges run at once; others wait their turn, as many as the queue takes and as long as their signal allows. */
export class BoundedExchanges {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly queueSize: number,
  ) {}

  /** @throws TooBusy, or what `exchange` throws */
  async run<T>(signal: AbortSignal, exchange: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.queueSize) throw new TooBusy('too many questions are waiting');
      // Whoever ends hands over its place, so `running` stays as it is.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      if (signal.aborted) throw new TooBusy('no answer in time');
      return await exchange();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
