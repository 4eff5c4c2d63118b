/** Holder of memory until somebody has read it. */
export interface BytesHolder {
  /** Bytes that it holds now. */
  readonly heldBytes: number;
  /** Lets go of what it holds. */
  release(): void;
}

/** Share of the bound that is left after some holders had to let go, so that further events need not look at all of them. */
const LEFT_OF_BOUND = 7 / 8;

/**
 * The bound in bytes of all streams together: what waits for readers, and what topics keep for those that come back. Where it is
 * passed, those that hold most let go first: the readers that are slowest.
 */
export class WaitingBytes {
  /** As it was when all were last looked at, and what was written since: readers only make it less. */
  private most = 0;

  constructor(
    private readonly bound: number,
    private readonly holders: () => Iterable<BytesHolder>,
  ) {}

  /** Takes note of bytes that were handed to holders. */
  add(bytes: number): void {
    this.most += bytes;
    if (this.most <= this.bound) return;
    const all = [...this.holders()].map((holder) => ({ holder, bytes: holder.heldBytes }));
    this.most = all.reduce((sum, each) => sum + each.bytes, 0);
    if (this.most > this.bound) this.relieve(all);
  }

  private relieve(all: { holder: BytesHolder; bytes: number }[]): void {
    all.sort((a, b) => b.bytes - a.bytes);
    for (const { holder, bytes } of all) {
      if (this.most <= this.bound * LEFT_OF_BOUND) return;
      holder.release();
      this.most -= bytes;
    }
  }
}
