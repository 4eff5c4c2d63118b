import { TooMany } from '../faults/faults';

/** How the failures of one kind of key are answered. */
export interface Policy {
  /** Failures that have no consequence. */
  readonly free: number;
  /** Milliseconds without attempts after so many failures beyond the free ones, the first being 1. */
  delayMs(beyond: number): number;
  /** Milliseconds after which failures are forgotten. */
  readonly memoryMs: number;
  /** Whether a success forgets the failures. */
  readonly forgives: boolean;
}

interface Tally {
  failures: number;
  /** Attempts whose outcome is not known yet. */
  running: number;
  blockedUntil: number;
  forgetAt: number;
  readonly waiting: Set<() => void>;
}

const mostKeys = 100_000;
const mostWaiting = 200;

/**
 * Failures by key, and the attempts under way. An attempt counts from its begin: of many at once no more run than could
 * all fail within the policy, the others wait for the outcome of those. Counts live in the process: with several, the
 * limits apply to each.
 */
export class Tallies {
  private readonly tallies = new Map<string, Tally>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Waits until an attempt may begin; every one that did must be settled.
   *
   * @throws TooMany when there were too many failures
   */
  async begin(key: string, policy: Policy): Promise<void> {
    for (;;) {
      const tally = this.tallyOf(key, policy);
      const blockedMs = tally.blockedUntil - this.now();
      if (blockedMs > 0) throw new TooMany(Math.ceil(blockedMs / 1000));
      if (tally.running < Math.max(1, policy.free - tally.failures)) {
        tally.running++;
        return;
      }
      if (tally.waiting.size >= mostWaiting) throw new TooMany(1);
      await new Promise<void>((resolve) => tally.waiting.add(resolve));
    }
  }

  /** @param outcome  `unknown` when the attempt was not judged */
  settle(key: string, policy: Policy, outcome: 'right' | 'wrong' | 'unknown'): void {
    const tally = this.tallies.get(key);
    if (!tally) return;
    tally.running--;
    if (outcome === 'wrong') {
      tally.failures++;
      const beyond = tally.failures - policy.free + 1;
      if (beyond > 0) tally.blockedUntil = this.now() + policy.delayMs(beyond);
      if (policy.forgives || beyond > 0) tally.forgetAt = this.now() + policy.memoryMs;
    } else if (outcome === 'right' && policy.forgives) tally.failures = 0;
    for (const wake of tally.waiting) wake();
    tally.waiting.clear();
    if (tally.failures === 0 && tally.running === 0) this.tallies.delete(key);
  }

  private tallyOf(key: string, policy: Policy): Tally {
    const now = this.now();
    const found = this.tallies.get(key);
    if (found && found.forgetAt <= now) {
      found.failures = 0;
      found.blockedUntil = 0;
      found.forgetAt = now + policy.memoryMs;
    }
    if (found) return found;
    if (this.tallies.size >= mostKeys) this.makeRoom(now);
    const tally = {
      failures: 0,
      running: 0,
      blockedUntil: 0,
      forgetAt: now + policy.memoryMs,
      waiting: new Set<() => void>(),
    };
    this.tallies.set(key, tally);
    return tally;
  }

  /** Forgets what is over, else the oldest tally without an attempt under way. */
  private makeRoom(now: number): void {
    let oldest: string | undefined;
    for (const [key, tally] of this.tallies) {
      if (tally.running > 0 || tally.waiting.size > 0) continue;
      if (tally.forgetAt <= now) this.tallies.delete(key);
      else oldest ??= key;
    }
    if (this.tallies.size >= mostKeys && oldest !== undefined) this.tallies.delete(oldest);
  }
}
