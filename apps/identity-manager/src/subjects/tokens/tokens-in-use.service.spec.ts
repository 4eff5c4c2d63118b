import { IotAgentRow } from '../../database/entities/application.row';
import { AccessTokenRow, AuthorizationCodeRow, RefreshTokenRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { TokensInUse } from './tokens-in-use.service';
import type { TokenScope, TokenSearch, TokenSort } from './tokens-in-use.repository';
import { TokensModule } from './tokens.module';

const NOW = 1_700_000_000_000;
let context: TestContext;
let tokens: TokensInUse;
let actor: Actor;
const told: string[] = [];
/** Ids of applications and users by name. */
const ids = { parking: '', bikes: '', ana: '', bob: '' };
beforeAll(async () => {
  context = await openTestContext([TokensModule], {}, new TestClock(NOW));
  tokens = context.get(TokensInUse);
  context
    .get(StateChanges)
    .on('tokens of user', ({ userId, applicationId }) => told.push(`${userId} ${applicationId}`));
  ids.parking = (await addApplication(context, { name: 'Parking' })).id;
  ids.bikes = (await addApplication(context, { name: 'bikes' })).id;
  ids.ana = (await addUser(context, { username: 'Ana', email: 'a@city.example' })).id;
  ids.bob = (await addUser(context, { username: 'bob 100%', email: 'b_b@city.example' })).id;
  await context.rows.insert(IotAgentRow, {
    id: 'iot_sensor_1',
    applicationId: ids.bikes,
    passwordHash: '',
    createdAt: 0,
  });
});
afterAll(() => context.close());

const base = { kind: 'bearer', grantType: 'password', scope: null, revokedAt: null } as const;
beforeEach(async () => {
  told.length = 0;
  actor = actorFor(await addUser(context));
  for (const row of [AccessTokenRow, RefreshTokenRow, AuthorizationCodeRow]) await context.rows.clear(row);
  const { parking, bikes, ana, bob } = ids;
  await context.rows.insert(AccessTokenRow, [
    {
      ...base,
      tokenHash: '1',
      applicationId: parking,
      userId: ana,
      familyId: 'f1',
      expiresAt: NOW + 1,
      createdAt: 4,
    },
    {
      ...base,
      tokenHash: '2',
      applicationId: parking,
      userId: bob,
      expiresAt: null,
      createdAt: 3,
      kind: 'jwt',
    },
    {
      ...base,
      tokenHash: '3',
      applicationId: bikes,
      userId: ana,
      expiresAt: NOW + 9,
      createdAt: 2,
      grantType: 'implicit',
    },
    {
      ...base,
      tokenHash: '4',
      applicationId: bikes,
      iotAgentId: 'iot_sensor_1',
      expiresAt: NOW + 5,
      createdAt: 1,
    },
    {
      ...base,
      tokenHash: '5',
      applicationId: bikes,
      expiresAt: NOW + 7,
      createdAt: 5,
      grantType: 'client_credentials',
    },
    { ...base, tokenHash: 'expired', applicationId: parking, userId: ana, expiresAt: NOW, createdAt: 9 },
    {
      ...base,
      tokenHash: 'revoked',
      applicationId: parking,
      userId: ana,
      expiresAt: null,
      revokedAt: 1,
      createdAt: 9,
    },
  ]);
  const refresh = {
    applicationId: parking,
    userId: ana,
    kind: 'bearer',
    authTime: 0,
    expiresAt: 9e15,
    createdAt: 0,
  } as const;
  await context.rows.insert(RefreshTokenRow, [
    { ...refresh, tokenHash: 'r1', familyId: 'f1' },
    { ...refresh, tokenHash: 'r2', familyId: 'f2' },
    { ...refresh, tokenHash: 'r3', familyId: 'f1', applicationId: bikes },
  ]);
  const code = {
    applicationId: parking,
    userId: ana,
    familyId: 'f',
    redirectUri: 'r',
    redirectUriWasSent: false,
  } as const;
  await context.rows.insert(AuthorizationCodeRow, [
    { ...code, codeHash: 'c', authTime: 0, expiresAt: 9e15, createdAt: 0 },
    { ...code, codeHash: 'used', authTime: 0, expiresAt: 9e15, createdAt: 0, usedAt: 1 },
    { ...code, codeHash: 'other', userId: bob, authTime: 0, expiresAt: 9e15, createdAt: 0 },
  ]);
});

const part = { sort: 'created', descending: false, limit: 10, offset: 0 } as const;
const hashes = async (search: TokenSearch, more: object = {}) =>
  (await tokens.list(search, { ...part, ...more })).map(({ hash }) => hash);
const endedAccess = async () =>
  (await context.rows.find(AccessTokenRow))
    .filter(({ revokedAt }) => revokedAt === NOW)
    .map((t) => t.tokenHash)
    .toSorted();
const endedRefresh = async () =>
  (await context.rows.find(RefreshTokenRow))
    .filter(({ revokedAt }) => revokedAt === NOW)
    .map((t) => t.tokenHash)
    .toSorted();

describe('The tokens that work', () => {
  it.each<[() => TokenSearch, string[]]>([
    [() => ({}), ['4', '3', '2', '1', '5']],
    [() => ({ applicationId: ids.parking }), ['2', '1']],
    [() => ({ userId: ids.ana }), ['3', '1']],
    [() => ({ userId: ids.ana, applicationId: ids.bikes }), ['3']],
    [() => ({ grant: 'password' }), ['4', '2', '1']],
    [() => ({ kind: 'jwt' }), ['2']],
    [() => ({ neverExpires: true }), ['2']],
    [() => ({ neverExpires: false }), ['4', '3', '1', '5']],
    [() => ({ text: 'ANA' }), ['3', '1']],
    [() => ({ text: 'á' }), ['3', '2', '1']],
    [() => ({ text: 'sensor_1' }), ['4']],
    [() => ({ text: '%' }), ['2']],
    [() => ({ text: 'b_b@' }), ['2']],
    [() => ({ text: `' OR 1=1 --` }), []],
    [() => ({ text: 'x'.repeat(10_000) }), []],
    [() => ({ applicationId: '%' }), []],
    [() => ({ userId: '' }), []],
    [() => ({ grant: '', text: '' }), ['4', '3', '2', '1', '5']],
  ])('by search %# are these, on the page as in their number', async (search, found) => {
    expect(await hashes(search())).toEqual(found);
    expect(await tokens.count(search())).toBe(found.length);
  });

  it.each<[TokenSort, boolean, string[]]>([
    ['created', true, ['5', '1', '2', '3', '4']],
    ['expires', false, ['1', '4', '5', '3', '2']],
    ['expires', true, ['2', '3', '5', '4', '1']],
    ['owner', false, ['5', '1', '3', '2', '4']],
    ['application', false, ['3', '4', '5', '1', '2']],
  ])('are in order by %s, descending %j', async (sort, descending, found) => {
    expect(await hashes({}, { sort, descending })).toEqual(found);
  });

  it.each([
    [0, 2, ['4', '3']],
    [4, 2, ['5']],
    [5, 2, []],
    [0, 0, []],
  ])('from %i on, %i at most, are %j', async (offset, limit, found) => {
    expect(await hashes({}, { offset, limit })).toEqual(found);
  });

  it('are told without the token, with whose they are', async () => {
    const [agents, users] = [
      await tokens.list({ text: 'sensor_1' }, part),
      await tokens.list({ kind: 'jwt' }, part),
    ];
    expect(agents).toEqual([
      {
        hash: '4',
        kind: 'bearer',
        grantType: 'password',
        scope: null,
        expiresAt: NOW + 5,
        createdAt: 1,
        userId: null,
        owner: 'iot_sensor_1',
        applicationId: ids.bikes,
        application: 'bikes',
      },
    ]);
    expect(users[0]).toMatchObject({ owner: 'bob 100%', application: 'Parking', expiresAt: null });
  });

  it('are taken along as they were searched, which the audit log notes', async () => {
    const found: string[] = [];
    for await (const group of tokens.export(actor, { applicationId: ids.bikes }))
      found.push(...group.map(({ hash }) => hash));
    expect(found).toEqual(['3', '4', '5']);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'token.export', applicationId: ids.bikes },
    ]);
  });
});

describe('A token that is ended', () => {
  it.each<[string, () => TokenScope, boolean]>([
    ['an administrator', () => ({}), true],
    ['its application', () => ({ applicationId: ids.parking }), true],
    ['its user', () => ({ userId: ids.ana }), true],
    ['its user in its application', () => ({ userId: ids.ana, applicationId: ids.parking }), true],
    ['another application', () => ({ applicationId: ids.bikes }), false],
    ['another user', () => ({ userId: ids.bob }), false],
    ['its user in another application', () => ({ userId: ids.ana, applicationId: ids.bikes }), false],
  ])('by %s, %#, takes the refresh tokens of its grant along, or none', async (_who, scope, ends) => {
    expect(await tokens.revoke(actor, scope(), '1')).toBe(ends);
    expect([await endedAccess(), await endedRefresh()]).toEqual(ends ? [['1'], ['r1']] : [[], []]);
    expect(await context.auditedOf(actor)).toMatchObject(
      ends ? [{ event: 'token.revoke', outcome: 'success', subject: '1' }] : [],
    );
  });

  it('of no grant takes nothing along', async () => {
    expect(await tokens.revoke(actor, {}, '2')).toBe(true);
    expect([await endedAccess(), await endedRefresh()]).toEqual([['2'], []]);
  });

  it('of an agent is none of a user', async () => {
    expect(await tokens.revoke(actor, { userId: ids.ana }, '4')).toBe(false);
    expect(await tokens.revoke(actor, { applicationId: ids.bikes }, '4')).toBe(true);
  });

  it.each(['', '%', `' OR '1'='1`, 'nothing'])('is none by the digest %j', async (hash) => {
    expect(await tokens.revoke(actor, {}, hash)).toBe(false);
    expect([await endedAccess(), await context.auditedOf(actor)]).toEqual([[], []]);
  });

  it('works on, with its grant, when a write fails', async () => {
    const revoke = () => tokens.revoke(actor, {}, '1');
    await expect(context.whileBroken('UPDATE ON refresh_tokens', revoke)).rejects.toThrow(BROKEN);
    expect([await endedAccess(), await endedRefresh(), await context.auditedOf(actor)]).toEqual([[], [], []]);
  });
});

describe('All that an application holds of a user', () => {
  it('ends, and nothing of another application or user', async () => {
    await tokens.revokeOf(actor, ids.ana, ids.parking);
    expect([await endedAccess(), await endedRefresh()]).toEqual([
      ['1', 'expired'],
      ['r1', 'r2'],
    ]);
    const codes = (await context.rows.find(AuthorizationCodeRow)).map(({ codeHash }) => codeHash);
    expect(codes.toSorted()).toEqual(['other', 'used']);
    expect(told).toEqual([`${ids.ana} ${ids.parking}`]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'token.revoke', applicationId: ids.parking, subject: ids.ana, details: { which: 'all' } },
    ]);
  });

  it.each(['UPDATE ON access_tokens', 'UPDATE ON refresh_tokens', 'DELETE ON authorization_codes'])(
    'works on, all of it, when %s fails',
    async (write) => {
      const revoke = () => tokens.revokeOf(actor, ids.ana, ids.parking);
      await expect(context.whileBroken(write, revoke)).rejects.toThrow(BROKEN);
      expect([await endedAccess(), await endedRefresh(), told]).toEqual([[], [], []]);
      expect(await context.rows.count(AuthorizationCodeRow)).toBe(3);
      expect(await context.auditedOf(actor)).toEqual([]);
    },
  );
});
