import type { Subscription, SubscriptionCounters, SubscriptionStatus } from '@smart-city/ngsiv2';
import type { CounterDelta } from '../../storage/subscription-store';

/** The later of two times, either of which may be missing. */
const laterOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

/** The attempts to notify that this broker decided on. Plain fields: every notification writes them (`noteAttempt`). */
export interface Attempts {
  /** Of them, how many the store was not told of. */
  untold: number;
  /** Whole seconds since the epoch. */
  lastAt: number | undefined;
}

type Status = { readonly value: SubscriptionStatus; readonly at: number };

/**
 * What happens to one subscription while this broker runs: what the store had when it was read, and what came since.
 * {@link take} hands over the latter for the store and keeps showing it.
 */
export class LiveCounters {
  private base: SubscriptionCounters;
  readonly attempts: Attempts = { untold: 0, lastAt: undefined };
  /** The last status that the broker itself gave. */
  ownStatus: Status | undefined;
  private pending: Outcomes = NOTHING;
  private latest: Omit<Outcomes, 'fails' | 'failsReset' | 'status'> = {};

  constructor(
    readonly id: string,
    base: SubscriptionCounters,
  ) {
    this.base = base;
  }

  get hasPending(): boolean {
    return this.pending !== NOTHING || this.attempts.untold > 0;
  }

  /** Something answered. @param code  HTTP status, absent where the protocol has none */
  noteSuccess(at: number, code?: number): void {
    this.note({
      fails: 0,
      failsReset: true,
      lastSuccess: Math.floor(at),
      ...(code !== undefined && { lastSuccessCode: code }),
    });
  }

  /** @returns the consecutive failures before this one */
  noteFailure(at: number, reason: string): number {
    const before = this.failsCounter;
    this.note({
      fails: this.pending.fails + 1,
      lastFailure: Math.floor(at),
      ...(reason !== '' && { lastFailureReason: reason }),
    });
    return before;
  }

  noteStatus(value: SubscriptionStatus, at: number): void {
    this.ownStatus = { value, at };
    this.note({ status: this.ownStatus });
  }

  /** Consecutive failures: those of other brokers as far as they were read from the store. */
  get failsCounter(): number {
    return this.failsOver(this.base);
  }

  /** Of this broker or, as far as it was read from the store, of another. */
  get lastNotification(): number | undefined {
    return laterOf(this.base.lastNotification, this.attempts.lastAt);
  }

  /** The same, without times behind `at`: those that a clock gave which was set back since. */
  lastNotificationUpTo(at: number): number | undefined {
    const { lastNotification } = this;
    if (lastNotification === undefined || lastNotification <= at) return lastNotification;
    return [this.base.lastNotification, this.attempts.lastAt].find(
      (time) => time !== undefined && time <= at,
    );
  }

  /** A status that the broker itself gave, when it is later than what the store has. */
  statusOver(stored: Pick<Subscription, 'status' | 'statusLastChange'>): SubscriptionStatus {
    const status = this.ownStatus;
    return status !== undefined && status.at >= (stored.statusLastChange ?? 0) ? status.value : stored.status;
  }

  /**
   * The status that this broker acts by. What it decided itself holds until it is written, whatever time the store has
   * for its own; then the later one, as with the original.
   */
  statusInForce(stored: Pick<Subscription, 'status' | 'statusLastChange'>): SubscriptionStatus {
    return this.pending.status?.value ?? this.statusOver(stored);
  }

  /** Another broker wrote a status. @param at  its time; what this broker decided later stays */
  statusWritten(at: number | undefined): void {
    if (this.ownStatus !== undefined && (at ?? 0) > this.ownStatus.at) this.forgetStatus();
  }

  /** A client set the status: what the broker thought before is void. */
  forgetStatus(): void {
    this.ownStatus = undefined;
    if (this.pending.status !== undefined) this.pending = { ...this.pending, status: undefined };
  }

  /** As this broker knows them. */
  get current(): SubscriptionCounters {
    return this.over(this.base);
  }

  /** Counters as read from the store, with what it does not know yet. */
  over(stored: SubscriptionCounters): SubscriptionCounters {
    const { untold, lastAt } = this.attempts;
    const { lastSuccess, lastFailure, lastSuccessCode, lastFailureReason } = this.latest;
    const isLaterSuccess = lastSuccess !== undefined && lastSuccess >= (stored.lastSuccess ?? 0);
    const isLaterFailure = lastFailure !== undefined && lastFailure >= (stored.lastFailure ?? 0);
    return {
      ...stored,
      timesSent: stored.timesSent + untold,
      failsCounter: this.failsOver(stored),
      ...(lastAt !== undefined && { lastNotification: laterOf(stored.lastNotification, lastAt) }),
      ...(isLaterSuccess && { lastSuccess, ...(lastSuccessCode !== undefined && { lastSuccessCode }) }),
      ...(isLaterFailure && { lastFailure, ...(lastFailureReason !== undefined && { lastFailureReason }) }),
    };
  }

  private failsOver(stored: SubscriptionCounters): number {
    const { fails, failsReset } = this.pending;
    return (failsReset || this.succeededAfter(stored.lastFailure) ? 0 : stored.failsCounter) + fails;
  }

  /** Whether a success is known, of this broker or of another, that came after a failure. */
  private succeededAfter(lastFailure: number | undefined): boolean {
    const lastSuccess = laterOf(this.base.lastSuccess, this.latest.lastSuccess);
    return lastSuccess !== undefined && lastFailure !== undefined && lastSuccess > lastFailure;
  }

  /** The store was read again. */
  rebase(stored: SubscriptionCounters): void {
    this.base = stored;
  }

  /** Hands over what the store does not know; undefined when there is nothing. Give it back with {@link untake} if writing failed. */
  take(): CounterDelta | undefined {
    if (!this.hasPending) return undefined;
    const { fails, failsReset } = this.pending;
    const { untold, lastAt } = this.attempts;
    const delta = {
      id: this.id,
      timesSent: untold,
      ...(untold > 0 && { lastNotification: lastAt }),
      ...this.pending,
      // Else failures before the success that ended them would be counted on from.
      failsReset: failsReset || (fails > 0 && this.succeededAfter(this.base.lastFailure)),
    };
    const lastFailure = laterOf(this.base.lastFailure, delta.lastFailure);
    this.base = {
      ...this.base,
      timesSent: this.base.timesSent + delta.timesSent,
      failsCounter: this.failsCounter,
      ...(lastFailure !== undefined && { lastFailure }),
    };
    this.pending = NOTHING;
    this.attempts.untold = 0;
    return delta;
  }

  untake(delta: CounterDelta): void {
    const { id: _id, timesSent, lastNotification: _lastNotification, status, ...older } = delta;
    const newer = this.pending;
    this.attempts.untold += timesSent;
    this.base = {
      ...this.base,
      timesSent: this.base.timesSent - timesSent,
      failsCounter: Math.max(0, this.base.failsCounter - delta.fails),
    };
    this.pending = {
      ...older,
      // A client or another broker may have set another one meanwhile.
      ...(status !== undefined && status === this.ownStatus && { status }),
      ...newer,
      fails: newer.failsReset ? newer.fails : older.fails + newer.fails,
      failsReset: older.failsReset || newer.failsReset,
    };
  }

  private note(change: Partial<Outcomes>): void {
    this.pending = { ...this.pending, ...change };
    const { fails: _fails, failsReset: _failsReset, status: _status, ...latest } = change;
    this.latest = { ...this.latest, ...latest };
  }
}

/** What came of attempts. */
type Outcomes = Omit<CounterDelta, 'id' | 'timesSent' | 'lastNotification'>;

const NOTHING: Outcomes = { fails: 0, failsReset: false };
