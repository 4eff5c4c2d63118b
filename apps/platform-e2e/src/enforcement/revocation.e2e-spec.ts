import { eventually } from '@smart-city/testing';
import { Broker, enforcing } from '../support/broker';
import { Identity, type Application } from '../support/identity';

/** What the identity manager takes back is taken back at the broker, within the stated time. */
const CACHE_SECONDS = 2;
/** The identity manager's own memory does not count: one process forgets at once what it changes. */
const BOUND_MS = CACHE_SECONDS * 1000;
/** For the machine, which may stand still for a while. What the memory holds by the clock, units of libs/authz show. */
const SLACK_MS = 20_000;
const ASK_EVERY_MS = 100;

let identity: Identity;
let application: Application;
let broker: Broker;

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  broker = await Broker.start(
    enforcing(identity.url, application, [
      '-authzJwtSecret',
      application.jwtSecret,
      '-authzCacheTime',
      String(CACHE_SECONDS),
    ]),
  );
});
afterAll(async () => {
  await broker?.dispose();
});

const READ = { action: 'GET', resource: '/v2/entities' };
const statusFor = async (token: string) => (await broker.as(token)('GET', '/v2/entities')).status;

/** Resolves once the status is there. @throws Error when it takes longer than the bound */
async function within(status: number, token: string): Promise<void> {
  await eventually(async () => (await statusFor(token)) === status, BOUND_MS + SLACK_MS, ASK_EVERY_MS);
}

it.each([undefined, 'jwt', 'permanent'] as const)(
  'a revoked token is worth nothing: scope %s',
  async (scope) => {
    const token = await identity.token(application, await identity.createUser(application, [READ]), scope);
    expect(await statusFor(token)).toBe(200);
    await identity.revoke(application, token);
    await within(401, token);
  },
);

it('a role taken away, or given, counts', async () => {
  const user = await identity.createUser(application, [READ]);
  const token = await identity.token(application, user, 'jwt');
  expect(await statusFor(token)).toBe(200);
  const assignment = `/applications/${application.id}/users/${user.id}/roles/${user.roleId}`;
  await identity.call('delete', assignment);
  await within(403, token);
  await identity.call('put', assignment, {});
  await within(200, token);
});

it('a user who is deleted is out', async () => {
  const user = await identity.createUser(application, [READ]);
  const token = await identity.token(application, user, 'jwt');
  expect(await statusFor(token)).toBe(200);
  await identity.call('delete', `/users/${user.id}`);
  await within(401, token);
});

it('without a cache a revocation counts from the next request on', async () => {
  const strict = await Broker.start(enforcing(identity.url, application, ['-authzCacheTime', '0']));
  try {
    const token = await identity.token(application, await identity.createUser(application, [READ]));
    expect((await strict.as(token)('GET', '/v2/entities')).status).toBe(200);
    await identity.revoke(application, token);
    expect((await strict.as(token)('GET', '/v2/entities')).status).toBe(401);
  } finally {
    await strict.dispose();
  }
});
