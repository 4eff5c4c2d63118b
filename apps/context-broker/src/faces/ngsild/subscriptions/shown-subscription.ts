import { isJsonObject } from '@smart-city/context';
import type { ShownSubscription } from '@smart-city/ngsild';
import type { Subscription } from '@smart-city/ngsiv2';
import { keptOf } from './kept-subscription';

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Returns what an answer shows of a subscription. @param hasTimes  of creation and of the last change, too */
export function shownSubscription(subscription: Subscription, hasTimes: boolean): ShownSubscription {
  const { id, expiresAt, counters } = subscription;
  const { members, facts } = keptOf(subscription);
  const { timesSent, failsCounter, lastNotification, lastSuccess, lastFailure } = counters;
  const isFailed = failsCounter > 0 || (lastFailure ?? 0) > (lastSuccess ?? 0);
  const hasEnded = expiresAt !== undefined && expiresAt <= Date.now() / 1000;
  return {
    id,
    members,
    status: hasEnded ? 'expired' : subscription.status === 'inactive' ? 'paused' : 'active',
    ...(timesSent > 0 &&
      isJsonObject(members.get('notification')) && {
        delivery: {
          status: isFailed ? ('failed' as const) : ('ok' as const),
          timesSent,
          timesFailed: failsCounter,
          ...(lastNotification !== undefined && { lastNotification: timeText(lastNotification) }),
          ...(lastSuccess !== undefined && { lastSuccess: timeText(lastSuccess) }),
          ...(lastFailure !== undefined && { lastFailure: timeText(lastFailure) }),
        },
      }),
    ...(hasTimes && {
      times: {
        createdAt: new Date(facts.createdAtMs).toISOString(),
        modifiedAt: new Date(facts.modifiedAtMs).toISOString(),
      },
    }),
  };
}
