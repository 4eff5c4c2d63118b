import { IotAgentRow } from '../../database/entities/application.row';
import { ConsentRow } from '../../database/entities/consent.row';
import { KeyrockRowRow } from '../../database/entities/keyrock-row.row';
import { AccessTokenRow } from '../../database/entities/token.row';
import type { UserRow } from '../../database/entities/user.row';
import { addApplication, addUser } from '../../database/test-rows';
import { tokenHash } from '../../service/random-token';
import { openTestContext, TestClock, type TestContext } from '../../test-context';
import type { JwtClaims } from './jwt';
import { KeyrockJwts } from './keyrock-jwts.service';
import { TokensModule } from './tokens.module';
import { tokenKey } from './tokens.repository';

/** Seconds: when the last import was, and what the clock says. */
const IMPORTED = 1_600_000_000;
const NOW = 1_700_000_000;

let context: TestContext;
let jwts: KeyrockJwts;
beforeAll(async () => {
  context = await openTestContext([TokensModule], {}, new TestClock(NOW * 1_000));
  jwts = context.get(KeyrockJwts);
});
afterAll(() => context.close());

let applicationId: string;
let ownId: string;
let user: UserRow;
let number = 0;
const imported = (source: 'user' | 'oauth_client', id: string, key: object) =>
  context.rows.insert(KeyrockRowRow, {
    source,
    sourceKey: tokenHash(id),
    target: JSON.stringify({ key }),
    digests: '{}',
    seenAt: IMPORTED * 1_000,
  });
const agentOf = async (application: string) => {
  const id = `iot_sensor_${++number}`;
  await context.rows.insert(IotAgentRow, { id, applicationId: application, passwordHash: '', createdAt: 0 });
  return id;
};
beforeEach(async () => {
  applicationId = (await addApplication(context)).id;
  ownId = (await addApplication(context)).id;
  await imported('oauth_client', applicationId, { id: applicationId });
  user = await addUser(context);
  await context.rows.insert(ConsentRow, { userId: user.id, applicationId, loginDate: 0 });
});

const made = { iat: IMPORTED - 10, exp: NOW + 10 };
/** What is stored of the token, or that it is not one that counts. */
const adopt = async (claims: JwtClaims, application = applicationId) => {
  const token = `token ${++number}`;
  const counts = await jwts.adopt(token, claims, application);
  const row = await context.rows.findOneBy(AccessTokenRow, { tokenHash: tokenKey(token) });
  expect(row !== null).toBe(counts);
  return row ?? 'does not count';
};

describe('A JSON Web Token of Keyrock’s', () => {
  it('of a user becomes one of ours', async () => {
    expect(await adopt({ ...made, type: 'user', id: user.id })).toMatchObject({
      userId: user.id,
      iotAgentId: null,
      applicationId,
      familyId: null,
      kind: 'jwt',
      grantType: 'imported',
      scope: 'jwt',
      expiresAt: (NOW + 10) * 1_000,
      createdAt: (IMPORTED - 10) * 1_000,
      revokedAt: null,
    });
  });

  it('of the application itself, or of its agent, becomes one of ours', async () => {
    const id = await agentOf(applicationId);
    expect(await adopt(made)).toMatchObject({ userId: null, iotAgentId: null });
    expect(await adopt({ ...made, type: 'iot', id })).toMatchObject({ userId: null, iotAgentId: id });
  });

  it('without end stays without end', async () => {
    expect(await adopt({ iat: made.iat })).toMatchObject({ expiresAt: null, scope: 'jwt permanent' });
  });

  it('of a user who got another id here is that user’s', async () => {
    await imported('user', 'their id there', { id: user.id });
    expect(await adopt({ ...made, type: 'user', id: 'their id there' })).toMatchObject({ userId: user.id });
  });

  it('is stored once, however many show it at once', async () => {
    const claims = { ...made, type: 'user', id: user.id };
    const outcomes = await Promise.all([1, 2, 3].map(() => jwts.adopt('the same', claims, applicationId)));
    expect(outcomes).toEqual([true, true, true]);
    expect(await context.rows.countBy(AccessTokenRow, { tokenHash: tokenKey('the same') })).toBe(1);
  });

  it.each<[string, () => JwtClaims | Promise<JwtClaims>]>([
    ['was made after the import', () => ({ ...made, iat: IMPORTED + 1 })],
    ['is over', () => ({ ...made, exp: NOW })],
    ['says no time', () => ({ exp: made.exp })],
    ['says its time as text', () => ({ iat: `${made.iat}` })],
    ['says its end as text', () => ({ ...made, exp: `${made.exp}` })],
    ['names nobody who is here', () => ({ ...made, type: 'user', id: 'nobody' })],
    ['names what stands for anybody', () => ({ ...made, type: 'user', id: '%' })],
    ['names its user as a list', () => ({ ...made, type: 'user', id: [user.id] })],
    ['names somebody of no kind', () => ({ ...made, id: user.id })],
    ['names somebody of another kind', () => ({ ...made, type: 'admin', id: user.id })],
    ['names its user and a blank', () => ({ ...made, type: 'user', id: `${user.id} ` })],
    ['names its user and a NUL', () => ({ ...made, type: 'user', id: `${user.id}\0` })],
    ['names no agent', () => ({ ...made, type: 'iot', id: 'iot_sensor_0' })],
    [
      'names an agent of another application',
      async () => ({ ...made, type: 'iot', id: await agentOf(ownId) }),
    ],
    [
      'names a user who never let the application in',
      async () => ({ ...made, type: 'user', id: (await addUser(context)).id }),
    ],
  ])('that %s does not count', async (_what, claims) => {
    expect(await adopt(await claims())).toBe('does not count');
  });

  it('of an application that did not come from Keyrock does not count', async () => {
    await context.rows.insert(ConsentRow, { userId: user.id, applicationId: ownId, loginDate: 0 });
    for (const claims of [made, { ...made, type: 'user', id: user.id }])
      expect(await adopt(claims, ownId)).toBe('does not count');
  });

  it.each([
    [IMPORTED * 1_000, true],
    [IMPORTED * 1_000 + 1, false],
  ])('of a user whose password is of %i counts: %j', async (datePassword, counts) => {
    const other = await addUser(context, { datePassword });
    await context.rows.insert(ConsentRow, { userId: other.id, applicationId, loginDate: 0 });
    const row = await adopt({ ...made, type: 'user', id: other.id });
    expect(row !== 'does not count').toBe(counts);
  });
});
