import { ConsentRow } from '../../database/entities/consent.row';
import { AccessTokenRow, AuthorizationCodeRow, RefreshTokenRow } from '../../database/entities/token.row';
import type { UserRow } from '../../database/entities/user.row';
import { addApplication, addUser } from '../../database/test-rows';
import { NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { ConsentsModule } from './consents.module';
import { ConsentsService, parseShared, type SharedAttribute } from './consents.service';

const clock = new TestClock(0);
let context: TestContext;
let consents: ConsentsService;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([ConsentsModule], {}, clock);
  consents = context.get(ConsentsService);
  for (const name of ['consent', 'tokens of user'] as const)
    context
      .get(StateChanges)
      .on(name, ({ userId, applicationId }) => told.push(`${name} ${userId} ${applicationId}`));
});
afterAll(() => context.close());

let user: UserRow;
let actor: Actor;
let applicationId: string;
let otherId: string;
beforeEach(async () => {
  clock.set(1_000);
  user = await addUser(context);
  actor = actorFor(user);
  applicationId = (await addApplication(context, { name: 'parking', url: 'https://p.example' })).id;
  otherId = (await addApplication(context)).id;
  told.length = 0;
});

const shared = async () => (await consents.list(user.id)).map((each) => each.shared);
const record = (choice?: readonly SharedAttribute[]) => consents.record(user.id, applicationId, choice);

describe('A consent', () => {
  it('is to one application of one user', async () => {
    const stranger = await addUser(context);
    await record();
    expect(await consents.hasConsented(user.id, applicationId)).toBe(true);
    for (const [userId, id] of [
      [stranger.id, applicationId],
      [user.id, otherId],
      ['%', '%'],
    ] as const)
      expect(await consents.hasConsented(userId, id)).toBe(false);
    expect(await consents.list(stranger.id)).toEqual([]);
  });

  it('shows its application, and when it was last used', async () => {
    await record();
    clock.set(2_000);
    await record();
    expect(await consents.list(user.id)).toEqual([
      {
        applicationId,
        name: 'parking',
        description: null,
        url: 'https://p.example',
        image: 'default',
        shared: ['username', 'email'],
        loginDate: 2_000,
      },
    ]);
  });

  it.each<[(readonly SharedAttribute[] | undefined)[], readonly SharedAttribute[]]>([
    [[undefined], ['username', 'email']],
    [[[]], []],
    [[['image']], ['image']],
    [[['image'], undefined], ['image']],
    [[undefined, ['image']], ['image']],
    [[[], undefined], []],
    [[['username', 'image'], []], []],
    [
      [['email'], ['gravatar', 'username']],
      ['username', 'gravatar'],
    ],
  ])('after choices %j shares %j', async (choices, left) => {
    for (const choice of choices) await record(choice);
    expect(await shared()).toEqual([left]);
    const chosen = choices.filter((choice) => choice !== undefined);
    expect(told).toEqual(chosen.map(() => `consent ${user.id} ${applicationId}`));
  });

  it('is one, however many first logins there are at once', async () => {
    await Promise.all([1, 2, 3].map(() => record()));
    expect(await shared()).toEqual([['username', 'email']]);
  });

  it.each<[string, (readonly SharedAttribute[] | undefined)[]]>([
    ['first', [[], undefined]],
    ['last', [undefined, []]],
    ['in the middle', [undefined, [], undefined]],
  ])('shares nothing when that was chosen %s of several at once', async (_when, choices) => {
    await Promise.all(choices.map((choice) => record(choice)));
    expect(await shared()).toEqual([[]]);
  });

  it('is none when the write fails, or the application is gone', async () => {
    await expect(context.whileBroken('INSERT ON consents', () => record(['image']))).rejects.toThrow(BROKEN);
    await expect(consents.record(user.id, 'nowhere')).rejects.toEqual(new NotFound('user'));
    await expect(consents.record('deleted', applicationId)).rejects.toEqual(new NotFound('user'));
    expect(await context.rows.countBy(ConsentRow, { userId: user.id })).toBe(0);
    expect(told).toEqual([]);
  });

  it('is listed with others, the latest used first', async () => {
    await record();
    clock.set(2_000);
    await consents.record(user.id, otherId);
    expect((await consents.list(user.id)).map((each) => each.applicationId)).toEqual([
      otherId,
      applicationId,
    ]);
    clock.set(3_000);
    await record();
    expect((await consents.list(user.id)).map((each) => each.applicationId)).toEqual([
      applicationId,
      otherId,
    ]);
  });
});

describe('A consent that is taken back', () => {
  const openFor = async (id: string) => {
    const base = { userId: user.id, applicationId: id, createdAt: 0, expiresAt: 9e15 };
    const token = { ...base, kind: 'bearer' as const };
    await context.rows.insert(AccessTokenRow, { ...token, tokenHash: `a ${id}`, grantType: 'password' });
    await context.rows.insert(AccessTokenRow, {
      ...token,
      tokenHash: `over ${id}`,
      grantType: 'password',
      revokedAt: 1,
    });
    await context.rows.insert(RefreshTokenRow, {
      ...token,
      tokenHash: `r ${id}`,
      familyId: 'f',
      authTime: 0,
    });
    const code = { ...base, familyId: 'f', redirectUri: 'r', redirectUriWasSent: false, authTime: 0 };
    await context.rows.insert(AuthorizationCodeRow, { ...code, codeHash: `c ${id}` });
    await consents.record(user.id, id);
  };
  const left = async (id: string) => ({
    consent: await consents.hasConsented(user.id, id),
    access: (await context.rows.findOneByOrFail(AccessTokenRow, { tokenHash: `a ${id}` })).revokedAt,
    refresh: (await context.rows.findOneByOrFail(RefreshTokenRow, { tokenHash: `r ${id}` })).revokedAt,
    code: await context.rows.countBy(AuthorizationCodeRow, { codeHash: `c ${id}` }),
  });
  const all = { consent: true, access: null, refresh: null, code: 1 };
  const ended = { consent: false, access: 5_000, refresh: 5_000, code: 0 };
  beforeEach(async () => {
    for (const id of [applicationId, otherId]) await openFor(id);
    clock.set(5_000);
  });

  it.each(['its user', 'an administrator'])(
    'by %s ends what that application has, and no other',
    async (who) => {
      const admin = actorFor(await addUser(context, { admin: true }));
      const by = who === 'its user' ? actor : admin;
      if (by === actor) await consents.withdraw(actor, applicationId);
      else await consents.withdrawOf(admin, user, applicationId);
      expect([await left(applicationId), await left(otherId)]).toEqual([ended, all]);
      // What was over before keeps its time.
      expect(
        await context.rows.findOneByOrFail(AccessTokenRow, { tokenHash: `over ${applicationId}` }),
      ).toMatchObject({
        revokedAt: 1,
      });
      const both = `${user.id} ${applicationId}`;
      expect(told).toEqual([`consent ${both}`, `tokens of user ${both}`]);
      expect(await context.auditedOf(by)).toMatchObject([
        { event: 'consent.withdraw', subject: user.id, applicationId, outcome: 'success' },
      ]);
    },
  );

  it('of one user leaves those of others', async () => {
    const stranger = actorFor(await addUser(context));
    await consents.withdraw(stranger, applicationId);
    expect(await left(applicationId)).toEqual(all);
  });

  it.each([
    'DELETE ON consents',
    'UPDATE ON access_tokens',
    'UPDATE ON refresh_tokens',
    'DELETE ON authorization_codes',
  ])('stays whole when %s fails', async (write) => {
    const withdraw = () => consents.withdraw(actor, applicationId);
    await expect(context.whileBroken(write, withdraw)).rejects.toThrow(BROKEN);
    expect(await left(applicationId)).toEqual(all);
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });
});

describe('What is stored of a consent', () => {
  it.each([
    [null, ['username', 'email']],
    [undefined, ['username', 'email']],
    ['', []],
    ['image,nonsense,email', ['email', 'image']],
    ['image,image', ['image']],
    ['Image, email', []],
    ['__proto__,toString', []],
  ])('%j shares %j', (list, names) => {
    expect([...parseShared(list)]).toEqual(names);
  });
});
