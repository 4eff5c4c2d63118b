import { Injectable } from '@nestjs/common';
import { LatestMap } from '@smart-city/service';

/** How the provider of a registration has fared since the broker started. Times in milliseconds since the epoch. */
export interface ProviderState {
  readonly tenant: string;
  readonly registrationId: string;
  readonly url: string;
  /** Exchanges, whatever came of them. */
  readonly requests: number;
  /** Since it last answered well. */
  readonly failsInARow: number;
  readonly lastSuccessMs?: number;
  readonly lastFailureMs?: number;
  /** Why nothing answered, or the status of a refusal. */
  readonly lastFailureReason?: string;
  /** What it said then, at most {@link LONGEST_ANSWER} characters of it. */
  readonly lastFailureAnswer?: string;
  readonly lastFailureCorrelator?: string;
}

/** One exchange with a provider, as it ended. */
export interface ProviderExchange extends Pick<ProviderState, 'tenant' | 'registrationId' | 'url'> {
  readonly correlator: string;
  /** The status, or why there was no answer. */
  readonly code: string;
  readonly answer: string;
}

export const MOST_PROVIDERS = 1_000;
export const LONGEST_ANSWER = 500;

/** What became of the last exchanges with each provider: in memory, of the providers that were asked last. */
@Injectable()
export class ProviderHealth {
  private readonly states = new LatestMap<string, ProviderState>(MOST_PROVIDERS);

  note(exchange: ProviderExchange, atMs = Date.now()): void {
    const { tenant, registrationId, url, code } = exchange;
    const key = `${tenant}/${registrationId}`;
    const before = this.states.get(key);
    const known = { tenant, registrationId, url, requests: (before?.requests ?? 0) + 1 };
    this.states.set(key, {
      ...before,
      ...known,
      ...(isWell(code)
        ? { failsInARow: 0, lastSuccessMs: atMs }
        : { failsInARow: (before?.failsInARow ?? 0) + 1, ...failureOf(exchange, atMs) }),
    });
  }

  of(tenant: string, registrationId: string): ProviderState | undefined {
    return this.states.get(`${tenant}/${registrationId}`);
  }

  /** Those of a tenant that did not answer well the last time, the latest failure first. */
  failing(tenant: string): readonly ProviderState[] {
    return [...this.states.values()]
      .filter((state) => state.tenant === tenant && state.failsInARow > 0)
      .sort((a, b) => (b.lastFailureMs ?? 0) - (a.lastFailureMs ?? 0));
  }
}

/** A provider that has not the entity says 404, which is an answer. */
const isWell = (code: string): boolean => /^(?:2\d\d|404)$/.test(code);

const failureOf = ({ code, answer, correlator }: ProviderExchange, atMs: number) => ({
  lastFailureMs: atMs,
  lastFailureReason: /^\d{3}$/.test(code) ? `answered ${code}` : code,
  // A copy: a piece of a text would keep the whole of it in memory.
  lastFailureAnswer: Buffer.from(answer.slice(0, LONGEST_ANSWER)).toString(),
  lastFailureCorrelator: correlator,
});
