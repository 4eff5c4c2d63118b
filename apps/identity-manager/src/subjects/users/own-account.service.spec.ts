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
  beforeEach(async () => {
    // Mails go nowhere: nobody listens at port 1.
    context = await openTestContext([UsersModule], {
      IDM_EMAIL_HOST: '127.0.0.1',
      IDM_EMAIL_PORT: '1',
      IDM_RATE_LIMIT_ACCOUNT: '2',
    });
    own = context.get(OwnAccount);
    const passwordHash = await context.get(PasswordHasher).hash(password);
    actor = actorFor(await addUser(context, { passwordHash }));
  });
  afterEach(() => context.close());

  const stored = () => context.get(UsersService).findById(actor.user.id);
  const events = async () => (await context.audited()).map(([event]) => event);
  const minutesAgo = (minutes: number): Actor => ({ ...actor, passwordAt: Date.now() - minutes * 60_000 });

  it('is changed and noted, in pages as through the API', async () => {
    const { user } = await own.change(actor, { username: 'eva', gravatar: true }, t);
    expect(user).toEqual({ ...actor.user, username: 'eva', gravatar: true });
    expect(await stored()).toEqual(user);
    expect(await context.audited()).toEqual([['user.update', actor.user.id]]);
  });

  it.each([{ admin: true }, { enabled: false }])('does not get %j', async (input) => {
    await expect(own.change(actor, { username: 'eva', ...input }, t)).rejects.toEqual(
      new Forbidden('notAuthorized'),
    );
    expect(await stored()).toEqual(actor.user);
    expect(await context.audited()).toEqual([['access.refuse', 'user.update']]);
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
    const email = 'new@city.example';
    const { user, pendingEmail } = await own.change(actor, { email, username: 'eva' }, t);
    expect([user.email, pendingEmail]).toEqual([actor.user.email, email]);
    const key = await context.get(AccountKeys).issue('verification', actor.user.id, email);
    const stranger = actorFor(await addUser(context));
    expect(await own.confirmEmail(stranger, key)).toBe(false);
    expect(await own.confirmEmail(actor, key)).toBe(true);
    expect(await own.confirmEmail(actor, key)).toBe(false);
    expect(await stored()).toMatchObject({ email, emailLower: email, username: 'eva' });
    expect(await events()).toEqual([
      'user.email.request',
      'user.update',
      'key.refuse',
      'user.email.change',
      'key.refuse',
    ]);
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
      sessionHash: 'x',
      userId: actor.user.id,
      authTime: 0,
      lastSeenAt: 0,
      expiresAt: 9,
      createdAt: 0,
    };
    await context.rows.insert(WebSessionRow, { ...session, oauthSignIn: false, secondFactorPending: false });
    await expect(own.changePassword(actor, { old: 'wrong', new: newPassword })).rejects.toEqual(
      new Invalid('old_password', 'password'),
    );
    await expect(own.changePassword(actor, { old: password, new: 'short' })).rejects.toEqual(
      new Invalid('password', 'passwordLength', { min: 8 }),
    );
    expect(await context.rows.count(WebSessionRow)).toBe(1);
    await own.changePassword(actor, { old: password, new: newPassword });
    expect(await context.rows.count(WebSessionRow)).toBe(0);
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
