import type { Subscription } from '@smart-city/ngsiv2';
import type { Html } from '../html/html';
import type { PageWords } from '../html/page-words';
import { pill, type Mood } from '../html/pill';
import type { MessageKey } from '../messages/catalogue';

export interface Health {
  readonly key: MessageKey & `health.${string}`;
  readonly mood: Mood;
}

/** What the state of a subscription comes to for whoever waits for its notifications. */
export function healthOf({ status, expiresAt, counters }: Subscription, nowSeconds: number): Health {
  if (expiresAt !== undefined && expiresAt < nowSeconds) return { key: 'health.expired', mood: 'idle' };
  if (counters.failsCounter > 0)
    return { key: status === 'inactive' ? 'health.off' : 'health.failing', mood: 'bad' };
  if (status === 'inactive') return { key: 'health.paused', mood: 'idle' };
  if ((counters.lastSuccessCode ?? 200) >= 400) return { key: 'health.answered', mood: 'bad' };
  return counters.timesSent === 0 ? { key: 'health.quiet', mood: 'idle' } : { key: 'health.ok', mood: 'ok' };
}

/** The same in a word. */
export function healthPill(subscription: Subscription, { t, nowSeconds }: PageWords): Html {
  const { key, mood } = healthOf(subscription, nowSeconds);
  return pill(t(key, { code: subscription.counters.lastSuccessCode ?? '' }), mood);
}

export const isInTrouble = (subscription: Subscription, nowSeconds: number): boolean =>
  healthOf(subscription, nowSeconds).mood === 'bad';

/** When it last went wrong: no answer, or one that is no success. Seconds since the epoch. */
export const troubledAt = ({ counters }: Subscription): number =>
  counters.failsCounter > 0 ? (counters.lastFailure ?? 0) : (counters.lastSuccess ?? 0);
