/**
 * When to write what gathers in memory: some time after the first of it, or when somebody wants it written. One group is
 * written after the other, so that who waits for one waits for those before, too.
 */
export class GatheredWrites {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /**
   * @param write  takes what waits and writes it; never rejects
   * @param delayMs  how long the first of a group waits at most
   * @param holdsProcess  whether the process does not end by itself before all is written
   */
  constructor(
    private readonly write: () => Promise<void>,
    private readonly delayMs: number,
    private readonly holdsProcess: boolean,
  ) {}

  /** Something waits. */
  later(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.now(), this.delayMs);
    if (!this.holdsProcess) this.timer.unref();
  }

  /** Writes what waits. */
  now(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(this.write);
    return this.writing;
  }
}
