import type { Subscription } from '@smart-city/ngsi';
import type { Mood } from '../html/pill';

export interface Health {
  readonly text: string;
  readonly mood: Mood;
}

/** What the state of a subscription comes to for whoever waits for its notifications. */
export function healthOf({ status, expiresAt, counters }: Subscription, nowSeconds: number): Health {
  if (expiresAt !== undefined && expiresAt < nowSeconds) return { text: 'expired', mood: 'idle' };
  if (counters.failsCounter > 0)
    return { text: status === 'inactive' ? 'switched off after failures' : 'failing', mood: 'bad' };
  if (status === 'inactive') return { text: 'paused', mood: 'idle' };
  if ((counters.lastSuccessCode ?? 200) >= 400)
    return { text: `answered ${counters.lastSuccessCode}`, mood: 'bad' };
  return counters.timesSent === 0 ? { text: 'not notified yet', mood: 'idle' } : { text: 'ok', mood: 'ok' };
}

export const isInTrouble = (subscription: Subscription, nowSeconds: number): boolean =>
  healthOf(subscription, nowSeconds).mood === 'bad';

/** When it last went wrong: no answer, or one that is no success. Seconds since the epoch. */
export const troubledAt = ({ counters }: Subscription): number =>
  counters.failsCounter > 0 ? (counters.lastFailure ?? 0) : (counters.lastSuccess ?? 0);
