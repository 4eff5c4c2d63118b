import type { Step } from '../../database/dialect';
import {
  AccessTokenRow,
  ApiTokenRow,
  AuthorizationCodeRow,
  RefreshTokenRow,
} from '../../database/entities/token.row';
import { AccountKeyRow, RememberedDeviceRow, type UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addApplication, addUser } from '../../database/test-rows';
import { BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { StateChanges } from '../changes/state-changes';
import { EndOfAccess } from './end-of-access.service';
import { UsersModule } from './users.module';

const NOW = 7_000;
let context: TestContext;
let access: EndOfAccess;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([UsersModule], {}, new TestClock(NOW));
  access = context.get(EndOfAccess);
  context.get(StateChanges).on('tokens of user', ({ userId }) => told.push(userId));
});
afterAll(() => context.close());

let user: UserRow;
let stranger: UserRow;
beforeEach(async () => {
  [user, stranger] = [await openAll(), await openAll()];
  told.length = 0;
});

/** A user with one of everything that can be open, and a used code, an ended token and a form. */
async function openAll(): Promise<UserRow> {
  const one = await addUser(context);
  const { id: applicationId } = await addApplication(context);
  const { rows } = context;
  const [userId, life] = [one.id, { expiresAt: 9e15, createdAt: 0 }];
  const session = {
    userId,
    ...life,
    oauthSignIn: false,
    secondFactorPending: false,
    authTime: 0,
    lastSeenAt: 0,
  };
  await rows.insert(WebSessionRow, [
    { ...session, sessionHash: `1 ${userId}` },
    { ...session, sessionHash: `2 ${userId}` },
  ]);
  await rows.insert(RememberedDeviceRow, { ...life, userId, deviceHash: `d ${userId}` });
  const keyOf = (purpose: 'reset' | 'form') => ({
    ...life,
    userId,
    purpose,
    keyHash: `${purpose} ${userId}`,
  });
  await rows.insert(AccountKeyRow, [keyOf('reset'), keyOf('form')]);
  const code = {
    ...life,
    userId,
    applicationId,
    familyId: 'f',
    redirectUri: 'r',
    redirectUriWasSent: true,
    authTime: 0,
  };
  await rows.insert(AuthorizationCodeRow, [
    { ...code, codeHash: `new ${userId}` },
    { ...code, codeHash: `used ${userId}`, usedAt: 1 },
  ]);
  const token = { ...life, userId, applicationId, kind: 'bearer' } as const;
  const access_ = { ...token, grantType: 'password' };
  await rows.insert(AccessTokenRow, [
    { ...access_, tokenHash: `live ${userId}` },
    { ...access_, tokenHash: `ended ${userId}`, revokedAt: 1 },
  ]);
  await rows.insert(RefreshTokenRow, { ...token, tokenHash: `r ${userId}`, familyId: 'f', authTime: 0 });
  await rows.insert(ApiTokenRow, { ...life, userId, valid: true, tokenHash: `a ${userId}` });
  return one;
}

async function left({ id: userId }: UserRow) {
  const { rows } = context;
  return {
    sessions: await rows.countBy(WebSessionRow, { userId }),
    devices: await rows.countBy(RememberedDeviceRow, { userId }),
    keys: (await rows.findBy(AccountKeyRow, { userId })).map(({ purpose }) => purpose).toSorted(),
    codes: (await rows.findBy(AuthorizationCodeRow, { userId })).length,
    access: (await rows.find(AccessTokenRow, { where: { userId }, order: { tokenHash: 'ASC' } })).map(
      (t) => t.revokedAt,
    ),
    refresh: (await rows.findOneByOrFail(RefreshTokenRow, { userId })).revokedAt,
    api: (await rows.findOneByOrFail(ApiTokenRow, { userId })).valid,
  };
}
const everything = {
  sessions: 2,
  devices: 1,
  keys: ['form', 'reset'],
  codes: 2,
  access: [1, null],
  refresh: null,
  api: true,
};
const tokensEnded = { codes: 1, access: [1, NOW], refresh: NOW, api: false };

describe('What a user has open', () => {
  it('ends all at once, and what was over keeps its time', async () => {
    expect(await access.endEverythingOf(user.id)).toBe(true);
    expect(await left(user)).toEqual({ ...tokensEnded, sessions: 0, devices: 0, keys: ['form'] });
    expect(await left(stranger)).toEqual(everything);
    expect(told).toEqual([user.id]);
  });

  it('ends but for the session that goes on, when that is one of theirs', async () => {
    await access.endEverythingOf(user.id, { keepSession: `2 ${user.id}` });
    expect(await context.rows.findBy(WebSessionRow, { userId: user.id })).toMatchObject([
      { sessionHash: `2 ${user.id}` },
    ]);
    await access.endEverythingOf(user.id, { keepSession: `2 ${stranger.id}` });
    expect((await left(user)).sessions).toBe(0);
  });

  it('ends in every browser, and no token does', async () => {
    await access.endSessionsOf(user.id);
    expect(await left(user)).toEqual({ ...everything, sessions: 0, devices: 0 });
    expect(await left(stranger)).toEqual(everything);
    expect(told).toEqual([]);
  });

  it('ends as tokens of every kind, and in no browser', async () => {
    await access.endTokensOf(user.id);
    expect(await left(user)).toEqual({ ...everything, ...tokensEnded });
    expect(await left(stranger)).toEqual(everything);
    expect(told).toEqual([user.id]);
  });

  it('goes on when what would end it is not done', async () => {
    const sql = 'UPDATE users SET username = ? WHERE id = ?';
    const because: Step[] = [
      { sql, values: ['changed', user.id] },
      { sql, values: ['x', 'nobody'], expect: 1 },
    ];
    expect(await access.endEverythingOf(user.id, { because })).toBe(false);
    expect(await left(user)).toEqual(everything);
    expect(await context.rows.query('SELECT username FROM users WHERE id = ?', [user.id])).toEqual([
      { username: user.username },
    ]);
  });

  it.each([
    'DELETE ON web_sessions',
    'DELETE ON account_keys',
    'UPDATE ON api_tokens',
    'UPDATE ON access_tokens',
  ])('goes on, all of it, when %s fails', async (write) => {
    const end = () => access.endEverythingOf(user.id);
    await expect(context.whileBroken(write, end)).rejects.toThrow(BROKEN);
    expect(await left(user)).toEqual(everything);
    expect(told).toEqual([]);
  });

  it.each(['%', '', `' OR '1'='1`])('is nothing of %j', async (id) => {
    await access.endEverythingOf(id);
    expect([await left(user), await left(stranger)]).toEqual([everything, everything]);
  });
});
