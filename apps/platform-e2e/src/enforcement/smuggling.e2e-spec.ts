import { createHmac } from 'node:crypto';
import { Broker, enforcing } from '../support/broker';
import { Identity, type Application } from '../support/identity';

/** Whatever a request looks like, the decision is about what the broker would run. */
let identity: Identity;
let application: Application;
let broker: Broker;
/** May read entities of tenant `mine` under `/a`, and nothing else. */
let token: string;
let admin: ReturnType<Broker['as']>;

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  broker = await Broker.start(
    enforcing(identity.url, application, ['-authzJwtSecret', application.jwtSecret]),
  );
  const restriction = { use_authorization_service_header: true, authorization_service_header: 'mine/a' };
  const reader = await identity.createUser(application, [
    { action: 'GET', resource: '/v2/entities', ...restriction },
    { action: 'GET', resource: '^/v2/entities/[^/]+$', is_regex: true, ...restriction },
    { action: 'GET', resource: '/v2/types', ...restriction },
  ]);
  token = await identity.token(application, reader);
  const everything = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((action) => ({
    action,
    resource: '.',
    is_regex: true,
  }));
  admin = broker.as(
    await identity.token(application, await identity.createUser(application, everything)),
    'yours',
  );
  expect((await admin('POST', '/v2/entities', { id: 'secret', type: 'T' })).status).toBe(201);
});
afterAll(async () => {
  await broker?.dispose();
});

const ask = (headers: readonly string[], path = '/v2/entities', method = 'GET', body?: unknown) =>
  broker.send(method, path, { headers: ['X-Auth-Token', token, ...headers], body });
const MINE = ['Fiware-Service', 'mine', 'Fiware-ServicePath', '/a'];

it('the honest request is served', async () => {
  expect((await ask(MINE)).status).toBe(200);
});

describe('tenant and service path', () => {
  it.each([
    [
      'a second tenant after the first',
      ['Fiware-Service', 'mine', 'Fiware-Service', 'yours', 'Fiware-ServicePath', '/a'],
    ],
    ['a second tenant before it', ['fiware-service', 'yours', ...MINE]],
    ['two tenants in one header', ['Fiware-Service', 'mine,yours', 'Fiware-ServicePath', '/a']],
    ['a tenant with the rule of the service path in it', ['Fiware-Service', 'mine/a']],
    ['a second service path', [...MINE, 'Fiware-ServicePath', '/b']],
    ['a second service path in other letters', [...MINE, 'FIWARE-SERVICEPATH', '/#']],
    ['service paths in one header', ['Fiware-Service', 'mine', 'Fiware-ServicePath', '/a,/b']],
    ['the subtree', ['Fiware-Service', 'mine', 'Fiware-ServicePath', '/a/#']],
    ['dots', ['Fiware-Service', 'mine', 'Fiware-ServicePath', '/a/../b']],
    ['no service path', ['Fiware-Service', 'mine']],
    ['an empty service path', ['Fiware-Service', 'mine', 'Fiware-ServicePath', '']],
    ['an empty one in the list', ['Fiware-Service', 'mine', 'Fiware-ServicePath', '/a,']],
    ['underscores', ['Fiware_Service', 'mine', 'Fiware_ServicePath', '/a']],
    ['the other tenant', ['Fiware-Service', 'yours', 'Fiware-ServicePath', '/a']],
    ['no tenant', ['Fiware-ServicePath', '/a']],
    [
      'names of other proxies',
      ['X-Fiware-Service', 'mine', 'X-Forwarded-Service', 'mine', 'Fiware-Service', 'yours'],
    ],
  ])('%s: refused', async (_, headers) => {
    const { status, body } = await ask(headers);
    expect([400, 403]).toContain(status);
    expect(body).not.toContain('secret');
  });

  it('letter case of header and tenant makes no difference, to the decision or the operation', async () => {
    expect((await ask(['FIWARE-SERVICE', 'MINE', 'fiware-servicepath', '/a'])).status).toBe(200);
    expect((await ask(['fiware-service', 'Yours', 'fiware-servicepath', '/a'])).status).toBe(403);
  });
});

describe('paths', () => {
  it.each([
    '/v2/entities/x%2Fattrs',
    '/v2/entities/x%2fattrs%2ftemperature',
    '/v2/entities%2F..%2Fsubscriptions',
    '/v2/entities/../subscriptions',
    '/v2/entities/..%2f..%2fstatistics',
    '/v2/%73ubscriptions',
    '/v2/subscriptions?x=/v2/entities',
    '/v2/subscriptions;/v2/entities',
    '/v2//entities',
    '//statistics',
    '/V2/entities',
    '/Statistics',
    '/STATISTICS/',
    '/%73tatistics',
    '/admin%2Flog',
    'http://127.0.0.1/statistics',
    'http://127.0.0.1/v2/subscriptions',
  ])('%s is not read as something that is permitted', async (path) => {
    const { status } = await ask(MINE, path);
    expect([400, 403, 404, 405]).toContain(status);
    expect(status).not.toBe(200);
  });

  it('a path that is written otherwise is decided on as what it is', async () => {
    for (const path of [
      '/v2/entities/',
      '//v2/entities',
      '/v2/%65ntities',
      '/%762/types',
      'http://other/v2/entities?limit=1',
    ])
      expect([path, (await ask(MINE, path)).status]).toEqual([path, 200]);
    // An id that looks like an escaped path is an id.
    expect((await ask(MINE, '/v2/entities/x%252Fattrs')).status).toBe(404);
  });

  it.each(['/v2/op/query', '/v2/op/update', '/v2/op/notify', '/v2/entities'])(
    'POST %s is an operation of its own',
    async (path) => {
      expect((await ask(MINE, path, 'POST', { entities: [{ idPattern: '.*' }] })).status).toBe(403);
    },
  );

  it('a header or parameter changes neither verb nor path', async () => {
    const tricks = [
      'X-HTTP-Method-Override',
      'GET',
      'X-Original-URL',
      '/v2/entities',
      'X-Rewrite-URL',
      '/v2/entities',
    ];
    expect((await ask([...MINE, ...tricks], '/v2/entities/secret?_method=GET', 'DELETE')).status).toBe(403);
    expect((await ask([...MINE, ...tricks], '/statistics')).status).toBe(403);
  });

  it('what is open is open by GET and exact path only', async () => {
    for (const path of [
      '/version/../statistics',
      '/version%2f..%2fstatistics',
      '/version;x',
      '/health/live/x',
      '/health',
    ])
      expect((await broker.send('GET', path)).status).toBe(401);
    expect((await broker.send('GET', '/version/')).status).toBe(200);
    expect((await broker.send('GET', '/VERSION/')).status).toBe(401);
  });

  it('NGSIv1 has the same guard, with errors of its own', async () => {
    for (const path of ['/v1/queryContext', '/ngsi10/queryContext', '/NGSI10/QUERYCONTEXT']) {
      const { status, body } = await ask(MINE, path, 'POST', {
        entities: [{ type: '', isPattern: 'true', id: '.*' }],
      });
      expect([path, status]).toEqual([path, 403]);
      expect(JSON.parse(body)).toMatchObject({ orionError: { code: '403', reasonPhrase: 'Forbidden' } });
    }
  });
});

describe('tokens', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = () => Math.floor(Date.now() / 1000);
  const signed = (header: object, claims: object, secret: string) => {
    const text = `${part(header)}.${part(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const claims = () => ({ id: 'admin', app_id: application.id, iat: now(), exp: now() + 600 });
  const statusOf = async (forged: string) =>
    (await broker.send('GET', '/v2/entities', { headers: ['Authorization', `Bearer ${forged}`, ...MINE] }))
      .status;

  it('two of them are refused, even when one is good', async () => {
    const bad = 'deadbeef';
    for (const headers of [
      ['X-Auth-Token', bad],
      ['x-auth-token', token],
      ['Authorization', `Bearer ${bad}`],
    ])
      expect((await ask([...headers, ...MINE])).status).toBe(400);
  });

  it.each([
    ['of algorithm none', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    ['of algorithm None with a signature', () => signed({ alg: 'None' }, claims(), application.jwtSecret)],
    ['forged', () => signed({ alg: 'HS256', typ: 'JWT' }, claims(), 'guessed')],
    ['signed with the empty secret', () => signed({ alg: 'HS256', typ: 'JWT' }, claims(), '')],
    [
      'expired',
      () => signed({ alg: 'HS256', typ: 'JWT' }, { ...claims(), exp: now() - 60 }, application.jwtSecret),
    ],
    [
      'of a foreign application',
      () => signed({ alg: 'HS256', typ: 'JWT' }, { ...claims(), app_id: 'other' }, application.jwtSecret),
    ],
    [
      'made with the right secret, but never issued',
      () => signed({ alg: 'HS256', typ: 'JWT' }, { ...claims(), jti: 'x' }, application.jwtSecret),
    ],
    [
      'naming its own key',
      () => signed({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'Z3Vlc3NlZA' } }, claims(), 'guessed'),
    ],
  ])('a JWT %s is refused', async (_, make) => {
    expect(await statusOf(make())).toBe(401);
  });
});

it('a body is not read before the decision', async () => {
  const answer = await broker
    .send('POST', '/v2/entities', {
      headers: [
        'X-Auth-Token',
        token,
        ...MINE,
        'Content-Type',
        'application/json',
        'Content-Length',
        '1000000',
        'Expect',
        '100-continue',
      ],
    })
    .catch((error: unknown) => error);
  expect(answer).toMatchObject({ status: 403 });
});
