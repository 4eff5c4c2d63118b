import { ApplicationRow } from '../../database/entities/application.row';
import { addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import type { Client } from '../applications/client';
import { AccessTokensService } from './access-tokens.service';
import { AuthorizationCodesService } from './authorization-codes.service';
import { Authorizations, type Authorization } from './authorizations.service';
import { RefreshTokensService } from './refresh-tokens.service';
import { grantScope, TokenIssuer, type IssuedTokens } from './token-issuer';
import { addClient, grantTo } from './test-tokens';
import { TokenRevocations } from './token-revocations.service';
import { NO_CLAIMS } from '../openid/claims-parameter';
import { TokensModule } from './tokens.module';

const address = '192.0.2.1';

let context: TestContext;
let client: Client;
let other: Client;
let userId: string;

async function open(env: NodeJS.ProcessEnv = {}): Promise<void> {
  context = await openTestContext([TokensModule], env);
  const [first, second] = [
    await addClient(context, { scope: 'openid' }),
    await addClient(context, { scope: 'openid' }),
  ];
  [client, other] = [first, second];
  userId = (await addUser(context)).id;
}
afterEach(() => context.close());

const issue = async (words: readonly string[] = []): Promise<IssuedTokens> =>
  (await context.get(TokenIssuer).issue(grantTo(client, { type: 'user', id: userId }, words)))!;

/** Whether the tokens of a grant still work. */
async function alive({ accessToken, refreshToken }: IssuedTokens) {
  const access = await context.get(AccessTokensService).find(accessToken);
  const refresh = await context.get(RefreshTokensService).find(refreshToken!);
  return { access: access?.revokedAt === null, refresh: refresh?.revokedAt === null };
}

describe('A client ends a token', () => {
  beforeEach(() => open());

  type Named = 'accessToken' | 'refreshToken';
  it.each<[Named, string | undefined, object]>([
    ['accessToken', undefined, { access: false, refresh: true }],
    ['accessToken', 'access_token', { access: false, refresh: true }],
    ['accessToken', 'refresh_token', { access: false, refresh: true }],
    ['refreshToken', undefined, { access: false, refresh: false }],
    ['refreshToken', 'access_token', { access: false, refresh: false }],
    ['refreshToken', 'made up', { access: false, refresh: false }],
  ])('%s, told that it is %s', async (which, hint, left) => {
    const tokens = await issue();
    const token = tokens[which]!;
    await context.get(TokenRevocations).revoke({ applicationId: client.id, token, hint, address });
    expect(await alive(tokens)).toEqual(left);
    expect(await context.audited()).toEqual([['token.revoke', null]]);
  });

  it('that is a JSON Web Token', async () => {
    const tokens = await issue(['jwt']);
    const token = tokens.accessToken;
    await context.get(TokenRevocations).revoke({ applicationId: client.id, token, hint: undefined, address });
    expect(await alive(tokens)).toEqual({ access: false, refresh: true });
  });

  it('never of another application, and is not told so', async () => {
    const tokens = await issue();
    for (const token of [tokens.accessToken, tokens.refreshToken!, 'made up'])
      await context
        .get(TokenRevocations)
        .revoke({ applicationId: other.id, token, hint: undefined, address });
    expect(await alive(tokens)).toEqual({ access: true, refresh: true });
  });
});

describe('A refresh token that comes twice', () => {
  it.each<[string, boolean]>([
    ['revoke', false],
    ['refuse', true],
  ])('where the settings say %s', async (setting, stays) => {
    await open({ IDM_OAUTH_REFRESH_REUSE: setting });
    const tokens = await issue();
    const refreshTokens = context.get(RefreshTokensService);
    await refreshTokens.reactToReuse((await refreshTokens.find(tokens.refreshToken!))!, address);
    expect(await alive(tokens)).toEqual({ access: stays, refresh: stays });
    expect(await context.audited()).toEqual([['token.reuse', null]]);
  });
});

describe('What a user lets a client have', () => {
  beforeEach(() => open());

  const grant = (more: Partial<Authorization> = {}) =>
    context.get(Authorizations).grant(
      {
        client,
        responseTypes: ['code'],
        scope: grantScope([], client),
        askedScope: [],
        redirectUri: 'https://parking.example/back',
        redirectUriWasSent: true,
        nonce: null,
        codeChallenge: null,
        claims: NO_CLAIMS,
        resources: [],
        issuer: 'https://idm.example',
        ...more,
      },
      { userId, authTime: 0, sid: undefined, amr: ['pwd'], address },
    );
  const openid = () => ({ scope: grantScope(['openid'], client), askedScope: ['openid'] });

  it.each<[Authorization['responseTypes']]>([
    [['code']],
    [['token']],
    [['id_token']],
    [['code', 'token']],
    [['code', 'id_token', 'token']],
  ])('is %j, and nothing else', async (responseTypes) => {
    const { code, tokens, idToken } = await grant({ responseTypes, ...openid() });
    expect([code, idToken, tokens].map((each) => each !== undefined)).toEqual(
      (['code', 'id_token', 'token'] as const).map((type) => responseTypes.includes(type)),
    );
    expect(tokens?.refreshToken).toBeUndefined();
    expect(await context.audited()).toEqual([['authorize', null]]);
  });

  it('is a code for what was asked, which ends all it gave when it comes twice', async () => {
    const { code } = await grant(openid());
    const codes = context.get(AuthorizationCodesService);
    const stored = (await codes.find(code!))!;
    expect(stored).toMatchObject({ userId, applicationId: client.id, scope: 'openid', authTime: 0 });
    const tokens = (await context.get(TokenIssuer).issue({
      client,
      owner: { type: 'user', id: userId },
      scope: grantScope([], client),
      grantType: 'authorization_code',
      familyId: stored.familyId,
      withRefreshToken: true,
      authTime: 0,
      claim: codes.claim(stored),
    }))!;
    await codes.endReused(stored, address);
    expect(await alive(tokens)).toEqual({ access: false, refresh: false });
    expect((await context.audited()).map(([event]) => event)).toEqual(['authorize', 'code.reuse']);
  });

  it('is nothing when the request was wrong, which is noted', async () => {
    context.get(Authorizations).refuse(client, 'access_denied', address);
    expect(await context.audited()).toEqual([['authorize', null]]);
    expect(await context.rows.countBy(ApplicationRow, { id: client.id })).toBe(1);
  });
});
