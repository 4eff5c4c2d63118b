import { UserRow, AccountKeyRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { Invalid, TooMany } from '../../faults/faults';
import { openTestContext, type TestContext } from '../../test-context';
import { SessionsService } from '../sessions/sessions.service';
import { AccountKeys, type MailedPurpose } from './account-keys.service';
import { EmailChanges } from './email-changes.service';
import { EmergencyPassword } from './emergency-password.service';
import { LoginService } from './login.service';
import { PasswordHasher } from './password-hasher';
import { Recovery } from './recovery.service';
import { SecondFactorSetup } from './second-factor-setup.service';
import { UsersModule } from './users.module';

const address = '192.0.2.1';
const password = 'a long password';
const newPassword = 'another long password';
const t = (key: string) => key;

let context: TestContext;
let user: UserRow;
beforeEach(async () => {
  // Mails go nowhere: nobody listens at port 1.
  context = await openTestContext([UsersModule], {
    IDM_EMAIL_HOST: '127.0.0.1',
    IDM_EMAIL_PORT: '1',
    IDM_RATE_LIMIT_ACCOUNT: '3',
  });
  user = await addUser(context, { passwordHash: await context.get(PasswordHasher).hash(password) });
});
afterEach(() => context.close());

const now = (id = user.id) => context.rows.findOneByOrFail(UserRow, { id });
const keyOf = (purpose: MailedPurpose, pendingEmail?: string) =>
  context.get(AccountKeys).issue(purpose, user.id, pendingEmail);
const login = (name: string, typed = password) =>
  context.get(LoginService).login(name, typed, { address, through: 'web' });
const startSession = () =>
  context.get(SessionsService).start(user, { address, userAgent: undefined }, { oauthSignIn: false });
const events = async () => (await context.audited()).map(([event]) => event);

describe('Signing in', () => {
  it('is remembered with the user, a failure is not', async () => {
    await login(user.email, 'wrong');
    expect((await now()).lastSignInAt).toBe(0);
    const before = Date.now();
    await login(user.email);
    const { lastSignInAt } = await now();
    expect(lastSignInAt).toBeGreaterThanOrEqual(before);
    await login(user.email);
    expect((await now()).lastSignInAt).toBe(lastSignInAt);
  });
});

describe('A forgotten password', () => {
  it('is replaced with the key of a mail, once, and all that was open ends', async () => {
    const { id } = await startSession();
    const key = await keyOf('reset');
    const recovery = context.get(Recovery);
    expect((await recovery.ownerOfResetKey(key))?.id).toBe(user.id);
    expect(await recovery.reset(key, newPassword, address)).toBe(true);
    expect(await context.get(SessionsService).find(id)).toBeUndefined();
    expect(await login(user.email)).toBeUndefined();
    expect((await login(user.email, newPassword))?.id).toBe(user.id);
    expect(await recovery.reset(key, password, address)).toBe(false);
    expect(await events()).toEqual(['user.password.reset', 'login', 'login', 'key.refuse']);
  });

  it('is not replaced by one that is none, and the key still counts', async () => {
    const key = await keyOf('reset');
    const refused = context.get(Recovery).reset(key, 'short', address);
    await expect(refused).rejects.toBeInstanceOf(Invalid);
    expect(await context.get(Recovery).reset(key, newPassword, address)).toBe(true);
  });

  it.each<[string, () => Promise<string>]>([
    ['is made up', async () => 'made up'],
    ['is for something else', () => keyOf('activation')],
    [
      'was followed by another',
      async () => {
        const first = await keyOf('reset');
        await keyOf('reset');
        return first;
      },
    ],
    [
      'is too old',
      async () => {
        const key = await keyOf('reset');
        await context.rows.update(AccountKeyRow, { userId: user.id }, { expiresAt: Date.now() - 1 });
        return key;
      },
    ],
  ])('stays as it is when the key %s', async (_case, make) => {
    const key = await make();
    expect(await context.get(Recovery).ownerOfResetKey(key)).toBeUndefined();
    expect(await context.get(Recovery).reset(key, newPassword, address)).toBe(false);
    expect(await now()).toEqual(user);
  });

  it('is asked for by anybody, and nothing tells whether there is such a user', async () => {
    const recovery = context.get(Recovery);
    expect(await recovery.requestReset(user.email, t, address)).toBeUndefined();
    expect(await recovery.requestReset('nobody@city.example', t, address)).toBeUndefined();
    expect(await context.audited()).toEqual([
      ['recovery.request', user.emailLower],
      ['recovery.request', 'nobody@city.example'],
    ]);
  });

  it('is not asked for without end', async () => {
    const recovery = context.get(Recovery);
    for (let n = 0; n < 3; n++) await recovery.requestReset(user.email, t, address);
    await expect(recovery.requestReset(user.email, t, address)).rejects.toBeInstanceOf(TooMany);
  });
});

describe('A lost second factor', () => {
  it('is switched off with the key of a mail, and the password is still asked for', async () => {
    await context.rows.update(UserRow, { id: user.id }, { totpSecret: 'sealed', totpRecovery: ['x'] });
    const key = await keyOf('disable_2fa');
    expect(await context.get(Recovery).secondFactorOff('made up', address)).toBe(false);
    expect(await context.get(Recovery).secondFactorOff(key, address)).toBe(true);
    expect(await now()).toMatchObject({ totpSecret: null, totpLastStep: null, totpRecovery: null });
    expect(await login(user.email, 'wrong')).toBeUndefined();
    expect(await context.get(Recovery).secondFactorOff(key, address)).toBe(false);
  });

  it('is not proposed in the name of another user', async () => {
    const setup = context.get(SecondFactorSetup);
    const { sealed, secret } = setup.propose(user);
    expect(setup.reopen(user, sealed)?.secret).toBe(secret);
    expect(setup.reopen(await addUser(context), sealed)).toBeUndefined();
    expect(setup.reopen(user, 'made up')).toBeUndefined();
  });
});

describe('Another e-mail address', () => {
  const confirm = (by: UserRow, key: string) => context.get(EmailChanges).confirm(by, key, address);

  it('counts when its key comes back from its user, and only once', async () => {
    const key = await keyOf('verification', 'New@City.example');
    const stranger = await addUser(context);
    expect(await confirm(stranger, key)).toBe(false);
    expect((await now()).email).toBe(user.email);
    expect(await confirm(user, key)).toBe(true);
    expect(await now()).toMatchObject({ email: 'New@City.example', emailLower: 'new@city.example' });
    expect(await confirm(user, key)).toBe(false);
  });

  it('stays what it was when another user got it meanwhile', async () => {
    const key = await keyOf('verification', 'wanted@city.example');
    await addUser(context, { email: 'wanted@city.example', emailLower: 'wanted@city.example' });
    expect(await confirm(user, key)).toBe(false);
    expect((await now()).email).toBe(user.email);
  });

  it('is not taken from a key that names none', async () => {
    expect(await confirm(user, await keyOf('verification'))).toBe(false);
  });

  it('gives way to nobody who did not confirm theirs', async () => {
    const waiting = { email: 'wanted@city.example', emailLower: 'wanted@city.example' };
    const { id } = await addUser(context, { ...waiting, awaitingActivation: true, enabled: false });
    expect(await confirm(user, await keyOf('verification', waiting.email))).toBe(true);
    expect(await context.rows.countBy(UserRow, { id })).toBe(0);
  });
});

describe('A login', () => {
  it.each<[string, () => string]>([
    ['the address', () => user.email],
    ['the address in other letters', () => user.email.toUpperCase()],
    ['the name, when one user has it', () => user.username],
  ])('takes %s', async (_case, name) => {
    expect((await login(name()))?.id).toBe(user.id);
  });

  it.each<[string, Partial<UserRow>]>([
    ['was disabled', { enabled: false }],
    ['waits for confirmation', { enabled: false, awaitingActivation: true }],
    ['has no password', { passwordHash: null }],
  ])('is none of somebody who %s', async (_case, change) => {
    await context.rows.update(UserRow, { id: user.id }, change as object);
    expect(await login(user.email)).toBeUndefined();
  });

  it('by a name that two users have is that of the one whom it was left', async () => {
    const email = 'namesake@city.example';
    await addUser(context, { username: user.username, email, emailLower: email, loginName: null });
    expect((await login(user.username))?.id).toBe(user.id);
    await context.rows.update(UserRow, { id: user.id }, { loginName: null });
    expect(await login(user.username)).toBeUndefined();
  });

  it('tells users whose right password waits for confirmation, and nobody else', async () => {
    await context.rows.update(UserRow, { id: user.id }, { enabled: false, awaitingActivation: true });
    const onPage = (typed: string) =>
      context.get(LoginService).loginOnPage(user.email, typed, { address, through: 'web' });
    expect(await onPage(password)).toEqual({ user: undefined, hindrance: 'unconfirmed' });
    expect(await onPage('wrong')).toEqual({ user: undefined, hindrance: undefined });
  });

  it('is refused after too many wrong passwords, for nobody as for somebody', async () => {
    for (const name of [user.email, 'nobody@city.example']) {
      for (let n = 0; n < 3; n++) expect(await login(name, 'wrong')).toBeUndefined();
      await expect(login(name)).rejects.toBeInstanceOf(TooMany);
    }
  });

  it('is noted with where it happened, whoever it was', async () => {
    await login(user.email);
    await login('Nobody@city.example', 'wrong');
    expect(await context.audited()).toEqual([
      ['login', user.emailLower],
      ['login', 'nobody@city.example'],
    ]);
  });
});

describe('A password from the command line', () => {
  it('lets somebody in who is locked out, and ends what was open', async () => {
    const { id } = await startSession();
    const given = await context.get(EmergencyPassword).give(user.email.toUpperCase());
    expect(given?.user.id).toBe(user.id);
    expect(given?.password).toHaveLength(20);
    expect(await context.get(SessionsService).find(id)).toBeUndefined();
    expect((await login(user.email, given?.password))?.id).toBe(user.id);
    expect((await events())[0]).toBe('user.password.reset');
  });

  it('is for somebody who is there', async () => {
    expect(await context.get(EmergencyPassword).give('nobody@city.example')).toBeUndefined();
    expect(await events()).toEqual([]);
  });
});
