import { readdirSync, readFileSync } from 'node:fs';
import type { Type } from '@nestjs/common';
import { ApplicationRow, IotAgentRow } from '../../../../database/entities/application.row';
import { AuthorizationCodeRow, RefreshTokenRow } from '../../../../database/entities/token.row';
import { UserRow } from '../../../../database/entities/user.row';
import { addUser } from '../../../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../../../test-context';
import type { Client } from '../../../../subjects/applications/client';
import { GRANT_TYPES, TOKEN_GRANT_TYPES } from '../../../../subjects/applications/grant-types';
import { IotAgents } from '../../../../subjects/applications/iot-agents.service';
import { AccessTokensService } from '../../../../subjects/tokens/access-tokens.service';
import { AuthorizationCodesService } from '../../../../subjects/tokens/authorization-codes.service';
import { addClient as addTestClient } from '../../../../subjects/tokens/test-tokens';
import { ScopeRefused } from '../../../../subjects/tokens/scope-refused';
import { PasswordHasher } from '../../../../subjects/users/password-hasher';
import { OAuthModule } from '../../oauth.module';
import { OAuthError } from '../../oauth-errors';
import type { GrantHandler, GrantResult } from '../grant-handler';
import { AuthorizationCodeGrant } from './authorization-code.grant';
import { ClientCredentialsGrant } from './client-credentials.grant';
import { GRANT_HANDLERS, GRANTS } from './grants';
import { PasswordGrant } from './password.grant';
import { RefreshTokenGrant } from './refresh-token.grant';

const address = '192.0.2.1';
const password = 'a long password';
const BACK = 'https://parking.example/back';
/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let context: TestContext;
let client: Client;
let user: UserRow;
let passwordHash: string;

beforeAll(async () => {
  context = await openTestContext([OAuthModule], { IDM_CACHE_MAX_AGE: '0' });
  passwordHash = await context.get(PasswordHasher).hash(password);
});
afterAll(() => context.close());
beforeEach(async () => {
  client = await addClient();
  user = await addUser(context, { passwordHash });
});

const addClient = (given: Partial<ApplicationRow> = {}) =>
  addTestClient(context, { scope: 'openid', redirectUri: BACK, ...given });

type Form = Readonly<Record<string, string>>;

const ask = (handler: Type<GrantHandler>, form: Form, asking = client): Promise<GrantResult> =>
  context.get(handler).grant({
    client: asking,
    isProven: !asking.isPublic,
    form: new Map(Object.entries(form)),
    address,
    issuer: () => 'https://idm.example',
  });

/** How a grant is refused. */
async function refusal(handler: Type<GrantHandler>, form: Form, asking = client): Promise<string> {
  try {
    await ask(handler, form, asking);
  } catch (error) {
    if (error instanceof OAuthError) return error.message.replace(/^Invalid grant: /, '');
    if (error instanceof ScopeRefused) return `scope ${error.message}`;
    throw error;
  }
  return 'granted';
}

const isLive = async (token: string) => {
  const tokens = context.get(AccessTokensService);
  const found = await tokens.find(token);
  return found !== undefined && tokens.stateOf(found) === 'live';
};

describe('A client for itself', () => {
  it('gets a token that is nobody’s, without a refresh token', async () => {
    const given = await ask(ClientCredentialsGrant, {});
    expect(given).toMatchObject({ refreshToken: undefined, expiresInSeconds: 3600 });
    const stored = await context.get(AccessTokensService).find(given.accessToken);
    expect(stored).toMatchObject({ userId: null, iotAgentId: null, grantType: 'client_credentials' });
  });

  it.each([
    ['jwt', 'jwt'],
    ['bearer', 'bearer'],
    ['permanent', 'bearer'],
  ])('gets a token of the scope %s', async (scope, kind) => {
    expect((await ask(ClientCredentialsGrant, { scope })).scope.kind).toBe(kind);
  });

  it('proves who it is: a public client proves nothing', async () => {
    const open = await addClient({ clientType: 'public' });
    expect(await refusal(ClientCredentialsGrant, {}, open)).toMatch(/client/);
  });

  it.each(['jwt bearer', 'a"b'])('does not get the scope %j', async (scope) => {
    expect(await refusal(ClientCredentialsGrant, { scope })).toMatch(/^scope/);
  });
});

describe('A password', () => {
  const form = (more: Form = {}): Form => ({ username: user.email, password, ...more });

  it('is good for tokens of its user', async () => {
    const given = await ask(PasswordGrant, form());
    expect(given.ownerId).toBe(user.id);
    expect(given.refreshToken).toBeDefined();
    expect(await context.get(AccessTokensService).find(given.accessToken)).toMatchObject({ userId: user.id });
  });

  it('of an agent is good in its own application only', async () => {
    const agent = await context.get(IotAgents).create(actorFor(user), { id: client.id });
    const machine = { username: agent.id, password: agent.password };
    expect((await ask(PasswordGrant, machine)).ownerId).toBe(agent.id);
    expect(await refusal(PasswordGrant, machine, await addClient())).toBe('user credentials are invalid');
    expect(await context.rows.countBy(IotAgentRow, { id: agent.id })).toBe(1);
  });

  it.each<[string, () => Form]>([
    ['that is wrong', () => form({ password: 'wrong' })],
    ['of nobody', () => form({ username: 'nobody@city.example' })],
    ['of an agent that is none', () => form({ username: 'iot_sensor_none' })],
  ])('%s is refused', async (_case, sent) => {
    expect(await refusal(PasswordGrant, sent())).toBe('user credentials are invalid');
  });

  it.each<[string, Partial<UserRow>]>([
    ['is disabled', { enabled: false }],
    ['has a second factor, for which there is no place', { totpSecret: 'sealed' }],
  ])('of a user who %s is refused', async (_case, change) => {
    await context.rows.update(UserRow, { id: user.id }, change as object);
    expect(await refusal(PasswordGrant, form())).toBe('user credentials are invalid');
  });

  it.each(['username', 'password'])('needs a %s', async (name) => {
    const sent = Object.fromEntries(Object.entries(form()).filter(([given]) => given !== name));
    expect(await refusal(PasswordGrant, sent)).toBe(`Missing parameter: \`${name}\``);
  });
});

describe('An authorization code', () => {
  const issue = (more: object = {}, askedBy = client) =>
    context.get(AuthorizationCodesService).issue({
      applicationId: askedBy.id,
      userId: user.id,
      redirectUri: BACK,
      redirectUriWasSent: true,
      scopeWords: [],
      nonce: null,
      codeChallenge: null,
      authTime: Date.now(),
      ...more,
    });
  const form = (code: string, more: Form = {}): Form => ({ code, redirect_uri: BACK, ...more });

  it('is good for tokens of its user, once; then all it gave ends', async () => {
    const code = await issue();
    const given = await ask(AuthorizationCodeGrant, form(code));
    expect(given).toMatchObject({ ownerId: user.id, idToken: undefined, askedScope: [] });
    expect(await isLive(given.accessToken)).toBe(true);
    expect(await refusal(AuthorizationCodeGrant, form(code))).toBe('authorization code is invalid');
    expect(await isLive(given.accessToken)).toBe(false);
    expect(await refusal(RefreshTokenGrant, { refresh_token: given.refreshToken! })).toBe(
      'refresh token is no longer valid',
    );
  });

  it('is used once, however many bring it at the same time', async () => {
    const code = await issue();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => ask(AuthorizationCodeGrant, form(code))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('with openid gives an id token', async () => {
    const given = await ask(
      AuthorizationCodeGrant,
      form(await issue({ scopeWords: ['openid'], nonce: 'n' })),
    );
    expect(given.idToken?.split('.')).toHaveLength(3);
  });

  it.each<[string, object, Form, string]>([
    ['another redirect address', {}, { redirect_uri: 'https://evil.example/' }, '`redirect_uri` is invalid'],
    [
      'a redirect address that is not registered, though none was sent',
      { redirectUriWasSent: false },
      { redirect_uri: 'https://evil.example/' },
      '`redirect_uri` is invalid',
    ],
    ['no verifier for its challenge', { codeChallenge: CHALLENGE }, {}, '`code_verifier` is missing'],
    [
      'another verifier',
      { codeChallenge: CHALLENGE },
      { code_verifier: 'x'.repeat(43) },
      '`code_verifier` is invalid',
    ],
    [
      'a verifier for no challenge',
      {},
      { code_verifier: VERIFIER },
      '`code_verifier` was sent for a code without challenge',
    ],
    ['the right verifier', { codeChallenge: CHALLENGE }, { code_verifier: VERIFIER }, 'granted'],
    ['the registered address, though none was sent', { redirectUriWasSent: false }, {}, 'granted'],
  ])('with %s', async (_case, grant, more, told) => {
    expect(await refusal(AuthorizationCodeGrant, form(await issue(grant), more))).toBe(told);
  });

  it.each<[string, (code: string) => Promise<unknown>, string]>([
    [
      'is made up',
      async () => context.rows.delete(AuthorizationCodeRow, { userId: user.id }),
      'authorization code is invalid',
    ],
    [
      'has expired',
      async () =>
        context.rows.update(AuthorizationCodeRow, { userId: user.id }, { expiresAt: Date.now() - 1 }),
      'authorization code has expired',
    ],
    [
      'is of a user who was disabled',
      async () => context.rows.update(UserRow, { id: user.id }, { enabled: false }),
      'authorization code is invalid',
    ],
  ])('is refused when it %s', async (_case, change, told) => {
    const code = await issue();
    await change(code);
    expect(await refusal(AuthorizationCodeGrant, form(code))).toBe(told);
  });

  it('of another application is refused', async () => {
    const code = await issue();
    expect(await refusal(AuthorizationCodeGrant, form(code), await addClient())).toBe(
      'authorization code is invalid',
    );
  });
});

describe('A refresh token', () => {
  const first = () => ask(PasswordGrant, { username: user.email, password, scope: 'openid' });
  const refresh = (token: string, more: Form = {}): Form => ({ refresh_token: token, ...more });

  it('is good for another pair, once; then its whole grant ends', async () => {
    const one = await first();
    const two = await ask(RefreshTokenGrant, refresh(one.refreshToken!));
    expect(two).toMatchObject({ ownerId: user.id });
    expect(two.idToken).toBeDefined();
    expect(await refusal(RefreshTokenGrant, refresh(one.refreshToken!))).toBe(
      'refresh token is no longer valid',
    );
    expect(await isLive(two.accessToken)).toBe(false);
    expect(await refusal(RefreshTokenGrant, refresh(two.refreshToken!))).toBe(
      'refresh token is no longer valid',
    );
  });

  it.each<[string, string]>([
    ['', 'granted'],
    ['openid', 'granted'],
    ['jwt', 'granted'],
    ['permanent', 'granted'],
    ['other', 'scope notGranted'],
  ])('asked for the scope %j', async (scope, told) => {
    const { refreshToken } = await first();
    const more: Form = scope === '' ? {} : { scope };
    expect(
      (await refusal(RefreshTokenGrant, refresh(refreshToken!, more))).replace(
        /^scope .*/,
        'scope notGranted',
      ),
    ).toBe(told);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'has expired',
      () => context.rows.update(RefreshTokenRow, { userId: user.id }, { expiresAt: Date.now() - 1 }),
      'refresh token has expired',
    ],
    [
      'was revoked',
      () => context.rows.update(RefreshTokenRow, { userId: user.id }, { revokedAt: Date.now() }),
      'refresh token is no longer valid',
    ],
    [
      'is of a user who was disabled',
      () => context.rows.update(UserRow, { id: user.id }, { enabled: false }),
      'refresh token is no longer valid',
    ],
    [
      'is unknown',
      () => context.rows.delete(RefreshTokenRow, { userId: user.id }),
      'refresh token is invalid',
    ],
  ])('is refused when it %s', async (_case, change, told) => {
    const { refreshToken } = await first();
    await change();
    expect(await refusal(RefreshTokenGrant, refresh(refreshToken!))).toBe(told);
  });

  it('of another application is refused, and still good in its own', async () => {
    const { refreshToken } = await first();
    expect(await refusal(RefreshTokenGrant, refresh(refreshToken!), await addClient())).toBe(
      'refresh token is invalid',
    );
    expect(await refusal(RefreshTokenGrant, refresh(refreshToken!))).toBe('granted');
  });
});

describe('The list of grants', () => {
  const handled = () =>
    context.get(GRANTS as unknown as Type<readonly GrantHandler[]>).flatMap(({ grantTypes }) => grantTypes);

  it('has every name by which the token endpoint gives tokens, and no name is given them twice', () => {
    expect(handled()).toEqual([...new Set(handled())]);
    expect(handled()).toEqual(expect.arrayContaining([...TOKEN_GRANT_TYPES]));
  });

  it('is the only place but its own file that knows a grant: what there is in files is in it', () => {
    const source = 'apps/identity-manager/src';
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    const importers = (file: string) => {
      const line = `/${file.replace(/\.ts$/, '')}';`;
      return files.filter((other) => readFileSync(`${source}/${other}`, 'utf8').includes(line));
    };
    const grants = files.filter((file) => file.endsWith('.grant.ts'));
    for (const grant of grants)
      expect([grant, importers(grant.split('/').at(-1)!)]).toEqual([
        grant,
        ['doors/oauth/token/grants/grants.ts'],
      ]);
    expect(GRANT_HANDLERS).toHaveLength(grants.length);
  });

  it.each(['en', 'es'])('has a label and a hint for each in %s', (language) => {
    const path = `apps/identity-manager/src/messages/${language}.json`;
    const texts = JSON.parse(readFileSync(path, 'utf8')) as object;
    expect(Object.keys(texts)).toEqual(
      expect.arrayContaining(GRANT_TYPES.flatMap((name) => [`grant.${name}`, `grantHint.${name}`])),
    );
  });
});
