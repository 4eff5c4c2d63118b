import type { EntityChange } from '@smart-city/ngsi';
import type { RequestContext } from '../context/request-context';
import type { LegacyNotificationUse } from '../deprecations/legacy-notification-use';
import type { SubscriptionCache } from '../subscriptions/subscription-cache';
import type { Acceptance } from './acceptance';
import type { ChangeWatcher } from './change-watcher';
import type { Composer } from './composer';
import type { DeliveryQueue } from './delivery-queue';
import type { FlowGate } from './flow-gate';
import type { HeldNotifications } from './held/held-notifications';
import { Notifier } from './notifier';
import type { UnwrittenNotifications } from './unwritten-notifications';

const request = { tenant: 't', options: new Set() } as unknown as RequestContext;
const changes = (count: number): readonly EntityChange[] =>
  Array.from({ length: count }, () => ({ tenant: 't' }) as EntityChange);

/** With an outbox, and no subscriptions. */
const openNotifier = () =>
  new Notifier(
    { isOff: false, matchers: new Map() } as unknown as SubscriptionCache,
    {} as Composer,
    {} as UnwrittenNotifications,
    {} as LegacyNotificationUse,
    {} as HeldNotifications,
    { keeps: true, isInCommit: true } as Acceptance,
    {} as DeliveryQueue,
    {} as FlowGate,
  );

/** Looks at changes one by one, as long as it is let. */
class Watcher implements ChangeWatcher {
  seen = 0;
  watches(tenant: string): boolean {
    return tenant === 't';
  }
  *look(all: readonly EntityChange[]): Generator<void, void, void> {
    for (let n = 0; n < all.length; n += 1) {
      this.seen += 1;
      yield;
    }
  }
}

describe('with an outbox, changes', () => {
  it('are shown to those who watch once they are stored; who brings more than these can take waits', async () => {
    const notifier = openNotifier();
    const watcher = new Watcher();
    notifier.showTo(watcher);
    const store = (count: number, committed = true) =>
      notifier.accompany!(changes(count), request)!.settled(committed);
    store(3, false);
    expect(notifier.room('t')).toBeUndefined();
    store(400);
    expect(notifier.room('t')).toBeUndefined();
    store(400);
    expect(notifier.room('another')).toBeUndefined();
    const full = notifier.room('t');
    expect(full).toBeInstanceOf(Promise);
    await full;
    expect(watcher.seen).toBeGreaterThanOrEqual(300);
    await notifier.settled();
    expect([watcher.seen, notifier.room('t')]).toEqual([800, undefined]);
  });

  it('concern nobody where nobody watches', () => {
    const notifier = openNotifier();
    expect([notifier.accompany!(changes(600), request), notifier.room('t')]).toEqual([undefined, undefined]);
  });
});
