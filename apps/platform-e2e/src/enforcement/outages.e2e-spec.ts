import { eventually } from '@smart-city/testing';
import { Broker, enforcing } from '../support/broker';
import { Gate } from '../support/gate';
import { Identity, type Application } from '../support/identity';

/** An identity manager that is slow, away or another one: never open, and well again by itself. */
let identity: Identity;
let application: Application;
let gate: Gate;
let broker: Broker;
let token: string;
const ASK_EVERY_MS = 100;
/** Far longer than what is known counts (`-authzCacheTime`): the machine may stand still for a while. */
const SOON_MS = 20_000;

const READ = [
  { action: 'GET', resource: '/v2/entities' },
  { action: 'GET', resource: '/v2/types' },
];

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  gate = await Gate.start(identity.url);
  broker = await Broker.start(
    enforcing(gate.url, application, ['-authzCacheTime', '1', '-authzTimeout', '2500']),
  );
});
afterAll(async () => {
  await broker?.dispose();
  await gate?.close();
});
beforeEach(async () => {
  gate.turn('open', identity.url);
  token = await identity.token(application, await identity.createUser(application, READ));
});

const get = (path = '/v2/entities', as = token) => broker.as(as)('GET', path);
const UNAVAILABLE = {
  status: 503,
  body: '{"error":"ServiceUnavailable","description":"the identity manager gives no decision"}',
};

it.each(['cut', 'hold'] as const)(
  '%s: 503, what is known counts no longer than stated, and all is well afterwards',
  async (state) => {
    expect((await get()).status).toBe(200);
    gate.turn(state);
    expect(await get('/v2/types')).toMatchObject(UNAVAILABLE);
    await eventually(async () => (await get()).status === 503, SOON_MS, ASK_EVERY_MS);
    for (const path of ['/version', '/health/live', '/health/ready'])
      expect((await broker.send('GET', path)).status).toBe(200);
    expect((await broker.send('GET', '/v2/entities')).status).toBe(401);
    gate.turn('open');
    expect((await get('/v2/types')).status).toBe(200);
    expect((await get()).status).toBe(200);
  },
);

it('a crowd that waits for a silent identity manager is answered, each 503', async () => {
  gate.turn('hold');
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) => get('/v2/entities', `token${at}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
});

it('it goes away in the middle of an answer', async () => {
  const answers = get('/v2/types');
  gate.turn('cut');
  expect([200, 503]).toContain((await answers).status);
  gate.turn('open');
  expect((await get('/v2/types')).status).toBe(200);
});

it('says in the log that it is away, and that it is back', async () => {
  // Whatever another case left: from here on it is known to be there.
  expect((await get()).status).toBe(200);
  const before = broker.output.length;
  gate.turn('cut');
  for (let i = 0; i < 3; i++) await get('/v2/types', `unknown${i}`);
  gate.turn('open');
  await get('/v2/types');
  // A line may come after the answer that it is about.
  await eventually(() =>
    /lvl=ERROR.*requests are refused: the identity manager cannot be reached[^]*the identity manager decides again/.test(
      broker.output.slice(before),
    ),
  );
  expect(broker.output).not.toContain(token);
});

it('restarted with other keys and data: old tokens are worth nothing, new ones count', async () => {
  const other = await Identity.start();
  try {
    expect((await get()).status).toBe(200);
    gate.turn('open', other.url);
    await eventually(async () => (await get()).status === 401, SOON_MS, ASK_EVERY_MS);
  } finally {
    await other.dispose();
  }
});

describe('the JWT secret changes', () => {
  it('a broker that checks nothing itself follows at once; one that does needs the new secret', async () => {
    const user = await identity.createUser(application, READ);
    const before = await identity.token(application, user, 'jwt');
    expect((await get('/v2/entities', before)).status).toBe(200);
    await identity.call('patch', `/applications/${application.id}`, {
      application: { token_types: ['permanent'] },
    });
    await identity.call('patch', `/applications/${application.id}`, {
      application: { token_types: ['jwt', 'permanent'] },
    });
    const after = await identity.token(application, user, 'jwt');
    expect((await get('/v2/entities', after)).status).toBe(200);
    const checking = await Broker.start(
      enforcing(identity.url, application, ['-authzJwtSecret', application.jwtSecret]),
    );
    try {
      const status = (await checking.as(after)('GET', '/v2/entities')).status;
      const stored = await identity.call<{ application: { jwt_secret: string } }>(
        'get',
        `/applications/${application.id}`,
      );
      expect(status).toBe(stored.application.jwt_secret === application.jwtSecret ? 200 : 401);
    } finally {
      await checking.dispose();
    }
  });
});
