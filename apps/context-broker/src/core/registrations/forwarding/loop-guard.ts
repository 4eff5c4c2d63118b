/** A request that was forwarded this often runs in a circle of brokers. */
const MOST_HOPS = 10;
const HOP = /;\s*cbfwd=/g;

/**
 * Finds forwarding loops. A broker that gets a forwarded request back would forward it again, for ever. Told apart from
 * ordinary traffic by the correlator: its root names the client's request, each forward adds `; cbfwd=N`.
 */
export class LoopGuard {
  /** Correlator root and content of every forward that is under way. */
  private readonly underWay = new Set<string>();

  /**
   * Runs a forward, unless it is one of a loop.
   *
   * @param correlator  of the request that came in
   * @param signature   what is sent where
   * @returns           undefined for a loop; nothing was sent then
   */
  async run<T>(correlator: string, signature: string, forward: () => Promise<T>): Promise<T | undefined> {
    const hops = correlator.match(HOP)?.length ?? 0;
    const key = `${rootOf(correlator)}\n${signature}`;
    if (hops >= MOST_HOPS || (hops > 0 && this.underWay.has(key))) return undefined;
    // Two clients may use the same correlator; only the first entry stands for a request of ours coming back.
    const isFirst = !this.underWay.has(key);
    this.underWay.add(key);
    try {
      return await forward();
    } finally {
      if (isFirst) this.underWay.delete(key);
    }
  }
}

const rootOf = (correlator: string): string => correlator.split(';', 1)[0]!.trim();
