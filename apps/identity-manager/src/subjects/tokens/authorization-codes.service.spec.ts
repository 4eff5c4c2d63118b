import { AuthorizationCodeRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { NotFound } from '../../faults/faults';
import { openTestContext, type TestContext } from '../../test-context';
import { AuthorizationCodesService } from './authorization-codes.service';
import { TokensModule } from './tokens.module';

describe('Authorization codes (docs/behaviour/identity-manager.md, "Codes")', () => {
  let context: TestContext;
  let codes: AuthorizationCodesService;
  beforeEach(async () => {
    context = await openTestContext([TokensModule]);
    codes = context.get(AuthorizationCodesService);
  });
  afterEach(() => context.close());

  async function issue(userId?: string): Promise<string> {
    return codes.issue({
      applicationId: (await addApplication(context)).id,
      userId: userId ?? (await addUser(context)).id,
      redirectUri: 'https://parking.city.example/back',
      redirectUriWasSent: true,
      scopeWords: ['openid', 'jwt'],
      nonce: null,
      codeChallenge: null,
      authTime: 5,
    });
  }

  it('stand for what was granted, and are stored as digests', async () => {
    const code = await issue();
    const stored = (await codes.find(code))!;
    expect(stored).toMatchObject({
      scope: 'openid jwt',
      redirectUriWasSent: true,
      authTime: 5,
      usedAt: null,
    });
    expect(codes.hasExpired(stored)).toBe(false);
    expect(codes.hasExpired({ ...stored, expiresAt: Date.now() })).toBe(true);
    expect(JSON.stringify(await context.rows.find(AuthorizationCodeRow))).not.toContain(code);
    expect(await codes.find('another')).toBeUndefined();
  });

  it('are not given for a user who has been deleted', async () => {
    await expect(issue('deleted')).rejects.toEqual(new NotFound('user'));
  });

  it('are used once', async () => {
    const stored = (await codes.find(await issue()))!;
    const use = () => context.sql.atomically([codes.claim(stored)]);
    expect(await Promise.all([use(), use()])).toEqual([true, false]);
  });
});
