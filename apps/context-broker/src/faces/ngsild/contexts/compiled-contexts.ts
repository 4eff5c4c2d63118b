import type { LdContext } from '@smart-city/ngsild';

interface Compiled {
  readonly context: LdContext;
  /** Milliseconds since the epoch: then its parts are asked for again. */
  readonly untilMs: number;
  readonly cost: number;
}

/** Most terms of all compiled contexts together, and most contexts. */
const MAX_COST = 1_000_000;
const MAX_CONTEXTS = 5_000;

/** Compiled contexts by the text that names them; those used least recently go first. */
export class CompiledContexts {
  private readonly byKey = new Map<string, Compiled>();
  private cost = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get(key: string): LdContext | undefined {
    const compiled = this.byKey.get(key);
    if (compiled === undefined) return undefined;
    if (compiled.untilMs <= this.now()) {
      this.delete(key, compiled);
      return undefined;
    }
    return compiled.context;
  }

  /** @param cost  number of its terms */
  set(key: string, context: LdContext, untilMs: number, cost: number): void {
    const old = this.byKey.get(key);
    if (old !== undefined) this.delete(key, old);
    this.byKey.set(key, { context, untilMs, cost: cost + 1 });
    this.cost += cost + 1;
    for (const [first, compiled] of this.byKey) {
      if (this.cost <= MAX_COST && this.byKey.size <= MAX_CONTEXTS) return;
      this.delete(first, compiled);
    }
  }

  /** Forgets all: a context that they are made of has changed. */
  clear(): void {
    this.byKey.clear();
    this.cost = 0;
  }

  private delete(key: string, { cost }: Compiled): void {
    this.byKey.delete(key);
    this.cost -= cost;
  }
}
