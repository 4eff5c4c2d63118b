import type { UserRow } from '../../database/entities/user.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addUser } from '../../database/test-rows';
import { Invalid, TooMany } from '../../faults/faults';
import { openTestContext, type TestContext } from '../../test-context';
import { AccountKeys } from './account-keys.service';
import { LoginService } from './login.service';
import { Recovery } from './recovery.service';
import { Registrations } from './registrations.service';
import { UsersModule } from './users.module';
import { UsersService } from './users.service';

const address = '192.0.2.1';
const email = 'ana@city.example';
const password = 'a long password';
const newPassword = 'another password';
const t = (key: string) => key;
const sent = { username: 'ana', email, password, gravatar: false };

// Mails go nowhere: nobody listens at port 1. Keys are made here as the mails would carry them.
const env = { IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: '1', IDM_RATE_LIMIT_ACCOUNT: '3' };

describe('Ways into an account', () => {
  let context: TestContext;
  let registrations: Registrations;
  let recovery: Recovery;
  let keys: AccountKeys;
  beforeEach(async () => {
    context = await openTestContext([UsersModule], env);
    registrations = context.get(Registrations);
    recovery = context.get(Recovery);
    keys = context.get(AccountKeys);
  });
  afterEach(() => context.close());

  const byEmail = async () => (await context.get(UsersService).findByEmail(email)) as UserRow;
  const signsIn = async (typed: string) =>
    (await context.get(LoginService).login(email, typed, { address, through: 'web' })) !== undefined;
  const events = async () => (await context.audited()).map(([event]) => event);

  describe('A sign-up', () => {
    it('makes a user who cannot sign in before the address is confirmed', async () => {
      await registrations.signUp(sent, t, address);
      expect(await byEmail()).toMatchObject({ enabled: false, awaitingActivation: true, admin: false });
      expect(await signsIn(password)).toBe(false);
      expect(await context.get(UsersService).findByLogin('ana')).toBeNull();
    });

    it('is confirmed where it was made with its own password, once', async () => {
      await registrations.signUp(sent, t, address);
      const user = await byEmail();
      const key = await keys.issue('activation', user.id);
      // What the browser keeps of the sign-up belongs to the key that was mailed.
      const proof = context.get(SecretCipher).sign('sign-up', key);
      expect(await registrations.mustChoosePassword(key, proof)).toBeUndefined();
      expect(await registrations.activate(key, { proof, password: '' }, address)).toBe(true);
      expect(await registrations.activate(key, { proof, password: '' }, address)).toBe(false);
      expect(await signsIn(password)).toBe(true);
      expect(await events()).toEqual(['user.sign-up', 'user.activate', 'key.refuse', 'login']);
    });

    it('is confirmed elsewhere with a new password only: the first may be a stranger’s', async () => {
      await registrations.signUp(sent, t, address);
      const user = await byEmail();
      const key = await keys.issue('activation', user.id);
      expect(await registrations.mustChoosePassword(key, 'forged')).toEqual(user);
      await expect(registrations.activate(key, { proof: undefined, password: '' }, address)).rejects.toEqual(
        new Invalid('password', 'required'),
      );
      expect(await registrations.activate(key, { proof: 'forged', password: newPassword }, address)).toBe(
        true,
      );
      expect([await signsIn(password), await signsIn(newPassword)]).toEqual([false, true]);
    });

    it('counts once of two at the same moment', async () => {
      await registrations.signUp(sent, t, address);
      const key = await keys.issue('activation', (await byEmail()).id);
      const typed = { proof: undefined, password: newPassword };
      const both = await Promise.all([
        registrations.activate(key, typed, address),
        registrations.activate(key, typed, address),
      ]);
      expect(both.sort()).toEqual([false, true]);
    });

    it('cannot bring back whom an administrator disabled', async () => {
      const user = await addUser(context, { email, enabled: false });
      const key = await keys.issue('activation', user.id);
      const typed = { proof: undefined, password: newPassword };
      expect(await registrations.activate(key, typed, address)).toBe(false);
      expect(await byEmail()).toEqual(user);
    });

    it('for a taken address changes nothing, and looks the same', async () => {
      const user = await addUser(context, { email });
      expect(await registrations.signUp(sent, t, address)).toEqual(expect.any(String));
      expect(await byEmail()).toEqual(user);
    });

    it('keeps the rules, and so many mails', async () => {
      await expect(registrations.signUp({ ...sent, password: 'short' }, t, address)).rejects.toEqual(
        new Invalid('password', 'passwordLength', { min: 8 }),
      );
      for (let times = 0; times < 3; times++) await registrations.resend(email, t, address);
      await expect(registrations.signUp(sent, t, address)).rejects.toThrow(TooMany);
      await expect(recovery.requestReset(email, t, address)).rejects.toThrow(TooMany);
      expect(await byEmail()).toBeNull();
    });
  });

  describe('A forgotten password', () => {
    it('is set by the mailed key, once, and ends what was open', async () => {
      const user = await addUser(context, { email });
      const key = await keys.issue('reset', user.id);
      const other = await keys.issue('disable_2fa', user.id);
      await expect(recovery.reset(key, 'short', address)).rejects.toEqual(
        new Invalid('password', 'passwordLength', { min: 8 }),
      );
      expect(await recovery.ownerOfResetKey(key)).toEqual(user);
      expect(await recovery.reset(key, newPassword, address)).toBe(true);
      expect(await recovery.reset(key, newPassword, address)).toBe(false);
      expect(await signsIn(newPassword)).toBe(true);
      expect(await keys.find('disable_2fa', other)).toBeUndefined();
      expect(await events()).toEqual(['user.password.reset', 'key.refuse', 'login']);
    });

    it('is asked for without telling whether there is such a user', async () => {
      await recovery.requestReset(email, t, address);
      await recovery.requestSecondFactorOff(email, t, address);
      expect(await events()).toEqual(['recovery.request', 'recovery.request']);
    });
  });

  it('A lost second factor is switched off by its key, which opens nothing else', async () => {
    const user = await addUser(context, { email, totpSecret: 'sealed', totpRecovery: ['x'] });
    const key = await keys.issue('disable_2fa', user.id);
    expect(await recovery.reset(key, newPassword, address)).toBe(false);
    expect(await recovery.secondFactorOff(key, address)).toBe(true);
    expect(await recovery.secondFactorOff(key, address)).toBe(false);
    expect(await byEmail()).toMatchObject({ totpSecret: null, totpRecovery: null, passwordHash: null });
  });

  it('A key of before stops working when another is made', async () => {
    const { id } = await addUser(context);
    const first = await keys.issue('reset', id);
    const second = await keys.issue('reset', id);
    expect(await keys.find('reset', first)).toBeUndefined();
    expect(await keys.find('reset', second)).toEqual({ userId: id, pendingEmail: null });
  });

  it('A form counts once for each user', async () => {
    const [one, two] = [await addUser(context), await addUser(context)];
    expect([
      await keys.claimForm(one.id, 'f'),
      await keys.claimForm(one.id, 'f'),
      await keys.claimForm(two.id, 'f'),
    ]).toEqual([true, false, true]);
  });
});
