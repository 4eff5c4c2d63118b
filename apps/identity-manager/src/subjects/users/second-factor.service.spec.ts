import { generateSync } from 'otplib';
import type { UserRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { Invalid, TooMany } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { RememberedDevices } from '../sessions/remembered-devices.service';
import { SessionsModule } from '../sessions/sessions.module';
import { SessionsService } from '../sessions/sessions.service';
import { PasswordHasher } from './password-hasher';
import { SecondFactorSetup } from './second-factor-setup.service';
import { SecondFactor } from './second-factor.service';
import { UsersModule } from './users.module';
import { UsersService } from './users.service';

const address = '192.0.2.1';
const password = 'a long password';
const browser = { address, userAgent: undefined };

/** The code that an authenticator shows in some steps from now. */
const codeIn = (steps: number, secret: string) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

describe('A second factor', () => {
  let context: TestContext;
  let setup: SecondFactorSetup;
  let factor: SecondFactor;
  let user: UserRow;
  beforeEach(async () => {
    context = await openTestContext([UsersModule, SessionsModule], { IDM_RATE_LIMIT_ACCOUNT: '3' });
    setup = context.get(SecondFactorSetup);
    factor = context.get(SecondFactor);
    user = await addUser(context, { passwordHash: await context.get(PasswordHasher).hash(password) });
  });
  afterEach(() => context.close());

  const now = async () => (await context.get(UsersService).findById(user.id)) as UserRow;

  async function enabled(): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
    const { secret, sealed } = setup.propose(user);
    const typed = { sealed, code: codeIn(0, secret), password };
    return { secret, codes: await setup.enable(actorFor(user), typed, undefined) };
  }

  it('is switched on by password and code, and ends what was opened without it', async () => {
    const sessions = context.get(SessionsService);
    const [mine, other] = [
      await sessions.start(user, browser, { oauthSignIn: false }),
      await sessions.start(user, browser, { oauthSignIn: false }),
    ];
    const { secret, sealed } = setup.propose(user);
    const typed = { sealed, code: codeIn(0, secret), password };
    const enable = (changed: object) =>
      setup.enable(actorFor(user), { ...typed, ...changed }, mine.session.row.sessionHash);
    await expect(enable({ password: 'wrong' })).rejects.toEqual(new Invalid('password', 'password'));
    await expect(enable({ code: codeIn(5, secret) })).rejects.toEqual(new Invalid('code', 'code'));
    const strangers = setup.propose(await addUser(context)).sealed;
    await expect(enable({ sealed: strangers })).rejects.toEqual(new Invalid('code', 'code'));
    expect((await now()).totpSecret).toBeNull();
    const codes = await enable({});
    expect(new Set(codes).size).toBe(10);
    expect((await now()).totpSecret).not.toContain(secret);
    expect([await sessions.find(mine.id), await sessions.find(other.id)]).toEqual([
      expect.anything(),
      undefined,
    ]);
  });

  it('takes each code once, in the order of time', async () => {
    const { secret } = await enabled();
    expect(await factor.verify(await now(), codeIn(0, secret), address)).toBe(false);
    const next = codeIn(1, secret);
    const both = await Promise.all([
      factor.verify(await now(), next, address),
      factor.verify(await now(), next, address),
    ]);
    expect(both.sort()).toEqual([false, true]);
    expect(await factor.verify(await now(), codeIn(0, secret), address)).toBe(false);
  });

  it('takes each recovery code once, also when it comes twice at once', async () => {
    const { codes } = await enabled();
    const [code = ''] = codes;
    const before = await now();
    const both = await Promise.all([
      factor.verify(before, code.toUpperCase(), address),
      factor.verify(before, code, address),
    ]);
    expect(both.sort()).toEqual([false, true]);
    expect((await now()).totpRecovery).toHaveLength(9);
  });

  it('is guessed at so many times', async () => {
    await enabled();
    const wrong = async () => factor.verify(await now(), 'wrong', address);
    for (let times = 0; times < 3; times++) expect(await wrong()).toBe(false);
    await expect(wrong()).rejects.toThrow(TooMany);
  });

  it('is switched off with the password, and browsers that skipped it are forgotten', async () => {
    await enabled();
    const devices = context.get(RememberedDevices);
    const key = await devices.remember(user.id);
    expect(await devices.isRemembered(user.id, key)).toBe(true);
    await expect(setup.disable(actorFor(await now()), 'wrong')).rejects.toEqual(
      new Invalid('password', 'password'),
    );
    await setup.disable(actorFor(await now()), password);
    expect(await now()).toMatchObject({ totpSecret: null, totpLastStep: null, totpRecovery: null });
    expect(await devices.isRemembered(user.id, key)).toBe(false);
    expect(await factor.verify(await now(), '123456', address)).toBe(false);
  });
});
