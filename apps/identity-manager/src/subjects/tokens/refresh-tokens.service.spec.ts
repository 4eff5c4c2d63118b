import { AuditLogRow } from '../../database/entities/audit-log.row';
import { addApplication, addUser } from '../../database/test-rows';
import { openTestContext, TestClock, type TestContext } from '../../test-context';
import { ClientsService } from '../applications/clients.service';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import { RefreshTokensService } from './refresh-tokens.service';
import { TokenIssuer } from './token-issuer';
import { grantTo } from './test-tokens';
import { TokensModule } from './tokens.module';

const NOW = 1_700_000_000_000;
const address = '192.0.2.9';

async function open(env: NodeJS.ProcessEnv = {}) {
  const context = await openTestContext([TokensModule], env, new TestClock(NOW));
  const [{ id: applicationId }, { id: userId }] = [await addApplication(context), await addUser(context)];
  const client = (await context.get(ClientsService).find(applicationId))!;
  const issued = await context.get(TokenIssuer).issue(grantTo(client, { type: 'user', id: userId }));
  return { context, applicationId, userId, issued: issued! };
}

describe('A refresh token', () => {
  let context: TestContext;
  afterEach(() => context.close());

  it.each<[string, NodeJS.ProcessEnv, string, string]>([
    ['ends all that came from its grant', {}, 'revoke', 'revoked'],
    [
      'is refused and noted, no more, where the settings say so',
      { IDM_OAUTH_REFRESH_REUSE: 'refuse' },
      'refuse',
      'live',
    ],
  ])('that comes a second time %s', async (_case, env, reaction, state) => {
    const { issued, applicationId, userId, ...opened } = await open(env);
    ({ context } = opened);
    const [access, refresh] = [context.get(AccessTokensService), context.get(RefreshTokensService)];
    await refresh.reactToReuse((await refresh.find(issued.refreshToken!))!, address);
    expect(access.stateOf((await access.find(issued.accessToken))!)).toBe(state);
    expect((await refresh.find(issued.refreshToken!))?.revokedAt).toBe(state === 'live' ? null : NOW);
    await context.get(AuditLog).flush();
    expect(await context.rows.findBy(AuditLogRow, { event: 'token.reuse' })).toMatchObject([
      { outcome: 'failure', actorId: userId, applicationId, address, details: { reaction } },
    ]);
  });

  it('is over at the moment that it says, not before, and is never read from memory', async () => {
    const opened = await open({ IDM_CACHE_MAX_AGE: '60000' });
    ({ context } = opened);
    const tokens = context.get(RefreshTokensService);
    const found = (await tokens.find(opened.issued.refreshToken!))!;
    expect(found).toMatchObject({ userId: opened.userId, revokedAt: null, usedAt: null });
    const isOverAt = (expiresAt: number) => tokens.hasExpired({ ...found, expiresAt });
    expect([NOW - 1, NOW, NOW + 1].map(isOverAt)).toEqual([true, true, false]);
    await context.dataSource.query('UPDATE refresh_tokens SET used_at = 1');
    expect((await tokens.find(opened.issued.refreshToken!))?.usedAt).toBe(1);
  });

  it.each(['', 'made up', '%'])('is none of the text %j', async (text) => {
    ({ context } = await open());
    expect(await context.get(RefreshTokensService).find(text)).toBeUndefined();
  });
});
