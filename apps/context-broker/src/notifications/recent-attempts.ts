import { Injectable } from '@nestjs/common';
import type { SendResult } from './channels/channel';
import type { Outgoing } from './outgoing';

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
  /** The body that was sent, at most {@link LONGEST_TEXT} characters of it. */
  readonly request: string;
  /** Characters of the whole body. */
  readonly requestLength: number;
  /** HTTP status, where the protocol has one and something answered. */
  readonly code?: number;
  /** What the receiver said, at most {@link LONGEST_TEXT} characters of it. */
  readonly answer?: string;
  /** Why nothing answered. */
  readonly failure?: string;
}

/** What {@link RecentAttempts} is told of an attempt. */
export interface EndedAttempt {
  readonly outgoing: Pick<Outgoing, 'tenant' | 'subscriptionId' | 'correlator' | 'body'>;
  readonly target: string;
  readonly result: SendResult;
  readonly startedAtMs: number;
  readonly isTest?: boolean;
}

export interface AttemptLimits {
  readonly subscriptions: number;
  readonly perSubscription: number;
}

/** Of a body, sent or answered, that is kept. */
export const LONGEST_TEXT = 2_000;
const LIMITS: AttemptLimits = { subscriptions: 1_000, perSubscription: 10 };

/**
 * The last attempts of the subscriptions that were notified last, in memory: some twenty bodies of bounded length for
 * each. Written when an attempt ends, and only where somebody can look at it (`-adminConsole`).
 */
@Injectable()
export class RecentAttempts {
  /** By tenant and subscription, the one notified longest ago first. */
  private readonly rings = new Map<string, Attempt[]>();
  private readonly limits: AttemptLimits = LIMITS;

  /** @returns a collection with other limits, for tests */
  static limitedTo(limits: AttemptLimits): RecentAttempts {
    return Object.assign(new RecentAttempts(), { limits });
  }

  note({ outgoing, target, result, startedAtMs, isTest = false }: EndedAttempt): Attempt {
    const { tenant, subscriptionId, correlator, body } = outgoing;
    const attempt: Attempt = {
      atMs: startedAtMs,
      durationMs: Math.max(0, Date.now() - startedAtMs),
      isTest,
      target,
      correlator,
      request: excerpt(body),
      requestLength: body.length,
      ...outcomeOf(result),
    };
    const key = keyOf(tenant, subscriptionId);
    const ring = this.rings.get(key) ?? [];
    this.rings.delete(key);
    this.rings.set(key, ring);
    ring.push(attempt);
    if (ring.length > this.limits.perSubscription) ring.shift();
    if (this.rings.size > this.limits.subscriptions) this.forgetOldest();
    return attempt;
  }

  /** Latest first; none of a subscription that was not notified, or not for long. */
  of(tenant: string, subscriptionId: string): readonly Attempt[] {
    return [...(this.rings.get(keyOf(tenant, subscriptionId)) ?? [])].reverse();
  }

  private forgetOldest(): void {
    const [oldest] = this.rings.keys();
    this.rings.delete(oldest!);
  }
}

const keyOf = (tenant: string, subscriptionId: string): string => `${tenant}/${subscriptionId}`;

function outcomeOf(result: SendResult): Pick<Attempt, 'code' | 'answer' | 'failure'> {
  if (result.kind === 'failed') return { failure: result.reason };
  return {
    ...(result.code !== undefined && { code: result.code }),
    ...(result.answer !== undefined && { answer: excerpt(result.answer) }),
  };
}

/** A copy: a piece of a text would keep the whole of it in memory. */
const excerpt = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : Buffer.from(text.slice(0, LONGEST_TEXT), 'utf8').toString('utf8');
