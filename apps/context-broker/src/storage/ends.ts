/** How soon a sweep that failed, or that left something behind, is tried again. */
const RETRY_MS = 1_000;

/**
 * When the next entity, attribute or instance of a tenant ends. Whatever reads or writes waits for {@link settling} first, so
 * that nobody sees what is over; a tenant without ends pays one comparison with {@link next}.
 */
export class Ends {
  /** Milliseconds since the epoch; Infinity where nothing is known to end. */
  next = Infinity;
  /** The same, of what was written since the sweep began that is running. */
  private noted = Infinity;
  private running: Promise<void> | undefined;

  /** @param sweep  removes all that is over at a time; resolves with the next end that is left, or Infinity */
  constructor(private readonly sweep: (nowMs: number) => Promise<number>) {}

  /** Something that is written ends then. */
  note(endMs: number): void {
    if (endMs < this.next) this.next = endMs;
    if (endMs < this.noted) this.noted = endMs;
  }

  /** Undefined when nothing is over; else resolves once all that is over now is gone. It never rejects. */
  settling(): Promise<void> | undefined {
    if (this.running !== undefined) return this.running;
    const nowMs = Date.now();
    if (this.next > nowMs) return undefined;
    this.noted = Infinity;
    this.running = this.sweep(nowMs).then(
      (left) => this.swept(left > nowMs ? left : nowMs + RETRY_MS),
      () => this.swept(nowMs + RETRY_MS),
    );
    return this.running;
  }

  private swept(next: number): void {
    this.next = Math.min(next, this.noted);
    this.running = undefined;
  }
}
