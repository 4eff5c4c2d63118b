import { AccessTokenRow, RefreshTokenRow } from '../../../database/entities/token.row';
import { UserRow } from '../../../database/entities/user.row';
import { ConsentRow } from '../../../database/entities/consent.row';
import { addUser } from '../../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../../test-context';
import type { Client } from '../../../subjects/applications/client';
import { TrustedApplications } from '../../../subjects/applications/trusted-applications.service';
import { TokenIssuer, type IssuedTokens } from '../../../subjects/tokens/token-issuer';
import { addClient, grantTo } from '../../../subjects/tokens/test-tokens';
import type { TokenOwner } from '../../../subjects/tokens/token-owner';
import { OAuthModule } from '../oauth.module';
import { IntrospectionService } from './introspection.service';

const INACTIVE = { active: false };

let context: TestContext;
let client: Client;
let stranger: Client;
let user: UserRow;

beforeAll(async () => {
  context = await openTestContext([OAuthModule], { IDM_CACHE_MAX_AGE: '0' });
});
afterAll(() => context.close());
beforeEach(async () => {
  client = await addClient(context);
  stranger = await addClient(context);
  user = await addUser(context);
});

const ofUser = (): TokenOwner => ({ type: 'user', id: user.id });

const issue = async (words: readonly string[] = [], owner = ofUser()): Promise<IssuedTokens> =>
  (await context.get(TokenIssuer).issue(grantTo(client, owner, words)))!;

const introspect = (token: string, asker = client) =>
  context.get(IntrospectionService).introspect(token, asker);

describe('Introspection', () => {
  it.each<[readonly string[], object]>([
    [[], { token_type: 'bearer', exp: expect.any(Number) }],
    [['jwt'], { token_type: 'jwt', exp: expect.any(Number), scope: 'jwt' }],
    [['permanent'], { token_type: 'bearer', scope: 'permanent' }],
  ])('of a token with the scope %j tells what it is', async (words, members) => {
    const { accessToken } = await issue(words);
    expect(await introspect(accessToken)).toEqual({
      active: true,
      client_id: client.id,
      username: user.username,
      sub: user.id,
      iat: expect.any(Number),
      iss: expect.any(String),
      aud: client.id,
      ...members,
    });
  });

  it('tells no name that the user does not share', async () => {
    await context.rows.insert(ConsentRow, {
      userId: user.id,
      applicationId: client.id,
      sharedAttributes: '',
      loginDate: 0,
    });
    expect(await introspect((await issue()).accessToken)).not.toHaveProperty('username');
  });

  it('of a token of the client itself names the client', async () => {
    const { accessToken } = await issue([], { type: 'client' });
    expect(await introspect(accessToken)).toMatchObject({ active: true, sub: client.id });
  });

  it('of a refresh token tells its end', async () => {
    const { refreshToken } = await issue();
    expect(await introspect(refreshToken!)).toMatchObject({
      active: true,
      token_type: 'refresh_token',
      sub: user.id,
    });
    expect(await introspect(refreshToken!, stranger)).toEqual(INACTIVE);
  });

  it('tells other applications nothing, unless they trust the one that has the token', async () => {
    const { accessToken } = await issue();
    expect(await introspect(accessToken, stranger)).toEqual(INACTIVE);
    await context.get(TrustedApplications).add(actorFor(user), stranger, client);
    expect(await introspect(accessToken, stranger)).toMatchObject({ active: true, aud: client.id });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'was revoked',
      () => context.rows.update(AccessTokenRow, { userId: user.id }, { revokedAt: Date.now() }),
    ],
    [
      'has expired',
      () => context.rows.update(AccessTokenRow, { userId: user.id }, { expiresAt: Date.now() - 1 }),
    ],
    [
      'is of a user who was disabled',
      () => context.rows.update(UserRow, { id: user.id }, { enabled: false }),
    ],
    ['is of a user who is gone', () => context.rows.delete(UserRow, { id: user.id })],
  ])('of an access token that %s tells that it is worth nothing', async (_case, change) => {
    const { accessToken } = await issue();
    await change();
    expect(await introspect(accessToken)).toEqual(INACTIVE);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'was revoked',
      () => context.rows.update(RefreshTokenRow, { userId: user.id }, { revokedAt: Date.now() }),
    ],
    ['was used', () => context.rows.update(RefreshTokenRow, { userId: user.id }, { usedAt: Date.now() })],
    [
      'has expired',
      () => context.rows.update(RefreshTokenRow, { userId: user.id }, { expiresAt: Date.now() - 1 }),
    ],
    [
      'is of a user who was disabled',
      () => context.rows.update(UserRow, { id: user.id }, { enabled: false }),
    ],
  ])('of a refresh token that %s, too', async (_case, change) => {
    const { refreshToken } = await issue();
    await change();
    expect(await introspect(refreshToken!)).toEqual(INACTIVE);
  });

  it.each(['', 'made up', 'a.b.c'])('of %j tells the same', async (token) => {
    expect(await introspect(token)).toEqual(INACTIVE);
  });
});
