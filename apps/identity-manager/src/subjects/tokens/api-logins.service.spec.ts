import { generateSync } from 'otplib';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { PepProxyRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication, addUser } from '../../database/test-rows';
import { TooMany } from '../../faults/faults';
import { openTestContext, TestClock, type TestContext } from '../../test-context';
import { AuditLog } from '../audit/audit-log';
import { PasswordHasher } from '../users/password-hasher';
import { ApiLogins } from './api-logins.service';
import { TokensModule } from './tokens.module';

const NOW = 1_700_000_000_000;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
let context: TestContext;
let passwordHash: string;
beforeAll(async () => {
  const env = { IDM_RATE_LIMIT_ACCOUNT: '3', IDM_RATE_LIMIT_ADDRESS: '1000' };
  context = await openTestContext([TokensModule], env, new TestClock(NOW));
  passwordHash = await context.get(PasswordHasher).hash('right');
});
afterAll(() => context.close());

let number = 0;
let address: string;
beforeEach(() => {
  address = `192.0.2.${++number}`;
});
const login = (name: string, password = 'right', code?: string) =>
  context.get(ApiLogins).login({ name, password, code, address });
const user = { wrong: 'user' };
const noted = async () => {
  await context.get(AuditLog).flush();
  const lines = await context.rows.findBy(AuditLogRow, { address });
  return lines.map(({ event, outcome }) => `${event} ${outcome}`);
};

describe('A user at the management API', () => {
  it.each([
    ['the address', ({ email }: { email: string; username: string }) => email],
    ['the address in capitals', ({ email }: { email: string; username: string }) => email.toUpperCase()],
    ['a name that only they have', ({ username }: { email: string; username: string }) => username],
  ])('is known by %s and the password', async (_by, nameOf) => {
    const one = await addUser(context, { passwordHash });
    expect(await login(nameOf(one))).toEqual({ userId: one.id });
    expect(await login(nameOf(one), 'wrong')).toEqual(user);
    expect(await login(nameOf(one), '')).toEqual(user);
    expect(await noted()).toEqual(['login success', 'login failure', 'login failure']);
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['never confirmed the address', { enabled: false, awaitingActivation: true }],
    ['has no password', { passwordHash: null }],
  ])('who %s is nobody', async (_what, given) => {
    const { email } = await addUser(context, { passwordHash, ...given });
    expect(await login(email)).toEqual(user);
    expect(await noted()).toEqual(['login failure']);
  });

  it('with a second factor needs its code, each once', async () => {
    const totpSecret = context.get(SecretCipher).encrypt(SECRET);
    const { id, email } = await addUser(context, { passwordHash, totpSecret });
    const code = generateSync({ secret: SECRET, epoch: NOW / 1_000 });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await login(email)).toEqual(user);
    expect(await login(email, 'right', wrong)).toEqual(user);
    expect(await login(email, 'wrong', code)).toEqual(user);
    expect(await noted()).not.toContain('login success');
    expect(await login(email, 'right', code)).toEqual({ userId: id });
    expect(await login(email, 'right', code)).toEqual(user);
    expect((await noted()).filter((event) => event === 'login success')).toHaveLength(1);
    expect((await noted()).filter((event) => event === 'login failure')).toHaveLength(4);
  });

  it.each(['nobody', '', '%', `' OR '1'='1`, 'a\0', 'x'.repeat(100_000), '__proto__'])(
    'is nobody by the name %#',
    async (name) => {
      expect(await login(name)).toEqual(user);
    },
  );

  it('is guessed at so many times, whoever it is', async () => {
    const { email } = await addUser(context, { passwordHash });
    for (const name of [email, 'somebody who is not there']) {
      for (let times = 0; times < 3; times++) expect(await login(name, 'wrong')).toEqual(user);
      await expect(login(name)).rejects.toBeInstanceOf(TooMany);
    }
  });
});

describe('A PEP proxy at the management API', () => {
  let id: string;
  beforeEach(async () => {
    id = `pep_proxy_${number}`;
    const { id: applicationId } = await addApplication(context);
    await context.rows.insert(PepProxyRow, { id, applicationId, passwordHash, createdAt: 0 });
  });

  it('is known by its id and password, and no user is by its name', async () => {
    await addUser(context, { username: id, passwordHash: await context.get(PasswordHasher).hash('theirs') });
    expect(await login(id)).toEqual({ pepProxyId: id });
    expect(await login(id, 'theirs')).toEqual({ wrong: 'pepProxy' });
    expect(await noted()).toEqual(['login failure']);
  });

  it('needs no code, and is not guessed at by the account', async () => {
    for (let times = 0; times < 5; times++) expect(await login(id, 'wrong')).toEqual({ wrong: 'pepProxy' });
    expect(await login(id, 'right', '000000')).toEqual({ pepProxyId: id });
  });

  it.each([
    (own: string) => own.toUpperCase(),
    (own: string) => `${own} `,
    (own: string) => `${own}\0`,
    (own: string) => `${own}@x`,
  ])('is none by another spelling %#', async (spelt) => {
    expect(await login(spelt(id))).toEqual(user);
  });
});
