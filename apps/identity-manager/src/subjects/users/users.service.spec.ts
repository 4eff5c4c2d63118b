import type { UserRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { Conflict, Invalid } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { SessionsModule } from '../sessions/sessions.module';
import { SessionsService } from '../sessions/sessions.service';
import { UsersModule } from './users.module';
import { UsersService } from './users.service';

const browser = { address: '192.0.2.1', userAgent: 'Firefox' };

describe('Users', () => {
  let context: TestContext;
  let users: UsersService;
  let admin: UserRow;
  let actor: Actor;
  beforeEach(async () => {
    context = await openTestContext([UsersModule, SessionsModule]);
    users = context.get(UsersService);
    admin = await addUser(context, { username: 'boss', admin: true });
    actor = actorFor(admin);
  });
  afterEach(() => context.close());

  const ana = { username: 'ana', email: 'Ana@city.example', password: 'a long password' };
  const stored = (id: string) => users.findById(id);
  const sessionOf = async (user: UserRow) =>
    (await context.get(SessionsService).start(user, browser, { oauthSignIn: false })).id;
  const lives = async (session: string) => (await context.get(SessionsService).find(session)) !== undefined;

  describe('made by an administrator', () => {
    it('can sign in at once, and the audit log says so', async () => {
      const user = await users.create(actor, { ...ana, extra: '{"floor":2}' });
      expect(await stored(user.id)).toMatchObject({
        username: 'ana',
        email: 'Ana@city.example',
        emailLower: 'ana@city.example',
        enabled: true,
        admin: false,
        image: 'default',
        extra: { floor: 2 },
        passwordHash: expect.stringContaining('$argon2id$'),
      });
      expect(await users.findByLogin('ANA@city.example')).toEqual(await stored(user.id));
      expect(await context.audited()).toEqual([['user.create', user.id]]);
    });

    it('have an address and an id that nobody else has', async () => {
      await users.create(actor, { ...ana, id: 'number-1' });
      await expect(users.create(actor, { ...ana, email: 'ANA@city.example' })).rejects.toEqual(
        new Conflict('email', 'taken'),
      );
      await expect(
        users.create(actor, { ...ana, email: 'other@city.example', id: 'number-1' }),
      ).rejects.toEqual(new Conflict('id', 'taken'));
      expect(await context.audited()).toHaveLength(1);
    });

    it('take the place of a sign-up that nobody confirmed', async () => {
      const stranger = await addUser(context, {
        email: 'ana@city.example',
        enabled: false,
        awaitingActivation: true,
      });
      const user = await users.create(actor, ana);
      expect(await stored(stranger.id)).toBeNull();
      expect(await stored(user.id)).not.toBeNull();
    });

    it('keep the rules, and nothing gives way when they do not', async () => {
      const waiting = { email: 'x@x', enabled: false, awaitingActivation: true };
      const stranger = await addUser(context, waiting);
      await expect(users.create(actor, { ...ana, email: 'x@x' })).rejects.toEqual(
        new Invalid('email', 'email'),
      );
      await expect(users.create(actor, { ...ana, password: 'short' })).rejects.toEqual(
        new Invalid('password', 'passwordLength', { min: 8 }),
      );
      await expect(
        users.create(actor, { ...ana, password: 'short' }, 'setThroughApi'),
      ).resolves.toBeDefined();
      expect(await stored(stranger.id)).not.toBeNull();
    });
  });

  describe('changed by an administrator', () => {
    it('are what was asked for; empty texts stay, null clears', async () => {
      const user = await addUser(context, { description: 'd', website: 'https://w.example' });
      const changed = await users.change(actor, user, {
        username: 'eva',
        description: '',
        website: null,
        extra: { a: 1 },
      });
      const { updatedAt } = changed;
      expect(changed).toEqual({
        ...user,
        username: 'eva',
        loginName: 'eva',
        website: null,
        extra: { a: 1 },
        updatedAt,
      });
      expect(await stored(user.id)).toEqual(changed);
      expect(await context.audited()).toEqual([['user.update', user.id]]);
    });

    it('are not noted when nothing differs', async () => {
      const user = await addUser(context);
      expect(await users.change(actor, user, { username: user.username, gravatar: false })).toEqual(user);
      expect(await context.audited()).toEqual([]);
    });

    it('do not get the address of another, and nothing else is changed then', async () => {
      const [user, other] = [await addUser(context), await addUser(context)];
      await expect(
        users.change(actor, user, { username: 'eva', email: other.email, password: 'a new password' }),
      ).rejects.toEqual(new Conflict('email', 'taken'));
      expect(await stored(user.id)).toEqual(user);
    });

    it.each([{ password: 'a new password' }, { enabled: false }])(
      'with %j are signed out everywhere',
      async (change) => {
        const user = await addUser(context);
        const session = await sessionOf(user);
        await users.change(actor, user, { username: 'eva' });
        expect(await lives(session)).toBe(true);
        await users.change(actor, user, change);
        await users.setEnabled(actor, user, true);
        expect(await lives(session)).toBe(false);
      },
    );

    it('do not wait for a mail any more once they were enabled or disabled', async () => {
      const user = await addUser(context, { enabled: false, awaitingActivation: true });
      await users.setEnabled(actor, user, true);
      expect(await stored(user.id)).toMatchObject({ enabled: true, awaitingActivation: false });
    });
  });

  it('who are administrators stay at least one', async () => {
    const last = new Conflict('', 'lastAdministrator');
    await expect(users.setAdministrator(actor, admin, false)).rejects.toEqual(last);
    await expect(users.setEnabled(actor, admin, false)).rejects.toEqual(last);
    await expect(users.change(actor, admin, { admin: false, username: 'x' })).rejects.toEqual(last);
    await expect(users.delete(actor, admin)).rejects.toEqual(last);
    expect(await stored(admin.id)).toEqual(admin);
    const second = await addUser(context, { admin: true });
    await users.setAdministrator(actor, second, false);
    await users.setAdministrator(actor, { ...second, admin: false }, true);
    await users.delete(actor, admin);
    expect(await stored(admin.id)).toBeNull();
    expect(await context.audited()).toEqual([
      ['user.admin.take', second.id],
      ['user.admin.give', second.id],
      ['user.delete', admin.id],
    ]);
  });

  it('of two administrators who leave at once, one stays', async () => {
    const second = await addUser(context, { admin: true });
    const results = await Promise.allSettled([
      users.delete(actor, admin),
      users.setAdministrator(actor, second, false),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are found by the name that is theirs alone, once they have confirmed an address', async () => {
    const user = await addUser(context, { username: 'eva' });
    const waiting = { enabled: false, awaitingActivation: true };
    await addUser(context, { username: 'eva', email: 'other@city.example', ...waiting });
    expect(await users.findByLogin('eva')).toEqual(user);
    await addUser(context, { username: 'eva', email: 'third@city.example', loginName: null });
    expect(await users.findByLogin('Eva')).toEqual(user);
  });

  it.each<[string, string]>([
    ['a NUL, which PostgreSQL would not be asked for', 'a\0b'],
    ['what stands for any text', '%'],
    ['a quote', `' OR '1'='1`],
    ['nothing', ''],
    ['a very long text', 'x'.repeat(100_000)],
  ])('are not found by %s', async (_what, login) => {
    await addUser(context, { username: 'a\0b', email: 'a\0b', enabled: true });
    expect(await users.findByLogin(login)).toBeNull();
    expect(await users.findByEmail(login)).toBeNull();
  });

  it('are found by their address whatever its case and the blanks around it', async () => {
    const user = await addUser(context, { email: 'Eva@City.example' });
    for (const login of ['eva@city.example', 'EVA@CITY.EXAMPLE', ' Eva@City.example\n'])
      expect(await users.findByLogin(login)).toEqual(user);
  });

  it('are found by their address before anybody whose name it is', async () => {
    const user = await addUser(context, { email: 'eva@city.example' });
    await addUser(context, { username: 'eva@city.example', email: 'other@city.example' });
    expect(await users.findByLogin('eva@city.example')).toEqual(user);
  });
});
