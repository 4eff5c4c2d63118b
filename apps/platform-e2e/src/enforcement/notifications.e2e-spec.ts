import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@smart-city/testing';
import { startProtectedService, type ProtectedService } from '../protected-service/protected-service';
import { Broker, enforcing, send } from '../support/broker';
import { Identity, type Application } from '../support/identity';
import { Recorder } from '../support/recorder';

/** Notifications flow to a receiver that asks the same identity manager, and to one that should not learn who wrote. */
let identity: Identity;
let application: Application;
let broker: Broker;
let service: ProtectedService;
let stranger: Recorder;
/** Asks the identity manager about whoever calls. */
let checking: Awaited<ReturnType<typeof startCheckingReceiver>>;
let folder: string;

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  service = await startProtectedService(identity.url, application.id);
  stranger = await Recorder.start();
  checking = await startCheckingReceiver(identity.url);
  folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
  const endpoints = join(folder, 'endpoints.json');
  const { id: clientId, secret: clientSecret } = application;
  const oauth2 = { tokenUrl: `${identity.url}/oauth2/token`, clientId, clientSecret };
  writeFileSync(endpoints, JSON.stringify({ erp: { url: checking.url, oauth2 } }), { mode: 0o600 });
  const more = ['-authzTokenHosts', new URL(service.url).host, '-notifOutbox', '-endpoints', endpoints];
  broker = await Broker.start(enforcing(identity.url, application, more));
});
afterAll(async () => {
  await stranger?.close();
  await checking?.close();
  if (folder) rmSync(folder, { recursive: true });
  await service?.close();
  await broker?.dispose();
});

const EVERYTHING = ['GET', 'POST', 'PATCH', 'DELETE'].map((action) => ({
  action,
  resource: '^/v2/',
  is_regex: true,
}));
const NOTIFY = { action: 'POST', resource: '/notify' };

const subscribe = (notification: object) => ({
  subject: { entities: [{ idPattern: '.*' }], condition: { attrs: ['temperature'] } },
  notification,
});
const room = (id: string) => ({ id, type: 'Room', temperature: { type: 'Number', value: 20 } });
const tokenOf = async (permissions: Parameters<Identity['createUser']>[1]) => {
  const user = await identity.createUser(application, permissions);
  return { user, token: await identity.token(application, user) };
};

/** A receiver that takes a notification only with an access token that the identity manager knows. */
async function startCheckingReceiver(identityUrl: string) {
  const taken: { body: string; token: string }[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
      const { status } = await fetch(`${identityUrl}/user?access_token=${token}`);
      if (status === 200) taken.push({ body, token });
      else refused.push(token);
      response.writeHead(status === 200 ? 204 : 401).end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    taken,
    refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('a named endpoint is shown a token of the application, and another one when that is revoked', async () => {
  const { user, token } = await tokenOf(EVERYTHING);
  const as = broker.as(token, 'erp');
  const created = await as('POST', '/v2/subscriptions', {
    ...subscribe({ endpoint: { name: 'erp' } }),
    owner: 'me',
  });
  expect(created.status).toBe(201);
  const shown = JSON.parse((await as('GET', String(created.headers['location']))).body) as Record<
    string,
    object
  >;
  expect(shown).toMatchObject({ owner: user.id, notification: { endpoint: { name: 'erp' } } });
  const others = await as('POST', '/v2/subscriptions', {
    ...subscribe({ endpoint: { name: 'erp' } }),
    owner: 'x',
  });
  expect(others.status).toBe(403);
  expect((await as('POST', '/v2/subscriptions', subscribe({ endpoint: { name: 'crm' } }))).status).toBe(400);

  await as('POST', '/v2/entities', room('first'));
  await eventually(() => checking.taken.length === 1);
  const { token: first } = checking.taken[0]!;
  expect(first).not.toBe(token);
  await identity.revoke(application, first);
  await as('POST', '/v2/entities', room('second'));
  await eventually(() => checking.taken.length === 2);
  expect(checking.refused).toEqual([first]);
  expect(checking.taken.map(({ body }) => /"id":"(\w+)"/.exec(body)?.[1])).toEqual(['first', 'second']);
  expect(checking.taken[1]!.token).not.toBe(first);
});

it('the receiver refuses strangers', async () => {
  const before = service.received.length;
  const { token } = await tokenOf(EVERYTHING);
  expect((await send(service.url, 'POST', '/notify', { body: {} })).status).toBe(401);
  for (const path of ['/notify', '/NOTIFY/', '/notify?x=1'])
    expect(
      (await send(service.url, 'POST', path, { headers: ['X-Auth-Token', token], body: {} })).status,
    ).toBe(403);
  expect(service.received).toHaveLength(before);
});

it('a notification to a listed receiver carries the token of the request that caused it, and the receiver decides about its bearer', async () => {
  const [allowed, other] = await Promise.all([tokenOf([...EVERYTHING, NOTIFY]), tokenOf(EVERYTHING)]);
  const asAllowed = broker.as(allowed.token, 'relay');
  const created = await asAllowed(
    'POST',
    '/v2/subscriptions',
    subscribe({ http: { url: `${service.url}/notify` } }),
  );
  expect(created.status).toBe(201);

  await broker.as(other.token, 'relay')('POST', '/v2/entities', room('by-other'));
  await eventually(async () => {
    const { body } = await asAllowed('GET', String(created.headers['location']));
    const { notification } = JSON.parse(body) as { notification: { lastSuccessCode?: number } };
    return notification.lastSuccessCode === 403;
  });
  await asAllowed('POST', '/v2/entities', room('by-allowed'));
  const received = await eventually(async () =>
    service.received.find(({ userId }) => userId === allowed.user.id),
  );
  expect(received.body).toMatchObject({ data: [{ id: 'by-allowed' }] });
  expect(service.received.some(({ userId }) => userId === other.user.id)).toBe(false);
});

it('a subscription may bring a token of its own', async () => {
  const [writer, relay] = await Promise.all([tokenOf(EVERYTHING), tokenOf([NOTIFY])]);
  const asWriter = broker.as(writer.token, 'own');
  const httpCustom = { url: `${service.url}/notify`, headers: { 'x-auth-token': relay.token } };
  expect((await asWriter('POST', '/v2/subscriptions', subscribe({ httpCustom }))).status).toBe(201);
  await asWriter('POST', '/v2/entities', room('r1'));
  const received = await eventually(async () =>
    service.received.find(({ userId }) => userId === relay.user.id),
  );
  expect(received.body).toMatchObject({ data: [{ id: 'r1' }] });
});

it('no other receiver and no provider is sent the token of a caller, in whatever part of the request', async () => {
  const [writer, subscriber] = await Promise.all([tokenOf(EVERYTHING), tokenOf(EVERYTHING)]);
  const asSubscriber = broker.as(subscriber.token, 'kept');
  const url = `${stranger.url}/plain`;
  const macro = '${authToken}';
  const customs = [
    { url: `${stranger.url}/in-url/${macro}` },
    { url: `${stranger.url}/in-query`, qs: { t: macro } },
    { url: `${stranger.url}/in-header`, headers: { 'x-stolen': macro, [`x-${macro}`]: 'name' } },
    { url: `${stranger.url}/in-payload`, payload: `t: ${macro}` },
    { url: `${stranger.url}/in-json`, json: { t: macro } },
    { url: `${stranger.url}/in-ngsi`, ngsi: { stolen: { type: 'Text', value: macro } } },
  ];
  for (const notification of [{ http: { url } }, ...customs.map((httpCustom) => ({ httpCustom }))])
    expect((await asSubscriber('POST', '/v2/subscriptions', subscribe(notification))).status).toBe(201);
  const registered = await asSubscriber('POST', '/v2/registrations', {
    dataProvided: { entities: [{ id: 'far', type: 'Room' }], attrs: ['far'] },
    provider: { http: { url: `${stranger.url}/provider` } },
  });
  expect(registered.status).toBe(201);

  const asWriter = broker.as(writer.token, 'kept');
  expect((await asWriter('POST', '/v2/entities', room('r1'))).status).toBe(201);
  await asWriter('GET', '/v2/entities/far?type=Room');
  for (const part of [
    '/plain',
    '/in-url',
    '/in-query',
    '/in-header',
    '/in-payload',
    '/in-json',
    '/in-ngsi',
    '/provider',
  ])
    await eventually(() => stranger.having(part).length > 0);
  expect(stranger.having(writer.token)).toEqual([]);
  expect(stranger.having('X-Auth-Token')).toEqual([]);
});

it('nor is it kept in the outbox for a receiver that does not answer', async () => {
  const { token } = await tokenOf(EVERYTHING);
  const ask = broker.as(token, 'outbox');
  // Nobody listens there.
  await ask('POST', '/v2/subscriptions', subscribe({ http: { url: 'http://127.0.0.1:9/gone' } }));
  await ask('POST', '/v2/entities', room('r2'));
  for (const name of readdirSync(broker.folder))
    expect([name, readFileSync(join(broker.folder, name)).includes(token)]).toEqual([name, false]);
});
