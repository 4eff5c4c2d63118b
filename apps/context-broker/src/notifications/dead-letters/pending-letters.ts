import type { Letter, LetterLimits } from '../../storage/dead-letter-store';

interface Waiting {
  readonly letter: Letter;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface TenantLetters {
  waiting: Waiting[];
  bytes: number;
}

/** Letters of one tenant that are written together. */
export interface LetterBatch {
  readonly tenant: string;
  readonly letters: readonly Letter[];
  /** Tells those who wait how it ended. */
  readonly settle: (error?: unknown) => void;
}

/** Letters that wait to be written: no more of a tenant than it may keep, since the rest would be dropped at once. */
export class PendingLetters {
  private readonly tenants = new Map<string, TenantLetters>();

  constructor(private readonly limits: LetterLimits) {}

  /** @returns when it is durable, or dropped; and how many had to make room */
  add(tenant: string, letter: Letter): { readonly kept: Promise<void>; readonly dropped: number } {
    let all = this.tenants.get(tenant);
    if (all === undefined) this.tenants.set(tenant, (all = { waiting: [], bytes: 0 }));
    const { waiting } = all;
    const kept = new Promise<void>((resolve, reject) => waiting.push({ letter, resolve, reject }));
    all.bytes += letter.bytes;
    let dropped = 0;
    while (waiting.length > this.limits.letters || all.bytes > this.limits.bytes) {
      const oldest = waiting.shift();
      if (oldest === undefined) break;
      all.bytes -= oldest.letter.bytes;
      oldest.resolve();
      dropped += 1;
    }
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
