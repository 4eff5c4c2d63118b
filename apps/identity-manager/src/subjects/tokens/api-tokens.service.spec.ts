import { ApiTokenRow } from '../../database/entities/token.row';
import { addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { PasswordHasher } from '../users/password-hasher';
import { ApiLogins } from './api-logins.service';
import { ApiTokensService } from './api-tokens.service';
import { TokensModule } from './tokens.module';

const address = '192.0.2.1';

describe('API tokens (docs/behaviour/identity-manager.md, "API tokens")', () => {
  let context: TestContext;
  let tokens: ApiTokensService;
  beforeEach(async () => {
    context = await openTestContext([TokensModule]);
    tokens = context.get(ApiTokensService);
  });
  afterEach(() => context.close());

  it('live until they expire or are ended, and are stored as digests', async () => {
    const { id: userId } = await addUser(context);
    const { token, expiresAt } = (await tokens.issue({ userId }, Date.now(), address))!;
    const stored = (await tokens.find(token))!;
    expect(stored).toMatchObject({ userId, pepProxyId: null, expiresAt, valid: true });
    expect(JSON.stringify(await context.rows.find(ApiTokenRow))).not.toContain(token);
    expect(tokens.isLive(stored)).toBe(true);
    expect(tokens.isLive({ ...stored, expiresAt: Date.now() })).toBe(false);
    expect(tokens.isLive({ ...stored, valid: false })).toBe(false);
    await tokens.revoke(stored, address);
    expect(await tokens.find(token)).toBeUndefined();
    expect((await context.audited()).map(([event]) => event)).toEqual([
      'api-token.issue',
      'api-token.revoke',
    ]);
  });

  it('cannot be renewed for ever: their time counts from the password', async () => {
    const { id: userId } = await addUser(context);
    expect(await tokens.issue({ userId }, 0, address)).toBeUndefined();
    expect(await context.rows.count(ApiTokenRow)).toBe(0);
  });

  it('are for whoever knows the password', async () => {
    const passwordHash = await context.get(PasswordHasher).hash('right');
    const user = await addUser(context, { passwordHash });
    const login = (password: string) =>
      context.get(ApiLogins).login({ name: user.email, password, code: undefined, address: '192.0.2.1' });
    expect(await login('right')).toEqual({ userId: user.id });
    expect(await login('wrong')).toEqual({ wrong: 'user' });
    const withNul = { name: 'a\0', password: 'right', code: undefined, address: undefined };
    expect(await context.get(ApiLogins).login(withNul)).toEqual({ wrong: 'user' });
  });
});
