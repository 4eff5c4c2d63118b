import { AccessTokenRow, ApiTokenRow } from '../../database/entities/token.row';
import { RememberedDeviceRow, UserRow } from '../../database/entities/user.row';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { SessionsModule } from '../sessions/sessions.module';
import { SessionsService } from '../sessions/sessions.service';
import { UserAccess } from './user-access.service';
import { UsersModule } from './users.module';

describe('What an administrator ends of a user', () => {
  let context: TestContext;
  let access: UserAccess;
  let user: UserRow;
  let actor: Actor;
  let session: string;
  beforeEach(async () => {
    context = await openTestContext([UsersModule, SessionsModule]);
    access = context.get(UserAccess);
    actor = actorFor(await addUser(context, { username: 'boss', admin: true }));
    user = await addUser(context, { username: 'ana', totpSecret: 'sealed', totpRecovery: ['one'] });
    session = (
      await context
        .get(SessionsService)
        .start(user, { address: undefined, userAgent: undefined }, { oauthSignIn: false })
    ).id;
    const { manager } = context.dataSource;
    await manager.insert(RememberedDeviceRow, {
      deviceHash: 'd',
      userId: user.id,
      expiresAt: 9e15,
      createdAt: 0,
    });
    const { id: applicationId } = await addApplication(context);
    const token = {
      kind: 'bearer',
      grantType: 'password',
      createdAt: 0,
      applicationId,
      userId: user.id,
    } as const;
    await manager.insert(AccessTokenRow, { tokenHash: 'a', ...token });
    await manager.insert(ApiTokenRow, {
      tokenHash: 'p',
      userId: user.id,
      expiresAt: 9e15,
      valid: true,
      createdAt: 0,
    });
  });
  afterEach(() => context.close());

  const left = async () => {
    const { manager } = context.dataSource;
    return {
      session: (await context.get(SessionsService).find(session)) !== undefined,
      devices: await manager.countBy(RememberedDeviceRow, { userId: user.id }),
      token: (await manager.findOneByOrFail(AccessTokenRow, { tokenHash: 'a' })).revokedAt === null,
      apiToken: (await manager.findOneByOrFail(ApiTokenRow, { tokenHash: 'p' })).valid,
      factor: (await manager.findOneByOrFail(UserRow, { id: user.id })).totpSecret !== null,
    };
  };

  it('are all browsers, and no token', async () => {
    await access.endSessions(actor, user);
    expect(await left()).toEqual({ session: false, devices: 0, token: true, apiToken: true, factor: true });
    expect(await context.audited()).toEqual([['session.end', user.id]]);
  });

  it('are tokens of every kind, and no browser', async () => {
    await access.revokeTokens(actor, user);
    expect(await left()).toEqual({ session: true, devices: 1, token: false, apiToken: false, factor: true });
    expect(await context.audited()).toEqual([['token.revoke', user.id]]);
  });

  it('is the second factor, with the browsers that skip it', async () => {
    await access.removeSecondFactor(actor, user);
    expect(await left()).toEqual({ session: true, devices: 0, token: true, apiToken: true, factor: false });
    expect(await context.audited()).toEqual([['user.second-factor.remove', user.id]]);
  });
});
