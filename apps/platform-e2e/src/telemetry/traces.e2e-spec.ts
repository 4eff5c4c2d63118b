import { eventually } from '@smart-city/testing';
import { Broker, enforcing, ownTenant } from '../support/broker';
import { Collector } from '../support/collector';
import { Identity } from '../support/identity';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_SPAN = '00f067aa0ba902b7';
const TRACE = ['traceparent', `00-${TRACE_ID}-${PARENT_SPAN}-01`, 'tracestate', 'vendor=1'];
const ROOM = { id: 'r1', type: 'Room', a: { type: 'Number', value: 1 } };
const EVERYTHING = ['GET', 'POST'].map((action) => ({ action, resource: '.', is_regex: true }));

const subscription = (url: string) => ({
  subject: { entities: [{ idPattern: '.*' }] },
  notification: { http: { url } },
});
const registration = (url: string) => ({
  dataProvided: { entities: [{ id: 'far', type: 'Room' }], attrs: ['temperature'] },
  provider: { http: { url } },
});

let receiver: Collector;
beforeEach(async () => {
  receiver = await Collector.start();
});
afterEach(() => receiver.close());

const arrived = (path: string) =>
  eventually(async () => receiver.requests.find((request) => request.path === path));

async function prepare(send: ReturnType<Broker['as']>): Promise<void> {
  expect((await send('POST', '/v2/subscriptions', subscription(`${receiver.url}/notify`))).status).toBe(201);
  expect((await send('POST', '/v2/registrations', registration(`${receiver.url}/v2`))).status).toBe(201);
}

describe('without a collector', () => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await Broker.shared();
  });
  /** Subscriptions of another case tell its receiver, which is gone. */
  const inOwnTenant = (): ReturnType<Broker['as']> => {
    const tenant = ownTenant();
    return (method, path, body, headers = []) =>
      broker.send(method, path, { headers: [...tenant, ...headers], body });
  };

  it('the context of a request goes out with its notifications and forwards, as it came', async () => {
    const send = inOwnTenant();
    await prepare(send);
    await send('POST', '/v2/entities', ROOM, TRACE);
    await send('GET', '/v2/entities/far?type=Room', undefined, TRACE);
    for (const path of ['/notify', '/v2/op/query']) {
      const { headers } = await arrived(path);
      expect([headers['traceparent'], headers['tracestate']]).toEqual([TRACE[1], TRACE[3]]);
    }
  });

  it('nothing goes out where nothing valid came in', async () => {
    const send = inOwnTenant();
    await prepare(send);
    await send('POST', '/v2/entities', ROOM, ['traceparent', 'nonsense', 'tracestate', 'a=1']);
    await send('GET', '/v2/entities/far?type=Room');
    for (const path of ['/notify', '/v2/op/query']) {
      const { headers } = await arrived(path);
      expect([headers['traceparent'], headers['tracestate']]).toEqual([undefined, undefined]);
    }
  });
});

describe('with a collector', () => {
  it('one trace leads from the client through broker and identity manager to receiver and provider', async () => {
    const collector = await Collector.start();
    const identity = await Identity.start({ IDM_OTLP_URL: collector.url });
    const application = await identity.createApplication();
    const broker = await Broker.start(
      enforcing(identity.url, application, ['-otlpUrl', collector.url, '-logFormat', 'json']),
    );
    try {
      const token = await identity.token(application, await identity.createUser(application, EVERYTHING));
      const send = broker.as(token);
      await prepare(send);
      await send('POST', '/v2/entities?options=upsert', ROOM, TRACE);
      await send('GET', '/v2/entities/far?type=Room', undefined, TRACE);
      const [notification, forward] = await Promise.all([arrived('/notify'), arrived('/v2/op/query')]);
      await eventually(async () => /"traceId":"4bf92f/.test(broker.output));
      // Spans wait a moment for company; a stop sends them.
      await broker.dispose();
      await identity.stop();

      const spans = collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
      const find = (name: string) => spans.find((span) => span.name === name)!;
      const post = find('POST /v2/entities');
      expect(post).toMatchObject({ service: 'context-broker', kind: 'server', parentSpanId: PARENT_SPAN });
      expect(post.attributes).toMatchObject({ 'http.response.status_code': 204, 'url.path': '/v2/entities' });
      expect(find('GET /user')).toMatchObject({
        service: 'identity-manager',
        kind: 'server',
        parentSpanId: post.spanId,
      });
      expect(find('notify http')).toMatchObject({ kind: 'client', parentSpanId: post.spanId });
      expect(find('forward')).toMatchObject({
        kind: 'client',
        parentSpanId: find('GET /v2/entities/:id').spanId,
      });
      expect(notification.headers['traceparent']).toBe(`00-${TRACE_ID}-${find('notify http').spanId}-01`);
      expect(forward.headers['traceparent']).toBe(`00-${TRACE_ID}-${find('forward').spanId}-01`);
      expect(forward.headers['tracestate']).toBe('vendor=1');
      expect(JSON.stringify(collector.spans)).not.toContain(token);
    } finally {
      await broker.dispose();
      await identity.dispose();
      await collector.close();
    }
  });

  it('what the identity manager asks of AuthzForce belongs to the request that caused it', async () => {
    const collector = await Collector.start();
    const authzforce = new URL(receiver.url);
    const identity = await Identity.start({
      IDM_OTLP_URL: collector.url,
      IDM_PDP_LEVEL: 'advanced',
      IDM_AUTHZFORCE_ENABLED: 'true',
      IDM_AUTHZFORCE_HOST: authzforce.hostname,
      IDM_AUTHZFORCE_PORT: authzforce.port,
    });
    try {
      await identity.createUser(await identity.createApplication(), EVERYTHING);
      const { headers } = await arrived('/authzforce-ce/domains');
      await identity.stop();
      const cause = collector.spans.find(({ spanId }) => headers['traceparent']?.includes(spanId));
      expect(cause?.name).toBe('PUT /v1/*');
      expect(headers['traceparent']).toBe(`00-${cause?.traceId}-${cause?.spanId}-01`);
    } finally {
      await identity.dispose();
      await collector.close();
    }
  });

  it('that is away costs nothing but spans', async () => {
    const broker = await Broker.start(['-otlpUrl', 'http://127.0.0.1:1']);
    try {
      expect((await broker.send('GET', '/version')).status).toBe(200);
    } finally {
      await broker.dispose();
    }
  });

  it('what the caller does not record is not recorded', async () => {
    const collector = await Collector.start();
    const broker = await Broker.start(['-otlpUrl', collector.url]);
    try {
      const off = ['traceparent', `00-${TRACE_ID}-${PARENT_SPAN}-00`];
      await broker.send('GET', '/v2/entities', { headers: off });
      await broker.send('GET', '/v2/types');
      await broker.dispose();
      expect(collector.spans.map(({ name }) => name)).toEqual(['GET /v2/types']);
    } finally {
      await collector.close();
    }
  });
});
