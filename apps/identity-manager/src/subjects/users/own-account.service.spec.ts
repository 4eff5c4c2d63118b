import { AccountKeyRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addUser } from '../../database/test-rows';
import { Conflict, Forbidden, Invalid, TooMany } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { AccountKeys } from './account-keys.service';
import { OwnAccount } from './own-account.service';
import { PasswordHasher } from './password-hasher';
import { UsersModule } from './users.module';
import { UsersService } from './users.service';

const password = 'a long password';
const newPassword = 'another password';
const t = (key: string) => key;

describe('One’s own account', () => {
  let context: TestContext;
  let own: OwnAccount;
  let actor: Actor;
  let passwordHash: string;
  beforeAll(async () => {
    // Mails go nowhere: nobody listens at port 1.
    context = await openTestContext([UsersModule], {
      IDM_EMAIL_HOST: '127.0.0.1',
      IDM_EMAIL_PORT: '1',
      IDM_RATE_LIMIT_ACCOUNT: '2',
    });
    own = context.get(OwnAccount);
    passwordHash = await context.get(PasswordHasher).hash(password);
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    actor = actorFor(await addUser(context, { passwordHash }));
  });

  const stored = () => context.get(UsersService).findById(actor.user.id);
  const events = async (of = actor) => (await context.auditedOf(of)).map(({ event }) => event);
  const minutesAgo = (minutes: number): Actor => ({ ...actor, passwordAt: Date.now() - minutes * 60_000 });

  it('is changed and noted, in pages as through the API', async () => {
    const { user } = await own.change(actor, { username: 'eva', gravatar: true }, t);
    expect(user).toEqual({
      ...actor.user,
      username: 'eva',
      loginName: 'eva',
      gravatar: true,
      updatedAt: user.updatedAt,
    });
    expect(await stored()).toEqual(user);
    expect(await context.auditedOf(actor)).toMatchObject([{ event: 'user.update', subject: actor.user.id }]);
  });

  it.each([{ admin: true }, { enabled: false }])('does not get %j', async (input) => {
    await expect(own.change(actor, { username: 'eva', ...input }, t)).rejects.toEqual(
      new Forbidden('notAuthorized'),
    );
    expect(await stored()).toEqual(actor.user);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'access.refuse', subject: 'user.update' },
    ]);
  });

  it('may say what it has already', async () => {
    const same = { admin: false, enabled: true, email: actor.user.email };
    await expect(own.change(actor, same, t)).resolves.toEqual({ user: actor.user, pendingEmail: undefined });
  });

  it('gets a new password with the old one or a fresh login', async () => {
    const input = { password: newPassword };
    const refused = new Invalid('old_password', 'passwordAgain');
    await expect(own.change(actor, input, t)).rejects.toEqual(refused);
    await expect(own.change(minutesAgo(6), input, t)).rejects.toEqual(refused);
    await expect(own.change(minutesAgo(4), { ...input, old_password: 'wrong' }, t)).rejects.toEqual(
      new Invalid('old_password', 'password'),
    );
    expect(await stored()).toEqual(actor.user);
    await own.change(minutesAgo(4), input, t);
    await own.change({ ...actor, user: (await stored())! }, { ...input, old_password: newPassword }, t);
    expect(await events()).toEqual(['password.again', 'user.update', 'user.update']);
  });

  it('changes its address when the key that was mailed there comes back', async () => {
    const email = 'newest@city.example';
    const { user, pendingEmail } = await own.change(actor, { email, username: 'leo' }, t);
    expect([user.email, pendingEmail]).toEqual([actor.user.email, email]);
    const key = await context.get(AccountKeys).issue('verification', actor.user.id, email);
    const stranger = actorFor(await addUser(context));
    expect(await own.confirmEmail(stranger, key)).toBe(false);
    expect(await own.confirmEmail(actor, key)).toBe(true);
    expect(await own.confirmEmail(actor, key)).toBe(false);
    expect(await stored()).toMatchObject({ email, emailLower: email, username: 'leo' });
    expect(await events()).toEqual(['user.email.request', 'user.update', 'user.email.change', 'key.refuse']);
    expect(await events(stranger)).toEqual(['key.refuse']);
  });

  it('may spell its address in another way, which is mailed a key as any other', async () => {
    const email = actor.user.email.toUpperCase();
    const { pendingEmail } = await own.change(actor, { email }, t);
    expect(pendingEmail).toBe(email);
    expect(await context.rows.findBy(AccountKeyRow, { userId: actor.user.id })).toMatchObject([
      { purpose: 'verification', pendingEmail: email },
    ]);
    const key = await context.get(AccountKeys).issue('verification', actor.user.id, email);
    expect(await own.confirmEmail(actor, key)).toBe(true);
    expect(await stored()).toMatchObject({ email, emailLower: actor.user.emailLower });
  });

  it('is mailed no key to the address of another user, and is told the same', async () => {
    const { email } = await addUser(context);
    expect((await own.change(actor, { email }, t)).pendingEmail).toBe(email);
    expect(await context.rows.countBy(AccountKeyRow, { userId: actor.user.id })).toBe(0);
  });

  it.each([
    ['', null, []],
    ['Europe/Madrid', 'Europe/Madrid', ['user.update']],
    ['europe/madrid', 'Europe/Madrid', ['user.update']],
  ])('shows times in the zone %j', async (name, zone, noted) => {
    await own.chooseTimeZone(actor, name);
    expect((await stored())?.timeZone).toBe(zone);
    expect(await events()).toEqual(noted);
  });

  it.each(['Europe', 'Europe/Nowhere', '../etc', '+01:00\n', '__proto__', 'x'.repeat(10_000)])(
    'shows no times in the zone %j',
    async (name) => {
      await expect(own.chooseTimeZone(actor, name)).rejects.toEqual(new Invalid('time_zone', 'choose'));
      expect((await stored())?.timeZone).toBeNull();
      expect(await events()).toEqual([]);
    },
  );

  it('is shown the tour until it has ended it', async () => {
    await own.endTour(actor);
    expect(await stored()).toEqual({ ...actor.user, startersTourEnded: true });
  });

  it('keeps its address when another got the new one meanwhile, and the key with it', async () => {
    const email = 'new@city.example';
    const key = await context.get(AccountKeys).issue('verification', actor.user.id, email);
    const other = await addUser(context, { email });
    expect(await own.confirmEmail(actor, key)).toBe(false);
    expect(await stored()).toEqual(actor.user);
    await context.get(UsersService).delete(actor, other);
    expect(await own.confirmEmail(actor, key)).toBe(true);
  });

  it('has so many mails sent for a new address and no more, by whatever door', async () => {
    const email = 'new@city.example';
    await own.change(actor, { email }, t);
    await own.requestEmail(actor, { email, password }, t);
    await expect(own.change(actor, { email }, t)).rejects.toThrow(TooMany);
    await expect(own.requestEmail(actor, { email, password }, t)).rejects.toThrow(TooMany);
  });

  it('changes its password on a page, which ends its sessions', async () => {
    const session = {
      sessionHash: actor.user.id,
      userId: actor.user.id,
      authTime: 0,
      lastSeenAt: 0,
      expiresAt: 9,
      createdAt: 0,
    };
    const sessions = () => context.rows.countBy(WebSessionRow, { userId: actor.user.id });
    await context.rows.insert(WebSessionRow, { ...session, oauthSignIn: false, secondFactorPending: false });
    await expect(own.changePassword(actor, { old: 'wrong', new: newPassword })).rejects.toEqual(
      new Invalid('old_password', 'password'),
    );
    await expect(own.changePassword(actor, { old: password, new: 'short' })).rejects.toEqual(
      new Invalid('password', 'passwordLength', { min: 8 }),
    );
    expect(await sessions()).toBe(1);
    await own.changePassword(actor, { old: password, new: newPassword });
    expect(await sessions()).toBe(0);
    const { matches } = await context.get(PasswordHasher).check((await stored())?.passwordHash, newPassword);
    expect(matches).toBe(true);
  });

  it('is deleted with the password only, and never the last administrator’s', async () => {
    await expect(own.delete(actor, 'wrong')).rejects.toEqual(new Invalid('password', 'password'));
    const boss = actorFor(await addUser(context, { admin: true, passwordHash: actor.user.passwordHash }));
    await expect(own.delete(boss, password)).rejects.toEqual(new Conflict('', 'lastAdministrator'));
    await own.delete(actor, password);
    expect(await stored()).toBeNull();
    expect(await events()).toEqual(['password.again', 'user.delete']);
  });
});
