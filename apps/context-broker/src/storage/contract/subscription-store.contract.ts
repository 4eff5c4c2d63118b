import { toJsonValue } from '@smart-city/ngsi-testing';
import type { JsonObject } from '@smart-city/context';
import { parseNewSubscription, type Subscription } from '@smart-city/ngsiv2';
import { newSubscriptionId } from '../../core/subscriptions/subscription-id';
import type { SubscriptionStore } from '../subscription-store';

const subject = { entities: [{ id: 'E' }] };

function subscription(body: object = {}, servicePath = '/#'): Subscription {
  const definition = parseNewSubscription(
    toJsonValue({ subject, notification: { http: { url: 'http://h:1' } }, ...body }),
    servicePath,
    { allowLegacy: true },
  );
  return { ...definition, id: newSubscriptionId(), counters: { timesSent: 0, failsCounter: 0 } };
}

const CHANNELS: readonly object[] = [
  { http: { url: 'http://h:1/x', timeout: 10 } },
  {
    httpCustom: {
      url: 'http://h/${A}',
      method: 'PUT',
      headers: { 'X.a': '1', Accept: '', 'X-${type}': '2' },
      qs: { 'b.c': '${A}', 1: 'x' },
      payload: 'x ${A}',
      timeout: 7,
    },
  },
  { httpCustom: { url: 'http://h', payload: null } },
  { httpCustom: { url: 'http://h', json: { 'a.b': { $c: ['${A}', 1.5, null, true] }, 2: 'x', 1: 'y' } } },
  { httpCustom: { url: 'http://h', json: ['${A}'] } },
  {
    httpCustom: {
      url: 'http://h',
      ngsi: {
        id: '${id}',
        type: 'X',
        'A.b': {
          value: { 'x.y': '${A}' },
          type: 'Calculated',
          metadata: { evalPriority: { value: 3, type: 'Number' } },
        },
        B: { value: '${A}' },
      },
    },
  },
  { sse: {} },
  { endpoint: { name: 'erp' } },
  { endpointCustom: { name: 'erp', payload: 'x ${A}' } },
  { mqtt: { url: 'mqtts://h:8883', topic: 't' } },
  { mqtt: { url: 'mqtt://h:1883', topic: 't/u', qos: 2, retain: true, user: 'u', passwd: 'p' } },
  { mqttCustom: { url: 'mqtt://h:1883', topic: 't${A}', payload: 'x' } },
  {
    kafka: {
      url: 'kafka://h:9092,i:9093',
      topic: 't',
      key: 'k',
      user: 'u',
      passwd: 'p',
      saslMechanism: 'SCRAM-SHA-256',
      securityProtocol: 'SASL_PLAINTEXT',
    },
  },
  { kafkaCustom: { url: 'kafka://h:9092', topic: 't', headers: { h: 'v' }, json: {} } },
  { kafka: { url: 'kafka://h:9092', topic: 't', key: null } },
];

/** What every adapter of {@link SubscriptionStore} promises. @param open  gives the store; tenants are made up by the tests */
export function subscriptionStoreContract(open: () => Promise<SubscriptionStore>): void {
  let tenants = 0;
  const newTenant = () => `sub${process.pid}x${(tenants += 1)}`;

  describe('SubscriptionStore', () => {
    let store: SubscriptionStore;
    let tenant: string;
    beforeAll(async () => {
      store = await open();
    });
    beforeEach(() => {
      tenant = newTenant();
    });

    it.each(CHANNELS.map((channel) => [JSON.stringify(channel), channel] as const))(
      'gives back what was stored: %s',
      async (_text, channel) => {
        const one = subscription({ notification: channel });
        await store.insert(tenant, one);
        expect(await store.find(tenant, one.id)).toEqual(one);
      },
    );

    it('gives back expressions of the extended language', async () => {
      const geo = { georel: 'near;maxDistance:1', geometry: 'point', coords: '1,2' };
      for (const texts of [{ q: 'A|B' }, { mq: '!(A.m)' }, { q: 'A|B', mq: 'A.m|B.m', ...geo }]) {
        const one = subscription({
          subject: {
            entities: [{ id: 'E' }],
            condition: { expression: { ...texts, extendedQuery: true } },
          },
        });
        expect(one.condition.expression).toEqual({ ...texts, extended: true });
        await store.insert(tenant, one);
        expect(await store.find(tenant, one.id)).toEqual(one);
      }
    });

    it('gives back expressions about an attribute', async () => {
      const geo = { georel: 'near;maxDistance:1', geometry: 'point', coords: '1,2', geoproperty: 'yard' };
      for (const expression of [geo, { q: 'A', mq: 'A.m', ...geo }]) {
        const one = subscription({
          subject: { entities: [{ id: 'E' }], condition: { expression } },
        });
        expect(one.condition.expression).toEqual(expression);
        await store.insert(tenant, one);
        expect(await store.find(tenant, one.id)).toEqual(one);
      }
    });

    it('gives back what is stated in other languages, under any id', async () => {
      const plain = subscription({ owner: 'alice' });
      const stated = (name: string) => toJsonValue({ [name]: { 'a.b': [1.5, '$c'] } }) as JsonObject;
      const one: Subscription = {
        ...plain,
        id: 'urn:ngsi-ld:Subscription:1',
        condition: { ...plain.condition, language: 'other', stated: stated('q') },
        notification: { ...plain.notification, form: 'another', stated: stated('https://c.example/x') },
      };
      await store.insert(tenant, one);
      expect(await store.find(tenant, one.id)).toEqual(one);
      const changed: Subscription = {
        ...one,
        condition: { ...one.condition, stated: stated('mq') },
        notification: { ...one.notification, form: 'third' },
      };
      expect(await store.updateDefinition(tenant, changed, one)).toBe(true);
      expect(await store.find(tenant, one.id)).toEqual(changed);
      await store.addCounters(tenant, [{ id: one.id, timesSent: 2, fails: 0, failsReset: false }]);
      expect((await store.find(tenant, one.id))?.counters.timesSent).toBe(2);
      expect(await store.delete(tenant, one.id)).toBe(true);
      expect(await store.find(tenant, one.id)).toBeUndefined();
    });

    it('pages those of one language', async () => {
      const plain = subscription();
      const other: Subscription = {
        ...subscription(),
        condition: { ...plain.condition, language: 'other' },
      };
      await store.insert(tenant, plain);
      await store.insert(tenant, other);
      const page = async (language?: string) => {
        const { subscriptions, count } = await store.page(tenant, {
          limit: 10,
          offset: 0,
          ...(language !== undefined && { language }),
        });
        return [count, ...subscriptions.map(({ id }) => id)];
      };
      expect(await page('ngsiv2')).toEqual([1, plain.id]);
      expect(await page('other')).toEqual([1, other.id]);
      expect(await page('third')).toEqual([0]);
      expect((await page())[0]).toBe(2);
    });

    it('gives back every other member', async () => {
      const full = subscription(
        {
          description: 'd',
          expires: '2040-01-01T00:00:00Z',
          throttling: 5,
          throttlingMode: 'last',
          owner: 'alice',
          labels: ['a b', 'ü'],
          status: 'oneshot',
          subject: {
            entities: [{ idPattern: '.*', type: 'T' }, { id: 'E', typePattern: 'R' }, { id: 'F' }],
            condition: {
              attrs: ['A.b', '$c'],
              expression: {
                q: 'A>1',
                mq: 'A.m',
                georel: 'near;maxDistance:1',
                geometry: 'point',
                coords: '1,2',
              },
              jexlExpression: 'A>1',
              alterationTypes: ['entityDelete', 'entityChange'],
              notifyOnMetadataChange: false,
            },
          },
          notification: {
            http: { url: 'http://h' },
            exceptAttrs: ['x'],
            metadata: ['m', '*'],
            attrsFormat: 'legacy',
            onlyChangedAttrs: true,
            covered: true,
            maxFailsLimit: 3,
          },
        },
        '/a/#',
      );
      await store.insert(tenant, { ...full, statusLastChange: 1.5 });
      expect(await store.find(tenant, full.id)).toEqual({ ...full, statusLastChange: 1.5 });
    });

    it('takes away what an update no longer has', async () => {
      const full = subscription({ throttlingMode: 'last', owner: 'alice', labels: ['a'] });
      await store.insert(tenant, full);
      const { throttlingMode: _mode, owner: _owner, ...rest } = full;
      expect(await store.updateDefinition(tenant, rest, full)).toBe(true);
      expect(await store.find(tenant, full.id)).toEqual(rest);
      const { labels: _labels, ...none } = rest;
      await store.updateDefinition(tenant, none, rest);
      expect(await store.find(tenant, full.id)).toEqual(none);
    });

    it('of two changes at once of different members both stay', async () => {
      const one = subscription({ owner: 'alice' });
      await store.insert(tenant, one);
      const expiresAt = Date.UTC(2040, 0) / 1000;
      const changes: readonly Partial<Subscription>[] = [
        { description: 'd' },
        { throttlingSeconds: 5 },
        { labels: ['a'] },
        { throttlingMode: 'last' },
        { expiresAt },
        { status: 'inactive', statusLastChange: 9 },
      ];
      await Promise.all(changes.map((change) => store.updateDefinition(tenant, { ...one, ...change }, one)));
      expect(await store.find(tenant, one.id)).toEqual(Object.assign({ ...one }, ...changes));
    });

    it('an update keeps the status that the counters brought since it was read', async () => {
      const one = subscription();
      await store.insert(tenant, one);
      const status = { value: 'inactive', at: 5 } as const;
      await store.addCounters(tenant, [{ id: one.id, timesSent: 0, fails: 0, failsReset: false, status }]);
      await store.updateDefinition(tenant, { ...one, description: 'd' }, one);
      const expected = { ...one, description: 'd', status: 'inactive', statusLastChange: 5 };
      expect(await store.find(tenant, one.id)).toEqual(expected);
    });

    it('of two channels given at once one stays, whole', async () => {
      const one = subscription();
      const [http, mqtt] = [CHANNELS[1], CHANNELS[10]].map((notification) => ({
        ...subscription({ notification }),
        id: one.id,
      }));
      await store.insert(tenant, one);
      await store.updateDefinition(tenant, http!, one);
      await store.updateDefinition(tenant, mqtt!, one);
      expect(await store.find(tenant, one.id)).toEqual(mqtt);
    });

    it('tells numbers apart that clients see as the same', async () => {
      const withNumber = (number: number) =>
        subscription({ notification: { httpCustom: { url: 'http://h', json: [number] } } });
      const first = withNumber(0.1234567891);
      await store.insert(tenant, first);
      expect(await store.find(tenant, first.id)).toEqual(first);
      let before = first;
      for (const number of [0.1234567892, 0, 1e-10]) {
        const after = { ...withNumber(number), id: first.id };
        await store.updateDefinition(tenant, after, before);
        expect(await store.find(tenant, first.id)).toEqual(after);
        before = after;
      }
    });

    it('updates a definition and keeps the counters', async () => {
      const one = subscription({
        description: 'd',
        expires: '2040-01-01T00:00:00Z',
        notification: CHANNELS[1],
      });
      await store.insert(tenant, one);
      await store.addCounters(tenant, [
        { id: one.id, timesSent: 2, fails: 1, failsReset: false, lastNotification: 10 },
      ]);
      const {
        description: _description,
        expiresAt: _expiresAt,
        ...rest
      } = { ...one, ...subscription({ notification: CHANNELS[6] }), id: one.id };
      expect(await store.updateDefinition(tenant, rest, one)).toBe(true);
      expect(await store.find(tenant, one.id)).toEqual({
        ...rest,
        counters: { timesSent: 2, failsCounter: 1, lastNotification: 10 },
      });
      const absent = subscription();
      expect(await store.updateDefinition(tenant, absent, absent)).toBe(false);
    });

    it('adds counters by increments, and times only when they are later', async () => {
      const one = subscription();
      await store.insert(tenant, one);
      const delta = { id: one.id, timesSent: 1, fails: 2, failsReset: false };
      await store.addCounters(tenant, [
        {
          ...delta,
          lastNotification: 10,
          lastFailure: 9,
          lastFailureReason: 'Timeout was reached',
          status: { value: 'inactive', at: 5.5 },
        },
      ]);
      await store.addCounters(tenant, [
        {
          ...delta,
          lastNotification: 8,
          lastFailure: 8,
          lastFailureReason: 'other',
          status: { value: 'active', at: 4 },
        },
      ]);
      expect(await store.find(tenant, one.id)).toEqual({
        ...one,
        status: 'inactive',
        statusLastChange: 5.5,
        counters: {
          timesSent: 2,
          failsCounter: 4,
          lastNotification: 10,
          lastFailure: 9,
          lastFailureReason: 'Timeout was reached',
        },
      });
      await store.addCounters(tenant, [
        { ...delta, timesSent: 0, fails: 0, failsReset: true, lastSuccess: 11, lastSuccessCode: 404 },
      ]);
      expect((await store.find(tenant, one.id))?.counters).toEqual({
        timesSent: 2,
        failsCounter: 0,
        lastNotification: 10,
        lastFailure: 9,
        lastFailureReason: 'Timeout was reached',
        lastSuccess: 11,
        lastSuccessCode: 404,
      });
      await store.addCounters(tenant, [{ ...delta, id: newSubscriptionId() }]);
    });

    it('many counters at once lose nothing', async () => {
      const one = subscription();
      await store.insert(tenant, one);
      await Promise.all(
        Array.from({ length: 20 }, () =>
          store.addCounters(tenant, [{ id: one.id, timesSent: 1, fails: 1, failsReset: false }]),
        ),
      );
      expect((await store.find(tenant, one.id))?.counters).toEqual({ timesSent: 20, failsCounter: 20 });
    });

    it('pages by id, within one service path when asked', async () => {
      const all = [subscription(), subscription({}, '/a'), subscription({}, '/a/#'), subscription({}, '/a')];
      for (const one of all) await store.insert(tenant, one);
      expect(await store.page(tenant, { limit: 2, offset: 1 })).toEqual({
        subscriptions: [all[1], all[2]],
        count: 4,
      });
      expect(await store.page(tenant, { servicePath: '/a', limit: 10, offset: 0 })).toEqual({
        subscriptions: [all[1], all[3]],
        count: 2,
      });
      expect(await store.page(tenant, { limit: 0, offset: 0 })).toEqual({ subscriptions: [], count: 4 });
      expect(await store.page(tenant, { limit: 0, offset: 0, after: '' })).toEqual({
        subscriptions: [],
        count: 4,
      });
      expect(await store.list(tenant)).toEqual(all);
    });

    it('begins a page behind an id, that need not be there any more, and says which one comes next', async () => {
      const all = ['/a', '/b', '/a', '/a'].map((servicePath) => subscription({}, servicePath));
      for (const one of all) await store.insert(tenant, one);
      const [first, second, third, fourth] = all;
      const page = (after: string, more = {}) => store.page(tenant, { limit: 2, offset: 0, after, ...more });
      expect(await page('')).toEqual({ subscriptions: [first, second], count: 4, next: second!.id });
      await store.delete(tenant, second!.id);
      expect(await page(second!.id)).toEqual({ subscriptions: [third, fourth], count: 3, next: fourth!.id });
      expect(await page(fourth!.id)).toEqual({ subscriptions: [], count: 3 });
      expect(await page(first!.id, { servicePath: '/a', limit: 5 })).toEqual({
        subscriptions: [third, fourth],
        count: 3,
      });
      expect(await page('f'.repeat(24))).toEqual({ subscriptions: [], count: 3 });
    });

    it('keeps tenants apart, and names those it holds something of', async () => {
      const one = subscription();
      await store.insert(tenant, one);
      const other = newTenant();
      expect(await store.list(other)).toEqual([]);
      expect(await store.find(other, one.id)).toBeUndefined();
      expect(await store.delete(other, one.id)).toBe(false);
      expect(await store.listTenants()).toContain(tenant);
      expect(await store.delete(tenant, one.id)).toBe(true);
      expect(await store.delete(tenant, one.id)).toBe(false);
    });
  });
}
