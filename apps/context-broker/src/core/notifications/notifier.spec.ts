import { type EntityChange } from '@smart-city/context';
import { parseNewSubscription } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import type { RequestContext } from '../../context/request-context';
import type { LegacyNotificationUse } from '../../operations/deprecations/legacy-notification-use';
import { ngsiv2Form } from '../../faces/ngsiv2/notifications/ngsiv2-form';
import { ngsiv2Conditions } from '../../faces/ngsiv2/subscriptions/ngsiv2-conditions';
import { compileSubscription } from '../subscriptions/compiled-subscription';
import type { SubscriptionCache } from '../subscriptions/subscription-cache';
import { SubscriptionMatcher } from '../subscriptions/subscription-matcher';
import type { Acceptance } from './acceptance';
import type { ChangeWatcher } from '../changes/change-watcher';
import { Channels } from './channels/channels';
import { Composer } from './composer';
import type { DeliveryQueue } from './delivery-queue';
import type { FlowGate } from './flow-gate';
import type { HeldNotifications } from './held/held-notifications';
import { NotificationForms } from './notification-form';
import { Notifier } from './notifier';
import type { UnwrittenNotifications } from './unwritten-notifications';

const request = {
  tenant: 't',
  service: 't',
  correlator: 'c',
  options: new Set(),
  nextNotificationCorrelator: () => 'c; cbnotif=1',
} as unknown as RequestContext;
const changes = (count: number): readonly EntityChange[] =>
  Array.from({ length: count }, () => ({ tenant: 't' }) as EntityChange);

interface Parts {
  readonly matchers: ReadonlyMap<string, SubscriptionMatcher>;
  readonly composer: Composer;
  readonly unwritten: Partial<UnwrittenNotifications>;
  readonly acceptance: Partial<Acceptance>;
}

/** With an outbox and no subscriptions, unless `parts` say otherwise. */
const openNotifier = (parts: Partial<Parts> = {}) =>
  new Notifier(
    { isOff: false, matchers: parts.matchers ?? new Map() } as unknown as SubscriptionCache,
    parts.composer ?? ({} as Composer),
    (parts.unwritten ?? {}) as UnwrittenNotifications,
    {} as LegacyNotificationUse,
    {} as HeldNotifications,
    (parts.acceptance ?? { keeps: true, isInCommit: true }) as Acceptance,
    { holdBack: { room: () => undefined } } as unknown as DeliveryQueue,
    { note: () => undefined } as unknown as FlowGate,
  );

/** Of one subscription to all entities that are created. */
function openMatchers(): ReadonlyMap<string, SubscriptionMatcher> {
  const matcher = new SubscriptionMatcher();
  const subject = { entities: [{ idPattern: '.*' }] };
  const json = toJsonValue({ subject, notification: { http: { url: 'http://h' } } });
  const counters = { timesSent: 0, failsCounter: 0 };
  const subscription = { ...parseNewSubscription(json, '/#'), id: 's1', counters };
  matcher.set(compileSubscription('t', subscription, { named: () => ngsiv2Conditions }));
  return new Map([['t', matcher]]);
}

function openForms(): NotificationForms {
  const forms = new NotificationForms();
  forms.write(ngsiv2Form);
  return forms;
}

const created = (id: string): EntityChange => ({
  tenant: 't',
  before: undefined,
  after: {
    id,
    type: 'Room',
    servicePath: '/',
    attrs: new Map([['a', { type: 'Number', value: 1, metadata: new Map(), creDate: 1, modDate: 1 }]]),
    creDate: 1,
    modDate: 1,
  },
  requested: ['a'],
  changed: new Set(['a']),
  metadataChanged: new Set(),
  previousCorrelator: undefined,
  at: 1,
});

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
    await notifier.settled('t');
    expect([watcher.seen, notifier.room('t')]).toEqual([800, undefined]);
  });

  it('concern nobody where nobody watches', () => {
    const notifier = openNotifier();
    expect([notifier.accompany!(changes(600), request), notifier.room('t')]).toEqual([undefined, undefined]);
  });
});

describe('a subscription whose channel this version does not have', () => {
  it('counts and is told of; the update goes on', () => {
    const failures: unknown[][] = [];
    const matchers = openMatchers();
    const notifier = openNotifier({
      matchers,
      composer: new Composer(new Channels([]), openForms(), {
        maxSize: 1_000,
        disableCustom: false,
        withIds: false,
      }),
      unwritten: { failed: (id, error) => void failures.push([id, String(error)]) },
    });
    expect(notifier.accompany!([created('R1')], request)).toBeUndefined();
    expect(failures).toEqual([['s1', "Error: no channel 'http'"]]);
    expect(matchers.get('t')!.get('s1')!.counters.attempts.untold).toBe(1);
  });
});

describe('simulated notifications', () => {
  it('are composed and counted one after the other, not all of a change at once', async () => {
    const steps: string[] = [];
    const composer = {
      select: () => ({}),
      compose: () => {
        steps.push('composed');
        return { body: '' };
      },
    };
    const notifier = openNotifier({
      matchers: openMatchers(),
      composer: composer as unknown as Composer,
      acceptance: {
        keeps: false,
        onlyQueues: false,
        accept: (batch) => void steps.push(`counted ${batch.length}`),
      },
    });
    void notifier.onChanges([created('R1'), created('R2')], request);
    await notifier.settled('t');
    expect(steps).toEqual(['composed', 'counted 1', 'composed', 'counted 1']);
  });
});

describe('changes whose notifications are large', () => {
  it('count for more among those that may wait, until they are small again', async () => {
    let body = '';
    const notifier = openNotifier({
      matchers: openMatchers(),
      composer: { select: () => ({}), compose: () => ({ body }) } as unknown as Composer,
      acceptance: { keeps: false, onlyQueues: false, accept: () => undefined },
    });
    const batch = Array.from({ length: 400 }, (_, at) => created(`R${at}`));
    const isFull = async () => {
      const full = notifier.onChanges(batch, request);
      await notifier.settled('t');
      return full !== undefined;
    };
    expect(await isFull()).toBe(false);
    body = 'x'.repeat(100_000);
    await isFull();
    expect(await isFull()).toBe(true);
    body = '';
    for (let n = 0; n < 20; n++) await isFull();
    expect(await isFull()).toBe(false);
  });
});
