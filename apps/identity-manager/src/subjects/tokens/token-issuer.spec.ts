import { AccessTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { addUser } from '../../database/test-rows';
import { NotFound } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Client } from '../applications/client';
import { AccessTokensService } from './access-tokens.service';
import { RefreshTokensService } from './refresh-tokens.service';
import { ScopeRefused } from './scope-refused';
import type { Grant } from './grant';
import { grantScope, TokenIssuer } from './token-issuer';
import { addClient, grantTo } from './test-tokens';
import { TokensInUse } from './tokens-in-use.service';
import { TokensModule } from './tokens.module';

describe('Tokens (docs/behaviour/identity-manager.md, "Token answers")', () => {
  let context: TestContext;
  let issuer: TokenIssuer;
  let accessTokens: AccessTokensService;
  let refreshTokens: RefreshTokensService;
  let client: Client;
  let userId: string;

  beforeEach(async () => {
    context = await openTestContext([TokensModule]);
    issuer = context.get(TokenIssuer);
    accessTokens = context.get(AccessTokensService);
    refreshTokens = context.get(RefreshTokensService);
    client = await addClient(context);
    userId = (await addUser(context)).id;
  });
  afterEach(() => context.close());

  const grant = (more: Partial<Grant> = {}): Grant => ({
    ...grantTo(client, { type: 'user', id: userId }),
    familyId: 'family',
    ...more,
  });

  it('are found by their text, and only their digests are stored', async () => {
    const issued = (await issuer.issue(grant()))!;
    const token = (await accessTokens.find(issued.accessToken))!;
    expect(token).toMatchObject({ applicationId: client.id, userId, kind: 'bearer', grantType: 'password' });
    expect(accessTokens.stateOf(token)).toBe('live');
    expect(await refreshTokens.find(issued.refreshToken!)).toMatchObject({
      familyId: 'family',
      usedAt: null,
    });
    const stored = JSON.stringify([
      await context.rows.find(AccessTokenRow),
      await context.rows.find(RefreshTokenRow),
    ]);
    expect(stored).not.toContain(issued.accessToken);
    expect(stored).not.toContain(issued.refreshToken);
  });

  it('that are permanent have no end and no refresh token', async () => {
    const issued = (await issuer.issue(grant({ scope: grantScope(['permanent'], client) })))!;
    expect(issued).toMatchObject({ expiresInSeconds: undefined, refreshToken: undefined });
    expect(await accessTokens.find(issued.accessToken)).toMatchObject({ expiresAt: null });
  });

  it('as JWTs count with the signature of their application only', async () => {
    const issued = (await issuer.issue(grant({ scope: grantScope(['jwt'], client) })))!;
    expect(await accessTokens.find(issued.accessToken)).toMatchObject({ kind: 'jwt', userId });
    const [header, payload = ''] = issued.accessToken.split('.');
    expect(await accessTokens.find(`${header}.${payload}.c2lnbmF0dXJl`)).toBeUndefined();
    // Everybody can read the id of a JWT; by itself it opens nothing.
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string };
    expect(await accessTokens.find(jti)).toBeUndefined();
  });

  it('are given once for a refresh token, to one of many who show it', async () => {
    const first = (await issuer.issue(grant()))!;
    const shown = (await refreshTokens.find(first.refreshToken!))!;
    const next = () => issuer.issue(grant({ grantType: 'refresh_token', claim: refreshTokens.claim(shown) }));
    const given = await Promise.all([next(), next(), next()]);
    expect(given.filter((tokens) => tokens !== undefined)).toHaveLength(1);
    expect(await context.rows.countBy(AccessTokenRow, { applicationId: client.id })).toBe(2);
  });

  it('end with their family', async () => {
    const issued = (await issuer.issue(grant()))!;
    await accessTokens.find(issued.accessToken);
    await accessTokens.revokeFamily('family');
    expect(accessTokens.stateOf((await accessTokens.find(issued.accessToken))!)).toBe('revoked');
    expect((await refreshTokens.find(issued.refreshToken!))!.revokedAt).not.toBeNull();
  });

  it('that a manager ends are out at once, with the refresh tokens that would bring them back', async () => {
    const issued = (await issuer.issue(grant()))!;
    const inUse = context.get(TokensInUse);
    const actor = actorFor(await addUser(context));
    await accessTokens.find(issued.accessToken);
    const [listed] = await inUse.list(
      { applicationId: client.id },
      { sort: 'created', descending: true, limit: 10, offset: 0 },
    );
    expect(await inUse.count({ applicationId: client.id })).toBe(1);
    expect(await inUse.revoke(actor, { applicationId: 'another' }, listed!.hash)).toBe(false);
    expect(await inUse.revoke(actor, { applicationId: client.id }, listed!.hash)).toBe(true);
    expect(accessTokens.stateOf((await accessTokens.find(issued.accessToken))!)).toBe('revoked');
    expect((await refreshTokens.find(issued.refreshToken!))!.revokedAt).not.toBeNull();
    expect(await inUse.count({ applicationId: client.id })).toBe(0);
  });

  it('are not given to a user who has been deleted', async () => {
    const gone = grant({ owner: { type: 'user', id: 'nobody' } });
    await expect(issuer.issue(gone)).rejects.toEqual(new NotFound('user'));
    const asJwt = { ...gone, scope: grantScope(['jwt'], client) };
    await expect(issuer.issue(asJwt)).rejects.toEqual(new NotFound('user'));
    expect(await context.rows.count(AccessTokenRow)).toBe(0);
  });

  it('are not given for words that the application may not have', () => {
    const plain = { ...client, tokenTypes: new Set(['bearer']) };
    expect(() => grantScope(['permanent'], plain)).toThrow(new ScopeRefused('notGranted'));
  });
});
