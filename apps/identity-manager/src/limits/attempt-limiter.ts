import { LatestMap } from '@smart-city/service';
import type { Options } from '../cli/options';
import { addressGroup } from './address-group';
import { Tallies, type Policy } from './tallies';

/** What an attempt is about. */
export type Attempt =
  /** The password of a user, who chose it. `account` is the same for every spelling of the login. */
  | { readonly kind: 'password'; readonly account: string }
  /** A code of the second factor; whoever tries one knows the password. */
  | { readonly kind: 'code'; readonly account: string }
  /** A random secret of a client, PEP proxy or IoT agent: nobody guesses it, so no account is ever closed. */
  | { readonly kind: 'secret' }
  /** A mail to an address, asked for by somebody; every one counts as a failure. */
  | { readonly kind: 'mail'; readonly account: string };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostPlaces = 100_000;

/** Delays that double with every failure, from a sixtieth of the window. */
const growing = (free: number, windowMs: number, longestMs: number): Policy => ({
  free,
  delayMs: (beyond) => Math.min(longestMs, (windowMs / 60) * 2 ** (beyond - 1)),
  memoryMs: dayMs,
  forgives: true,
});

/** So many failures in a window; then nothing until it is over. */
const windowed = (free: number, windowMs: number): Policy => ({
  free,
  delayMs: () => windowMs,
  memoryMs: windowMs,
  forgives: false,
});

/**
 * The one door for everything that somebody could try again and again: passwords, codes, secrets, mails. Nobody can lock a
 * user out from elsewhere: delays grow for the account at one address. Guessing one account from many addresses is bounded
 * as well, which the addresses that the account signed in from lately do not feel.
 */
export class AttemptLimiter {
  private readonly tallies: Tallies;
  /** When an account last signed in from an address; the oldest first. */
  private readonly places = new LatestMap<string, number>(mostPlaces);
  private readonly here: Policy;
  private readonly everywhere: Policy;
  private readonly code: Policy;
  private readonly mail: Policy;
  private readonly address: Policy;

  constructor(
    private readonly limits: Options['rateLimit'],
    private readonly now: () => number = () => performance.now(),
  ) {
    const { perAccount, perAddress, windowSeconds } = limits;
    const windowMs = windowSeconds * 1000;
    this.tallies = new Tallies(now);
    this.here = growing(perAccount, windowMs, windowMs);
    this.everywhere = windowed(perAccount * 10, windowMs);
    this.code = growing(perAccount, windowMs, Math.max(hourMs, windowMs));
    this.mail = windowed(perAccount, windowMs);
    this.address = windowed(perAddress, windowMs);
  }

  /**
   * Checks a credential within the limits. The attempt counts before `check` begins and is given back when it was right;
   * when `check` throws, it was not judged and does not count.
   *
   * @param address  of the caller; undefined when the connection is gone
   * @param check    undefined or false when the credential is wrong
   * @throws TooMany, without asking `check`, after too many failures
   */
  async reserve<T>(
    attempt: Attempt,
    address: string | undefined,
    check: () => Promise<T | undefined | false>,
  ): Promise<T | undefined> {
    if (!this.limits.enabled) return (await check()) || undefined;
    const keys = this.keysOf(attempt, address === undefined ? '' : addressGroup(address));
    const begun: (readonly [string, Policy])[] = [];
    let outcome: 'right' | 'wrong' | 'unknown' = 'unknown';
    try {
      // Always in the same order, so that no two attempts wait for each other.
      for (const [key, policy] of keys) {
        await this.tallies.begin(key, policy);
        begun.push([key, policy]);
      }
      const result = (await check()) || undefined;
      outcome = result === undefined ? 'wrong' : 'right';
      return result;
    } finally {
      for (const [key, policy] of begun) this.tallies.settle(key, policy, outcome);
      if (outcome === 'right' && attempt.kind === 'password') this.remember(attempt.account, address);
    }
  }

  private keysOf(attempt: Attempt, place: string): (readonly [string, Policy])[] {
    const ofAddress = [`address ${place}`, this.address] as const;
    switch (attempt.kind) {
      case 'password': {
        const here = `here ${place} ${attempt.account}`;
        const known = (this.places.get(here) ?? -Infinity) > this.now() - 30 * dayMs;
        const everywhere = [`everywhere ${attempt.account}`, this.everywhere] as const;
        return [[here, this.here], ...(known ? [] : [everywhere]), ofAddress];
      }
      case 'code':
        return [[`code ${attempt.account}`, this.code], ofAddress];
      case 'mail':
        return [[`mail ${attempt.account}`, this.mail], ofAddress];
      case 'secret':
        return [ofAddress];
    }
  }

  private remember(account: string, address: string | undefined): void {
    if (address === undefined) return;
    const key = `here ${addressGroup(address)} ${account}`;
    this.places.set(key, this.now());
  }
}
