import type { Step } from '../../database/dialect';
import { AccessTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addApplication, addUser } from '../../database/test-rows';
import { Conflict } from '../../faults/faults';
import { BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { StateChanges } from '../changes/state-changes';
import { PasswordHasher } from './password-hasher';
import { UserChanges } from './user-changes.service';
import type { UserWishes } from './user-wishes';
import { UsersModule } from './users.module';

const clock = new TestClock(5_000);
let context: TestContext;
let changes: UserChanges;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([UsersModule], {}, clock);
  changes = context.get(UserChanges);
  for (const name of ['user', 'user deleted', 'tokens of user'] as const)
    context.get(StateChanges).on(name, ({ userId }) => told.push(`${name} ${userId}`));
  // Whoever is changed here is not the last administrator.
  await addUser(context, { admin: true });
});
afterAll(() => context.close());
beforeEach(() => {
  told.length = 0;
});

const stored = (id: string) => context.rows.findOneBy(UserRow, { id });
const taken = new Conflict('email', 'taken');
const missing: Step = {
  sql: 'UPDATE users SET username = username WHERE id = ?',
  values: ['nobody'],
  expect: 1,
};
let number = 0;
const freshEmail = () => `number-${++number}@city.example`;
const freshName = () => `number ${++number}`;

/** Opens a session and a token for the user. */
async function openFor({ id: userId }: UserRow) {
  const { id: applicationId } = await addApplication(context);
  const session = { sessionHash: `s ${userId}`, userId, oauthSignIn: false, secondFactorPending: false };
  await context.rows.insert(WebSessionRow, {
    ...session,
    authTime: 0,
    lastSeenAt: 0,
    expiresAt: 9e15,
    createdAt: 0,
  });
  const token = {
    tokenHash: `t ${userId}`,
    userId,
    applicationId,
    kind: 'bearer',
    grantType: 'password',
  } as const;
  await context.rows.insert(AccessTokenRow, { ...token, expiresAt: null, createdAt: 0 });
}
const isOpen = async ({ id: userId }: UserRow) => ({
  session: (await context.rows.countBy(WebSessionRow, { userId })) > 0,
  token: (await context.rows.findOneByOrFail(AccessTokenRow, { userId })).revokedAt === null,
});
const open = { session: true, token: true };
const ended = { session: false, token: false };

describe('A user who is added', () => {
  it('is all that was said, and the usual elsewhere', async () => {
    const email = 'Number-Zero@City.example';
    const user = await changes.add({ username: '__proto__', email });
    expect(user).toEqual({
      id: expect.any(String),
      username: '__proto__',
      email,
      emailLower: 'number-zero@city.example',
      loginName: '__proto__',
      description: null,
      website: null,
      image: 'default',
      gravatar: false,
      passwordHash: null,
      datePassword: 5_000,
      enabled: true,
      admin: false,
      awaitingActivation: false,
      startersTourEnded: false,
      eidasId: null,
      extra: null,
      scope: null,
      totpSecret: null,
      totpLastStep: null,
      totpRecovery: null,
      lastSignInAt: 0,
      emailVerified: false,
      updatedAt: 0,
      timeZone: null,
      createdAt: 5_000,
    });
    expect(await stored(user.id)).toEqual(user);
    expect(told).toEqual([`user ${user.id}`]);
  });

  it.each([
    ['another', {}, true],
    ['whom an administrator disabled', { enabled: false }, true],
    ['who waits for confirmation but may sign in', { awaitingActivation: true }, true],
    ['who never confirmed it', { enabled: false, awaitingActivation: true }, false],
  ])('with the address of %s: taken %#', async (_whose, given, isTaken) => {
    const email = freshEmail();
    const other = await addUser(context, { email, ...given });
    const adding = changes.add({ username: freshName(), email: email.toUpperCase() });
    if (isTaken) {
      await expect(adding).rejects.toEqual(taken);
      expect(told).toEqual([]);
    } else expect(await adding).toMatchObject({ emailLower: email });
    expect((await stored(other.id)) !== null).toBe(isTaken);
  });

  it('has an id that nobody has, also of two at once', async () => {
    const [id, again] = ['chosen-1', 'chosen-2'];
    await changes.add({ id, username: freshName(), email: freshEmail() });
    const refused = new Conflict('id', 'taken');
    await expect(changes.add({ id, username: freshName(), email: freshEmail() })).rejects.toEqual(refused);
    const both = await Promise.allSettled(
      [1, 2].map(() => changes.add({ id: again, username: freshName(), email: freshEmail() })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({ status: 'rejected', reason: refused });
  });

  it('of two at once with one address is one', async () => {
    const email = freshEmail();
    const both = await Promise.allSettled(
      [email, email.toUpperCase()].map((each) => changes.add({ username: freshName(), email: each })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both).toContainEqual({ status: 'rejected', reason: taken });
  });

  it('is not there when the write fails, and nobody gave way', async () => {
    const email = freshEmail();
    const waiting = await addUser(context, { email, enabled: false, awaitingActivation: true });
    const add = () => changes.add({ username: freshName(), email });
    await expect(context.whileBroken('INSERT ON users', add)).rejects.toThrow(BROKEN);
    expect(await stored(waiting.id)).toEqual(waiting);
    expect(told).toEqual([]);
  });
});

describe('A user who is changed', () => {
  it.each<[UserWishes, string[]]>([
    [{ username: 'eva', loginName: 'eva' }, ['username']],
    [{ gravatar: true, admin: true }, ['gravatar', 'admin']],
    [
      { description: 'd', website: 'https://w.example', extra: { a: { b: 1 } } },
      ['description', 'website', 'extra'],
    ],
    [{ username: undefined, description: undefined }, []],
    [{ username: 'Same', loginName: 'same' }, ['username']],
    [{ gravatar: false, extra: null }, []],
  ])('by %j differs in %j, and stays signed in', async (wishes, members) => {
    for (const loginName of ['same', 'eva']) await context.rows.delete(UserRow, { loginName });
    const user = await addUser(context, { username: 'same', email: freshEmail() });
    await openFor(user);
    const changed = await changes.apply(user, wishes);
    const wished = Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined));
    const updatedAt = members.length > 0 ? clock.now() : user.updatedAt;
    expect(changed.user).toEqual({ ...user, ...wished, updatedAt });
    expect(changed.members.toSorted()).toEqual(members.toSorted());
    expect(await stored(user.id)).toEqual(changed.user);
    expect(await isOpen(user)).toEqual(open);
    expect(told).toEqual(members.length > 0 ? [`user ${user.id}`] : []);
  });

  it.each<[string, Partial<UserRow>, UserWishes, string | undefined, boolean]>([
    ['enabled', { enabled: false }, { enabled: true }, undefined, false],
    ['disabled', {}, { enabled: false }, undefined, true],
    ['disabled again', { enabled: false }, { enabled: false }, undefined, false],
    ['given a password', {}, {}, 'a new password', true],
    ['made no administrator', { admin: true }, { admin: false }, undefined, false],
  ])('and %s: what was open ends %#', async (_what, given, wishes, password, ends) => {
    const user = await addUser(context, given);
    await openFor(user);
    const stranger = await addUser(context);
    await openFor(stranger);
    await changes.apply(user, wishes, password);
    expect(await isOpen(user)).toEqual(ends ? ended : open);
    expect(await isOpen(stranger)).toEqual(open);
    if (password !== undefined) {
      const now = (await stored(user.id))!;
      expect(now.datePassword).toBe(5_000);
      expect(await context.get(PasswordHasher).check(now.passwordHash, password)).toMatchObject({
        matches: true,
      });
    }
  });

  it.each([
    [{ enabled: true }, false],
    [{ enabled: false }, true],
    [{ username: freshName() }, true],
  ])('by %j waits for a mail still: %j', async (wishes, waits) => {
    const user = await addUser(context, { enabled: false, awaitingActivation: true });
    const { user: now } = await changes.apply(user, wishes);
    expect(now.awaitingActivation).toBe(waits);
    expect(await stored(user.id)).toEqual(now);
  });

  it('gets the address of who never confirmed it, and of nobody else', async () => {
    const [waiting, other] = [
      await addUser(context, { enabled: false, awaitingActivation: true }),
      await addUser(context),
    ];
    const user = await addUser(context);
    await openFor(user);
    await expect(
      changes.apply(user, { email: other.email.toUpperCase(), username: freshName() }, 'a new password'),
    ).rejects.toEqual(taken);
    expect([await stored(user.id), await isOpen(user), told]).toEqual([user, open, []]);
    const { user: now } = await changes.apply(user, { email: waiting.email });
    expect(now).toEqual({
      ...user,
      email: waiting.email,
      emailLower: waiting.emailLower,
      updatedAt: clock.now(),
    });
    expect(await stored(waiting.id)).toBeNull();
  });

  it('may spell the address in another way', async () => {
    const user = await addUser(context, { email: 'eva@city.example' });
    const { user: now, members } = await changes.apply(user, { email: 'Eva@City.example' });
    expect([now.email, now.emailLower, members]).toEqual(['Eva@City.example', 'eva@city.example', ['email']]);
    expect(await stored(user.id)).toEqual(now);
  });

  it.each(['UPDATE ON users', 'DELETE ON web_sessions', 'UPDATE ON access_tokens'])(
    'is what they were, and as signed in, when %s fails',
    async (write) => {
      const user = await addUser(context);
      await openFor(user);
      const change = () => changes.apply(user, { username: 'eva', enabled: false }, 'a new password');
      await expect(context.whileBroken(write, change)).rejects.toThrow(BROKEN);
      expect([await stored(user.id), await isOpen(user)]).toEqual([user, open]);
    },
  );
});

describe('A user who is activated', () => {
  const waiting = () => addUser(context, { enabled: false, awaitingActivation: true });

  it.each([undefined, 'a new password'])('may sign in, with %j for a password', async (password) => {
    const user = await waiting();
    expect(await changes.activate(user.id, password, [])).toBe(true);
    expect(await stored(user.id)).toMatchObject({ enabled: true, awaitingActivation: false });
    expect((await stored(user.id))?.passwordHash === null).toBe(password === undefined);
    expect(told).toContain(`user ${user.id}`);
  });

  it.each([
    ['nobody waits', {}, []],
    ['an administrator disabled them', { enabled: false }, []],
    ['what belongs to it is not there', { enabled: false, awaitingActivation: true }, [missing]],
  ])('is none when %s', async (_why, given, also) => {
    for (const password of [undefined, 'a new password']) {
      const user = await addUser(context, given);
      expect(await changes.activate(user.id, password, also)).toBe(false);
      expect(await stored(user.id)).toEqual(user);
    }
  });

  it('is activated once of two at once', async () => {
    const { id } = await waiting();
    const both = [1, 2].map(() => changes.activate(id, undefined, []));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  });
});

describe('A user whose address came back', () => {
  it('has it, in place of who never confirmed it', async () => {
    const [user, waiting] = [
      await addUser(context),
      await addUser(context, { enabled: false, awaitingActivation: true }),
    ];
    expect(await changes.setEmail(user.id, waiting.email.toUpperCase(), [])).toBe(true);
    expect(await stored(user.id)).toMatchObject({
      email: waiting.email.toUpperCase(),
      emailLower: waiting.emailLower,
    });
    expect(await stored(waiting.id)).toBeNull();
  });

  it('keeps the old one when another has it, or what belongs to it is not there', async () => {
    const [user, other] = [await addUser(context), await addUser(context)];
    const waiting = await addUser(context, { enabled: false, awaitingActivation: true });
    await expect(changes.setEmail(user.id, other.email, [])).rejects.toEqual(taken);
    expect(await changes.setEmail(user.id, waiting.email, [missing])).toBe(false);
    expect([await stored(user.id), await stored(waiting.id)]).toEqual([user, waiting]);
  });

  it('is one of two at once who wanted the same', async () => {
    const users = [await addUser(context), await addUser(context)];
    const email = freshEmail();
    const both = await Promise.allSettled(users.map(({ id }) => changes.setEmail(id, email, [])));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await context.rows.countBy(UserRow, { emailLower: email })).toBe(1);
  });
});

describe('A user who is deleted', () => {
  it('goes with what was open, and nobody else goes', async () => {
    const [user, stranger] = [await addUser(context), await addUser(context)];
    for (const each of [user, stranger]) await openFor(each);
    await changes.delete(user);
    expect(await stored(user.id)).toBeNull();
    expect(await context.rows.countBy(WebSessionRow, { userId: user.id })).toBe(0);
    expect(await context.rows.countBy(AccessTokenRow, { userId: user.id })).toBe(0);
    expect(await isOpen(stranger)).toEqual(open);
    expect(told).toEqual([`user deleted ${user.id}`]);
  });
});
