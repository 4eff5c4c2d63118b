import { eventually } from '@smart-city/testing';
import { startProtectedService, type ProtectedService } from '../protected-service/protected-service';
import { Broker, enforcing, send } from '../support/broker';
import { Identity, type Application } from '../support/identity';

/** Notifications flow to a receiver that asks the same identity manager. */
let identity: Identity;
let application: Application;
let broker: Broker;
let service: ProtectedService;

beforeAll(async () => {
  identity = await Identity.start();
  application = await identity.createApplication();
  broker = await Broker.start(enforcing(identity.url, application));
  service = await startProtectedService(identity.url, application.id);
});
afterAll(async () => {
  await service?.close();
  await broker?.dispose();
  await identity?.dispose();
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

it('a notification carries the token of the request that caused it, and the receiver decides about its bearer', async () => {
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
    const { notification } = JSON.parse((await asAllowed('GET', String(created.headers['location']))).body);
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
