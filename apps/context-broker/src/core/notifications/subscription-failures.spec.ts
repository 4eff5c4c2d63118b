import type { BrokerLog } from '../../logs/broker-log';
import type { SubscriptionCache } from '../subscriptions/subscription-cache';
import { LiveCounters } from '../subscriptions/subscription-counters';
import { SubscriptionFailures } from './subscription-failures';

const subscriptionId = '5'.repeat(24);

/** A subscription that may fail once in a row, in memory. */
function failing(isOff: boolean) {
  const counters = new LiveCounters(subscriptionId, { timesSent: 0, failsCounter: 0 });
  const subscription = { status: 'active' as const, notification: { maxFailsLimit: 1 } };
  const written: string[] = [];
  const warnings: string[] = [];
  const cache = {
    isOff,
    find: (_tenant: string, id: string) => (id === subscriptionId ? { counters, subscription } : undefined),
    flush: async () => void written.push(counters.take()?.status?.value ?? ''),
  };
  const log = { warn: (text: string) => warnings.push(text) };
  const failures = new SubscriptionFailures(
    cache as unknown as SubscriptionCache,
    log as unknown as BrokerLog,
  );
  const fail = (id = subscriptionId) => failures.note({ tenant: '', subscriptionId: id }, 'x', undefined);
  return { fail, warnings, written, status: () => counters.statusInForce(subscription) };
}

describe('a subscription that fails more often than its limit', () => {
  it('is put out of service once, in memory until the next refresh', () => {
    const { fail, warnings, written, status } = failing(false);
    fail();
    expect([status(), warnings]).toEqual(['active', []]);
    fail();
    fail();
    expect(status()).toBe('inactive');
    expect(warnings).toEqual([
      `Subscription ${subscriptionId} automatically disabled due to failsCounter (2) overpasses maxFailsLimit (1)`,
    ]);
    expect(written).toEqual([]);
  });

  it('is put out of service in the database at once where there is no cache', () => {
    const { fail, written } = failing(true);
    fail();
    fail();
    expect(written).toEqual(['inactive']);
  });

  it('that is gone is nothing', () => {
    const { fail, warnings } = failing(false);
    fail('6'.repeat(24));
    expect(warnings).toEqual([]);
  });
});
