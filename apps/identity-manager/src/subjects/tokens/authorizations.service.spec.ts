import { createHash } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { ConsentRow } from '../../database/entities/consent.row';
import { AccessTokenRow, AuthorizationCodeRow, RefreshTokenRow } from '../../database/entities/token.row';
import type { UserRow } from '../../database/entities/user.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication, addUser } from '../../database/test-rows';
import { BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Client } from '../applications/client';
import { ClientsService } from '../applications/clients.service';
import { AuditLog } from '../audit/audit-log';
import { SigningKeys } from '../keys/signing-keys.service';
import { Authorizations, type Authorization } from './authorizations.service';
import { grantScope } from './token-issuer';
import { NO_CLAIMS } from '../openid/claims-parameter';
import { TokensModule } from './tokens.module';

const NOW = 1_700_000_000_000;
const SIGNED_IN = NOW - 90_500;
const ISSUER = 'https://id.city.example';
const BACK = 'https://parking.city.example/back';
const address = '192.0.2.9';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext([TokensModule], { IDM_CACHE_MAX_AGE: '0' }, new TestClock(NOW));
});
afterAll(() => context.close());

let application: ApplicationRow;
let client: Client;
let user: UserRow;
beforeEach(async () => {
  application = await addApplication(context, {
    tokenTypes: 'bearer,jwt',
    jwtSecretEncrypted: context.get(SecretCipher).encrypt('0123456789abcdef'),
    scope: 'openid',
  });
  client = (await context.get(ClientsService).find(application.id))!;
  user = await addUser(context);
});

type Kind = Authorization['responseTypes'][number];
const asked = (responseTypes: readonly Kind[], more: Partial<Authorization> = {}): Authorization => ({
  client,
  responseTypes,
  scope: grantScope(['openid'], client),
  askedScope: ['openid'],
  issuer: ISSUER,
  redirectUri: BACK,
  redirectUriWasSent: true,
  nonce: 'n',
  codeChallenge: null,
  claims: NO_CLAIMS,
  resources: [],
  ...more,
});
const grant = (responseTypes: readonly Kind[], more: Partial<Authorization> = {}) =>
  context.get(Authorizations).grant(asked(responseTypes, more), {
    userId: user.id,
    authTime: SIGNED_IN,
    sid: 'session',
    amr: ['pwd'],
    address,
  });

const stored = async () => {
  const userId = user.id;
  return {
    codes: await context.rows.countBy(AuthorizationCodeRow, { userId }),
    tokens: await context.rows.countBy(AccessTokenRow, { userId }),
    refreshTokens: await context.rows.countBy(RefreshTokenRow, { userId }),
  };
};
const noted = async () => {
  await context.get(AuditLog).flush();
  return context.rows.findBy(AuditLogRow, { event: 'authorize', applicationId: application.id });
};
const claimsOf = async (idToken: string | undefined) => {
  const keys = context.get(SigningKeys);
  const { privateKey } = await keys.current('RS256');
  const { createPublicKey } = await import('node:crypto');
  const key = createPublicKey(privateKey);
  const options = { algorithms: ['RS256' as const], clockTimestamp: NOW / 1000 };
  return jsonwebtoken.verify(idToken ?? '', key, options) as Readonly<Record<string, unknown>>;
};
const leftHalf = (text = '') =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

describe('What a user lets an application have', () => {
  it.each<[readonly Kind[], object]>([
    [['code'], { codes: 1, tokens: 0, refreshTokens: 0 }],
    [['token'], { codes: 0, tokens: 1, refreshTokens: 0 }],
    [['id_token'], { codes: 0, tokens: 0, refreshTokens: 0 }],
    [['code', 'token'], { codes: 1, tokens: 1, refreshTokens: 0 }],
    [['code', 'id_token'], { codes: 1, tokens: 0, refreshTokens: 0 }],
    [['id_token', 'token'], { codes: 0, tokens: 1, refreshTokens: 0 }],
    [['code', 'id_token', 'token'], { codes: 1, tokens: 1, refreshTokens: 0 }],
  ])('is what was asked for and no more: %j', async (kinds, rows) => {
    const { code, tokens, idToken } = await grant(kinds);
    expect([code !== undefined, tokens !== undefined, idToken !== undefined]).toEqual(
      (['code', 'token', 'id_token'] as const).map((kind) => kinds.includes(kind)),
    );
    expect(await stored()).toEqual(rows);
    expect(await noted()).toMatchObject([
      { outcome: 'success', actorId: user.id, address, details: { responseType: kinds.join(' ') } },
    ]);
  });

  it('is never a refresh token where the answer goes through the browser', async () => {
    expect((await grant(['token'])).tokens?.refreshToken).toBeUndefined();
    const [token] = await context.rows.findBy(AccessTokenRow, { userId: user.id });
    expect(token).toMatchObject({ grantType: 'implicit', applicationId: application.id, familyId: null });
  });

  it('is kept with the code until that is exchanged', async () => {
    await grant(['code'], {
      codeChallenge: 'c'.repeat(43),
      askedScope: ['openid', 'jwt'],
      redirectUriWasSent: false,
    });
    const [code] = await context.rows.findBy(AuthorizationCodeRow, { userId: user.id });
    expect(code).toMatchObject({
      redirectUri: BACK,
      redirectUriWasSent: false,
      nonce: 'n',
      codeChallenge: 'c'.repeat(43),
      authTime: SIGNED_IN,
      usedAt: null,
      createdAt: NOW,
    });
    expect(code?.scope?.split(' ').sort()).toEqual(['jwt', 'openid']);
  });

  it('is none when a write fails', async () => {
    const write = (table: string, kinds: readonly Kind[]) =>
      context.whileBroken(`INSERT ON ${table}`, () => grant(kinds));
    await expect(write('authorization_codes', ['code'])).rejects.toThrow(BROKEN);
    await expect(write('access_tokens', ['token'])).rejects.toThrow(BROKEN);
    expect(await stored()).toEqual({ codes: 0, tokens: 0, refreshTokens: 0 });
    expect(await noted()).toEqual([]);
  });

  it('may be nothing, which is noted with the reason that the application is told', async () => {
    context.get(Authorizations).refuse(client, 'access_denied', address);
    expect(await noted()).toMatchObject([
      { outcome: 'failure', actorId: null, address, details: { error: 'access_denied' } },
    ]);
  });
});

describe('An id token', () => {
  it('says who signed in, when, for whom and in answer to what', async () => {
    const { idToken } = await grant(['id_token']);
    expect(await claimsOf(idToken)).toMatchObject({
      iss: ISSUER,
      sub: user.id,
      aud: application.id,
      iat: NOW / 1000,
      exp: NOW / 1000 + 3600,
      auth_time: Math.floor(SIGNED_IN / 1000),
      nonce: 'n',
    });
  });

  it.each([null, ''])('has no nonce when none was sent (%j)', async (nonce) => {
    expect(await claimsOf((await grant(['id_token'], { nonce })).idToken)).not.toHaveProperty('nonce');
  });

  it('binds the code and the token that come along, and names none that do not', async () => {
    const { code, tokens, idToken } = await grant(['code', 'id_token', 'token']);
    expect(await claimsOf(idToken)).toMatchObject({
      c_hash: leftHalf(code),
      at_hash: leftHalf(tokens?.accessToken),
    });
    const alone = await claimsOf((await grant(['id_token'])).idToken);
    expect(Object.keys(alone)).not.toEqual(expect.arrayContaining(['c_hash']));
    expect(Object.keys(alone)).not.toEqual(expect.arrayContaining(['at_hash']));
  });

  it.each<[string, object, readonly string[]]>([
    ['username', { username: 'ana' }, ['email']],
    ['email', { email: 'ana@city.example' }, ['username']],
    ['', {}, ['username', 'email']],
  ])('tells what its owner shares (%j)', async (sharedAttributes, shown, hidden) => {
    user = await addUser(context, {
      username: 'ana',
      email: 'ana@city.example',
      emailLower: `ana@city.example ${application.id}`,
    });
    const consent = { userId: user.id, applicationId: application.id, sharedAttributes, loginDate: 0 };
    await context.rows.insert(ConsentRow, consent);
    const claims = await claimsOf((await grant(['id_token'])).idToken);
    expect(claims).toMatchObject(shown);
    for (const name of hidden) expect(claims[name] ?? '').toBe('');
  });
});
