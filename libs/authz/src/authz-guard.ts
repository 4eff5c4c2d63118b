import { hash } from 'node:crypto';
import { DecisionCache } from './decision-cache';
import type { DecisionPoint } from './decision-point';
import { IdentityManagerClient } from './identity-manager-client';
import { JwtVerifier, type VerifiedJwt } from './jwt-verifier';
import { Unavailable } from './read-json';
import type { AuthzSettings } from './settings';
import type { AccessQuestion, Verdict } from './verdict';

const LONGEST_KEY = 200;
const digest = (text: string) => hash('sha256', text, 'base64');

/** Told of every verdict: for logs and metrics. */
export interface AuthzObserver {
  /** `cache`: known already, or being found out for another request. */
  judged(verdict: Verdict, source: 'cache' | 'checked'): void;
  /** Milliseconds that the identity manager took, an answer or not. */
  asked(durationMs: number): void;
}

const NOBODY: AuthzObserver = { judged: () => undefined, asked: () => undefined };

/**
 * Decides about requests: JWTs by their signature first, then by the identity manager, whose answers are kept for a short
 * time. It never permits without an answer. Tokens are not kept, only their SHA-256.
 */
export class AuthzGuard {
  private readonly verdicts: DecisionCache<Verdict>;
  /** Apart, so that made-up tokens cannot push out what is known of real ones. */
  private readonly refusals: DecisionCache<Verdict>;
  private readonly pending = new Map<string, Promise<Verdict>>();
  private readonly jwts: JwtVerifier;

  constructor(
    private readonly settings: AuthzSettings,
    private readonly observer: AuthzObserver = NOBODY,
    private readonly decisions: DecisionPoint = new IdentityManagerClient(settings),
  ) {
    const now = () => performance.now();
    this.verdicts = new DecisionCache(settings.cacheSize, now);
    this.refusals = new DecisionCache(Math.ceil(settings.cacheSize / 10), now);
    this.jwts = new JwtVerifier(settings);
  }

  /** Not a promise when the answer is known already: the hot path has no turn of the event loop to wait for. */
  check(question: AccessQuestion): Verdict | Promise<Verdict> {
    const token = digest(question.token);
    const key = this.keyOf(question);
    const known = this.verdicts.find(token, key) ?? this.refusals.find(token, '');
    if (known) return this.told(known);
    const flight = `${token}${key}`;
    const pending = this.pending.get(flight);
    if (pending) return pending.then((verdict) => this.told(verdict));
    const judging = this.judge(question, token, key).finally(() => this.pending.delete(flight));
    this.pending.set(flight, judging);
    return judging;
  }

  private told(verdict: Verdict): Verdict {
    this.observer.judged(verdict, 'cache');
    return verdict;
  }

  /** The same for the same decision; bounded in length whatever the path. */
  private keyOf({ action, resource, service = '', servicePaths = [] }: AccessQuestion): string {
    if (this.settings.level === 'authentication') return '';
    const key = `${action}\0${service}\0${servicePaths.join()}\0${resource}`;
    return key.length > LONGEST_KEY ? digest(key) : key;
  }

  private async judge(question: AccessQuestion, token: string, key: string): Promise<Verdict> {
    // Counted from here: an answer is as old as its question.
    const startMs = performance.now();
    const { verdict, endsAtMs } = await this.decide(question);
    const lifeMs = Math.min(this.settings.cacheSeconds * 1000, (endsAtMs ?? Infinity) - Date.now());
    if (verdict.kind === 'permit' || verdict.kind === 'deny' || verdict.kind === 'restricted')
      this.verdicts.keep(token, key, verdict, startMs + lifeMs);
    if (verdict.kind === 'unauthenticated') {
      this.verdicts.drop(token);
      this.refusals.keep(token, '', verdict, startMs + lifeMs);
    }
    this.observer.judged(verdict, 'checked');
    return verdict;
  }

  private async decide(
    question: AccessQuestion,
  ): Promise<{ readonly verdict: Verdict; readonly endsAtMs?: number }> {
    const reading = await this.jwts.read(question.token);
    if (reading.kind === 'refused') return { verdict: { kind: 'unauthenticated', reason: reading.reason } };
    if (reading.kind === 'unavailable') return { verdict: reading };
    if (reading.kind === 'unchecked') return { verdict: await this.ask(question) };
    const endsAtMs = this.endOf(reading.jwt);
    const verdict = this.standsAlone(reading.jwt)
      ? ({
          kind: 'permit',
          caller: { id: reading.jwt.userId, applicationId: reading.jwt.applicationId },
        } as const)
      : await this.ask(question);
    return { verdict, ...(endsAtMs !== undefined && { endsAtMs }) };
  }

  /** A JWT says who, not what: roles change meanwhile. Without an end it could never be taken back. */
  private standsAlone({ isAccessToken, expiresAtMs }: VerifiedJwt): boolean {
    return this.settings.level === 'authentication' && isAccessToken && expiresAtMs !== undefined;
  }

  private endOf({ expiresAtMs }: VerifiedJwt): number | undefined {
    return expiresAtMs === undefined ? undefined : expiresAtMs + this.settings.clockSkewSeconds * 1000;
  }

  private async ask(question: AccessQuestion): Promise<Verdict> {
    const startMs = performance.now();
    try {
      const answer = await this.decisions.ask(question);
      if (answer.kind === 'refused') return { kind: 'unauthenticated', reason: answer.reason };
      const { userId: id, applicationId, isPermitted, grants } = answer;
      const caller = { id, applicationId };
      if (!isPermitted && grants !== undefined) return { kind: 'restricted', caller, grants };
      return { kind: isPermitted ? 'permit' : 'deny', caller };
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return { kind: 'unavailable', reason: error.message };
    } finally {
      this.observer.asked(performance.now() - startMs);
    }
  }
}
