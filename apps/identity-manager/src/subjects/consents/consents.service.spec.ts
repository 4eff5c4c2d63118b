import { AccessTokenRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { ConsentsModule } from './consents.module';
import { ConsentsService, parseShared } from './consents.service';

describe('Consents', () => {
  let context: TestContext;
  let consents: ConsentsService;
  let actor: Actor;
  let userId: string;
  let applicationId: string;
  beforeEach(async () => {
    context = await openTestContext([ConsentsModule]);
    consents = context.get(ConsentsService);
    actor = actorFor(await addUser(context));
    userId = actor.user.id;
    applicationId = (await addApplication(context, { name: 'parking', url: 'https://p.example' })).id;
  });
  afterEach(() => context.close());

  const shared = async () => (await consents.list(userId)).map((each) => each.shared);

  it('share the name and the address unless the user chose otherwise, which later logins keep', async () => {
    expect(await consents.hasConsented(userId, applicationId)).toBe(false);
    await consents.record(userId, applicationId);
    expect(await consents.hasConsented(userId, applicationId)).toBe(true);
    expect(await shared()).toEqual([['username', 'email']]);
    await consents.record(userId, applicationId, ['image']);
    await consents.record(userId, applicationId);
    expect(await shared()).toEqual([['image']]);
    await consents.record(userId, applicationId, []);
    expect(await shared()).toEqual([[]]);
  });

  it('are one, however many first logins there are at once', async () => {
    await Promise.all([1, 2, 3].map(() => consents.record(userId, applicationId)));
    expect(await consents.list(userId)).toEqual([
      {
        applicationId,
        name: 'parking',
        description: null,
        url: 'https://p.example',
        image: 'default',
        shared: ['username', 'email'],
        loginDate: expect.any(Number),
      },
    ]);
  });

  it('taken back end the tokens of that application and no others', async () => {
    const other = (await addApplication(context)).id;
    const token = {
      userId,
      kind: 'bearer',
      grantType: 'password',
      expiresAt: null,
      createdAt: 0,
    } as const;
    await context.rows.insert(AccessTokenRow, [
      { ...token, tokenHash: 'a', applicationId },
      { ...token, tokenHash: 'b', applicationId: other },
    ]);
    await consents.record(userId, applicationId);
    await consents.record(userId, other);
    await consents.withdraw(actor, applicationId);
    expect((await consents.list(userId)).map((each) => each.applicationId)).toEqual([other]);
    const tokens = await context.rows.find(AccessTokenRow, { order: { tokenHash: 'ASC' } });
    expect(tokens.map(({ revokedAt }) => revokedAt === null)).toEqual([false, true]);
    expect(await context.audited()).toEqual([['consent.withdraw', userId]]);
  });

  it.each([
    [null, ['username', 'email']],
    [undefined, ['username', 'email']],
    ['', []],
    ['image,nonsense,email', ['email', 'image']],
  ])('stored as %p share %j', (list, names) => {
    expect([...parseShared(list)]).toEqual(names);
  });
});
