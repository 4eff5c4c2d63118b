import type { Options } from '../cli/options';
import { tooManyRequests } from '../oauth/oauth-errors';

interface Count {
  failures: number;
  /** Milliseconds since the process started. */
  readonly until: number;
}

const mostKeys = 100_000;

/**
 * Counts failures per account and per address within a window and refuses when there were too many. Success of an
 * account forgets its failures. Counts live in the process: with several, the limits apply to each.
 */
export class FailureLimiter {
  private readonly counts = new Map<string, Count>();

  constructor(private readonly limits: Options['rateLimit']) {}

  /** @throws OAuthError 429 with Retry-After when the account or the address has failed too often */
  check(account: string, address: string | undefined): void {
    if (!this.limits.enabled) return;
    this.checkOne(`account ${account}`, this.limits.perAccount);
    if (address !== undefined) this.checkOne(`address ${address}`, this.limits.perAddress);
  }

  fail(account: string, address: string | undefined): void {
    if (!this.limits.enabled) return;
    this.count(`account ${account}`);
    if (address !== undefined) this.count(`address ${address}`);
  }

  succeed(account: string): void {
    this.counts.delete(`account ${account}`);
  }

  private checkOne(key: string, limit: number): void {
    const count = this.counts.get(key);
    if (!count) return;
    const restMs = count.until - performance.now();
    if (restMs <= 0) this.counts.delete(key);
    else if (count.failures >= limit) throw tooManyRequests(Math.ceil(restMs / 1000));
  }

  private count(key: string): void {
    const now = performance.now();
    const count = this.counts.get(key);
    if (count && count.until > now) {
      count.failures++;
      return;
    }
    if (this.counts.size >= mostKeys) this.forgetOld(now);
    this.counts.set(key, { failures: 1, until: now + this.limits.windowSeconds * 1000 });
  }

  private forgetOld(now: number): void {
    for (const [key, { until }] of this.counts) if (until <= now) this.counts.delete(key);
    const oldest = this.counts.keys().next().value;
    if (this.counts.size >= mostKeys && oldest !== undefined) this.counts.delete(oldest);
  }
}
