import { causeOf, type SendResult } from './channels/channel';
import type { Outgoing } from './outgoing';
import { excerpt, shownRequest, type ShownRequest } from './shown-request';

/** One attempt to deliver a notification, as it ended. */
export interface Attempt {
  /** Milliseconds since the epoch at which it began. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Sent because a person asked for it, not because an entity changed. */
  readonly isTest: boolean;
  /** Protocol and address, such as `http://receiver:8080`. */
  readonly target: string;
  readonly correlator: string;
  /** How it was addressed; absent where it could not be. */
  readonly addressed?: ShownRequest;
  /** The body that was sent, cut where it is long. */
  readonly request: string;
  /** Characters of the whole body. */
  readonly requestLength: number;
  /** HTTP status, where the protocol has one and something answered. */
  readonly code?: number;
  /** What the receiver said, cut where it is long. */
  readonly answer?: string;
  /** Why nothing answered. */
  readonly failure?: string;
}

/** What {@link RecentAttempts} is told of an attempt. */
export interface EndedAttempt {
  /** As far as it was written. */
  readonly outgoing: Outgoing | Pick<Outgoing, 'tenant' | 'subscriptionId' | 'correlator' | 'body'>;
  readonly target: string;
  readonly result: SendResult;
  readonly startedAtMs: number;
  readonly isTest?: boolean;
}

export interface AttemptLimits {
  readonly perSubscription: number;
  readonly subscriptions?: number;
  /** Characters of all that is kept. */
  readonly size?: number;
}

const MOST_SUBSCRIPTIONS = 1_000;
const LARGEST_SIZE = 32 * 1_048_576;

/**
 * The last attempts of the subscriptions that were notified last, in memory and bounded. Written when an attempt ends, and
 * only where somebody can look at it (`-notifAttempts`, `-adminConsole`).
 */
export class RecentAttempts {
  /** By tenant and subscription, the one notified longest ago first. */
  private readonly rings = new Map<string, Attempt[]>();
  private size = 0;
  private readonly limits: Required<AttemptLimits>;

  constructor(limits: AttemptLimits) {
    this.limits = { subscriptions: MOST_SUBSCRIPTIONS, size: LARGEST_SIZE, ...limits };
  }

  note({ outgoing, target, result, startedAtMs, isTest = false }: EndedAttempt): Attempt {
    const { tenant, subscriptionId, correlator, body } = outgoing;
    const attempt: Attempt = {
      atMs: startedAtMs,
      durationMs: Math.max(0, Date.now() - startedAtMs),
      isTest,
      target,
      correlator,
      ...('kind' in outgoing && { addressed: shownRequest(outgoing, target) }),
      request: excerpt(body),
      requestLength: body.length,
      ...outcomeOf(result),
    };
    const key = keyOf(tenant, subscriptionId);
    const ring = this.rings.get(key) ?? [];
    this.rings.delete(key);
    this.rings.set(key, ring);
    ring.push(attempt);
    this.size += sizeOf(attempt);
    if (ring.length > this.limits.perSubscription) this.size -= sizeOf(ring.shift()!);
    while (this.rings.size > this.limits.subscriptions || this.size > this.limits.size) this.forgetOldest();
    return attempt;
  }

  /** Latest first; none of a subscription that was not notified, or not for long. */
  of(tenant: string, subscriptionId: string): readonly Attempt[] {
    return [...(this.rings.get(keyOf(tenant, subscriptionId)) ?? [])].reverse();
  }

  private forgetOldest(): void {
    const [entry] = this.rings;
    if (entry === undefined) return;
    const [oldest, ring] = entry;
    for (const attempt of ring) this.size -= sizeOf(attempt);
    this.rings.delete(oldest);
  }
}

const keyOf = (tenant: string, subscriptionId: string): string => `${tenant}/${subscriptionId}`;

function outcomeOf(result: SendResult): Pick<Attempt, 'code' | 'answer' | 'failure'> {
  if (result.kind === 'failed') return { failure: causeOf(result) };
  return {
    ...(result.code !== undefined && { code: result.code }),
    ...(result.answer !== undefined && { answer: excerpt(result.answer) }),
  };
}

/** Characters. */
const sizeOf = ({ request, answer = '', addressed }: Attempt): number =>
  FIXED_SIZE + request.length + answer.length + headersSize(addressed);

/** What the other members may come to. */
const FIXED_SIZE = 400;

function headersSize(addressed: ShownRequest | undefined): number {
  if (addressed === undefined) return 0;
  let size = addressed.url.length + (addressed.topic?.length ?? 0) + (addressed.key?.length ?? 0);
  for (const [name, value] of addressed.headers ?? []) size += name.length + value.length;
  return size;
}
