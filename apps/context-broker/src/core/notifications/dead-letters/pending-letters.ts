import type { Letter, LetterLimits } from '../../../storage/dead-letter-store';

interface Waiting {
  readonly letter: Letter;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface TenantLetters {
  waiting: Waiting[];
  /** Of each subscription. */
  readonly counts: Map<string, number>;
  bytes: number;
}

/** Letters of one tenant that are written together. */
export interface LetterBatch {
  readonly tenant: string;
  readonly letters: readonly Letter[];
  /** Tells those who wait how it ended. */
  readonly settle: (error?: unknown) => void;
}

/**
 * Letters that wait to be written: no more of a subscription than it may keep, since the rest would be dropped at once. What a
 * tenant may not keep makes room among the subscription's own.
 */
export class PendingLetters {
  private readonly tenants = new Map<string, TenantLetters>();

  constructor(private readonly limits: LetterLimits) {}

  /** @returns when it is durable, or dropped; and how many had to make room */
  add(tenant: string, letter: Letter): { readonly kept: Promise<void>; readonly dropped: number } {
    let all = this.tenants.get(tenant);
    if (all === undefined) this.tenants.set(tenant, (all = { waiting: [], counts: new Map(), bytes: 0 }));
    const { waiting } = all;
    const kept = new Promise<void>((resolve, reject) => waiting.push({ letter, resolve, reject }));
    all.bytes += letter.bytes;
    const { letters, bytesOfTenant } = this.limits;
    const { subscriptionId } = letter;
    let own = (all.counts.get(subscriptionId) ?? 0) + 1;
    let dropped = 0;
    while (own > 0 && (own > letters || all.bytes > bytesOfTenant)) {
      const at = waiting.findIndex((other) => other.letter.subscriptionId === subscriptionId);
      const [oldest] = waiting.splice(at, 1);
      all.bytes -= oldest!.letter.bytes;
      oldest!.resolve();
      own -= 1;
      dropped += 1;
    }
    all.counts.set(subscriptionId, own);
    return { kept, dropped };
  }

  /** Hands over all that wait. Of an id the last one counts. */
  take(): readonly LetterBatch[] {
    const batches = [...this.tenants].map(([tenant, { waiting }]) => ({
      tenant,
      letters: [...new Map(waiting.map(({ letter }) => [letter.id, letter])).values()],
      settle: (error?: unknown) => {
        for (const { resolve, reject } of waiting)
          if (error === undefined) resolve();
          else reject(error);
      },
    }));
    this.tenants.clear();
    return batches.filter(({ letters }) => letters.length > 0);
  }
}
