import { Broker, enforcing, ownTenant, send } from '../support/broker';
import { Identity, type Application } from '../support/identity';
import { PepProxy } from '../support/pep-proxy';

/** A PEP proxy of today goes on working in front of the broker, with or without the broker's own enforcement behind it. */
let identity: Identity;
let application: Application;
let credentials: { readonly id: string; readonly password: string };
/** Logs in with the credentials of the proxy. */
let guarded: Broker;

const EVERYTHING = ['GET', 'POST', 'PATCH'].map((action) => ({
  action,
  resource: '^/v2/entities',
  is_regex: true,
}));

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  credentials = (
    await identity.call<{ pep_proxy: typeof credentials }>(
      'post',
      `/applications/${application.id}/pep_proxies`,
      {},
    )
  ).pep_proxy;
  guarded = await Broker.start(enforcing(identity.url, application, ['-authzUser', credentials.id]), {
    ORION_AUTHZ_PASSWORD: credentials.password,
  });
});
afterAll(() => guarded?.dispose());

describe.each([
  ['an open broker', () => Broker.shared()],
  ['a broker that enforces too', async () => guarded],
])('in front of %s', (_, brokerBehind) => {
  let proxy: PepProxy;
  beforeAll(async () => {
    const broker = await brokerBehind();
    proxy = await PepProxy.start(identity.url, broker.url, application, credentials);
  });
  afterAll(() => proxy?.close());

  it.each([undefined, 'jwt'] as const)('roles decide, scope %s', async (scope) => {
    const [writer, nobody] = await Promise.all([
      identity.createUser(application, EVERYTHING),
      identity.createUser(application, []),
    ]);
    const [good, bad] = await Promise.all([
      identity.token(application, writer, scope),
      identity.token(application, nobody, scope),
    ]);
    const tenant = ownTenant();
    const as = (token: string, method: string, path: string, body?: unknown) =>
      send(proxy.url, method, path, { headers: ['X-Auth-Token', token, ...tenant], body });
    expect((await as(good, 'POST', '/v2/entities', { id: 'r1', type: 'Room' })).status).toBe(201);
    expect(JSON.parse((await as(good, 'GET', '/v2/entities?type=Room')).body)).toEqual([
      { id: 'r1', type: 'Room' },
    ]);
    expect((await as(good, 'GET', '/v2/types')).status).toBe(401);
    expect((await as(bad, 'GET', '/v2/entities')).status).toBe(401);
    expect((await as('unknown', 'GET', '/v2/entities')).status).toBe(401);
    expect((await send(proxy.url, 'GET', '/v2/entities')).status).toBe(401);
  });
});

it('a proxy with a wrong password does not start', async () => {
  await expect(
    PepProxy.start(identity.url, 'http://127.0.0.1:9', application, { ...credentials, password: 'wrong' }),
  ).rejects.toThrow('login answered 401');
});

it('the broker logs in with the same credentials', async () => {
  const token = await identity.token(application, await identity.createUser(application, EVERYTHING));
  expect((await guarded.as(token)('GET', '/v2/entities')).status).toBe(200);
  expect(guarded.output).not.toContain(credentials.password);
});
