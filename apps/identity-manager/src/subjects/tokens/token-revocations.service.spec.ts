import type { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { AccessTokenRow } from '../../database/entities/token.row';
import type { UserRow } from '../../database/entities/user.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication, addUser } from '../../database/test-rows';
import { BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { ClientsService } from '../applications/clients.service';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import { RefreshTokensService } from './refresh-tokens.service';
import { grantScope, TokenIssuer } from './token-issuer';
import { TokenRevocations } from './token-revocations.service';
import { TokensModule } from './tokens.module';

const NOW = 1_700_000_000_000;
const address = '192.0.2.9';

let context: TestContext;
beforeAll(async () => {
  // What is remembered of a token has to be forgotten.
  context = await openTestContext([TokensModule], { IDM_CACHE_MAX_AGE: '60000' }, new TestClock(NOW));
});
afterAll(() => context.close());

let application: ApplicationRow;
let user: UserRow;
beforeEach(async () => {
  application = await register();
  user = await addUser(context);
});

const register = () =>
  addApplication(context, {
    tokenTypes: 'bearer,jwt,permanent',
    jwtSecretEncrypted: context.get(SecretCipher).encrypt('0123456789abcdef'),
  });

async function issue(words: readonly string[] = [], familyId = `family of ${application.id}`) {
  const client = (await context.get(ClientsService).find(application.id))!;
  const issued = await context.get(TokenIssuer).issue({
    client,
    owner: { type: 'user', id: user.id },
    scope: grantScope(words, client),
    grantType: 'password',
    familyId,
    withRefreshToken: true,
    authTime: 0,
  });
  return { accessToken: issued!.accessToken, refreshToken: issued!.refreshToken ?? '' };
}

const revoke = (token: string, hint?: string, { id: applicationId } = application) =>
  context.get(TokenRevocations).revoke({ applicationId, token, hint, address });
const stateOf = async (accessToken: string) => {
  const tokens = context.get(AccessTokensService);
  const found = await tokens.find(accessToken);
  return found && tokens.stateOf(found);
};
const refreshEnded = async (refreshToken: string) =>
  (await context.get(RefreshTokensService).find(refreshToken))?.revokedAt;
const noted = async () => {
  await context.get(AuditLog).flush();
  const lines = await context.rows.findBy(AuditLogRow, { event: 'token.revoke', address });
  return lines.filter(({ applicationId }) => applicationId === application.id).map(({ outcome }) => outcome);
};

describe('An application that ends a token', () => {
  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [[], 'access_token'],
    [[], 'refresh_token'],
    [[], 'nonsense'],
    [['jwt'], undefined],
    [['jwt'], 'refresh_token'],
    [['permanent'], undefined],
    [['jwt', 'permanent'], undefined],
  ])('ends an access token of the scope %j alone, with the hint %s', async (words, hint) => {
    const [first, second] = [await issue(words), await issue(words)];
    expect(await stateOf(first.accessToken)).toBe('live');
    await revoke(first.accessToken, hint);
    expect(await stateOf(first.accessToken)).toBe('revoked');
    expect(await stateOf(second.accessToken)).toBe('live');
    if (first.refreshToken !== '') expect(await refreshEnded(first.refreshToken)).toBeNull();
    expect(await noted()).toEqual(['success']);
  });

  it.each([undefined, 'access_token', 'refresh_token', 'nonsense'])(
    'ends all that came from one grant with its refresh token, with the hint %s',
    async (hint) => {
      const [first, second] = [await issue(), await issue()];
      const other = await issue([], `another family of ${application.id}`);
      for (const { accessToken } of [first, second]) expect(await stateOf(accessToken)).toBe('live');
      await revoke(second.refreshToken, hint);
      for (const { accessToken, refreshToken } of [first, second])
        expect([await stateOf(accessToken), await refreshEnded(refreshToken)]).toEqual(['revoked', NOW]);
      expect([await stateOf(other.accessToken), await refreshEnded(other.refreshToken)]).toEqual([
        'live',
        null,
      ]);
      expect(await noted()).toEqual(['success']);
    },
  );

  it('may do so again, which changes nothing', async () => {
    const { accessToken } = await issue();
    await revoke(accessToken);
    const ended = await context.rows.findBy(AccessTokenRow, { userId: user.id });
    await revoke(accessToken);
    expect(await context.rows.findBy(AccessTokenRow, { userId: user.id })).toEqual(ended);
  });

  it.each(['access', 'refresh'])(
    'never ends the %s token of another one, and is told nothing of it',
    async (kind) => {
      const { accessToken, refreshToken } = await issue();
      const stranger = await register();
      const shown = kind === 'access' ? accessToken : refreshToken;
      for (const hint of [undefined, 'refresh_token'])
        expect(await revoke(shown, hint, stranger)).toBeUndefined();
      expect([await stateOf(accessToken), await refreshEnded(refreshToken)]).toEqual(['live', null]);
    },
  );

  it.each(['', 'unknown', 'a.b.c', '%', `' OR '1'='1`])(
    'is told nothing of %j, which is no token',
    async (token) => {
      const { accessToken } = await issue();
      expect(await revoke(token)).toBeUndefined();
      expect([await stateOf(accessToken), await noted()]).toEqual(['live', ['failure']]);
    },
  );

  it('is not told of success when the write fails: the token is still live', async () => {
    const { accessToken, refreshToken } = await issue();
    for (const token of [accessToken, refreshToken])
      await expect(context.whileBroken('UPDATE ON access_tokens', () => revoke(token))).rejects.toThrow(
        BROKEN,
      );
    expect([await stateOf(accessToken), await refreshEnded(refreshToken)]).toEqual(['live', null]);
    expect(await noted()).toEqual([]);
  });
});
