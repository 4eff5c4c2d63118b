import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addUser } from '../../database/test-rows';
import { NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { SessionsModule } from './sessions.module';
import { SessionsService } from './sessions.service';

const address = '192.0.2.1';
const browser = { address, userAgent: 'Firefox' };
const START = 1_700_000_000_000;

const clock = new TestClock(START);
let context: TestContext;
let sessions: SessionsService;
let idleMs: number;
let absoluteMs: number;
beforeAll(async () => {
  context = await openTestContext([SessionsModule], {}, clock);
  sessions = context.get(SessionsService);
  ({ idleMs, absoluteMs } = context.options.session);
});
afterAll(() => context.close());

let user: UserRow;
beforeEach(async () => {
  clock.set(START);
  user = await addUser(context);
});

const start = (more: object = {}, of = user) => sessions.start(of, browser, { oauthSignIn: false, ...more });
const set = (sessionHash: string, change: Partial<WebSessionRow>) =>
  context.rows.update(WebSessionRow, { sessionHash }, change);
/** All that live, the latest seen first. */
const list = (userId: string) =>
  sessions.pageOf({ userId, text: '' }, { sort: 'seen', descending: true, limit: 1000, offset: 0 });
const lives = async ({ id }: { readonly id: string }) => (await sessions.find(id)) !== undefined;

describe('A session', () => {
  it('is known by its id, of which only the digest is kept', async () => {
    const { id, session } = await start({ oauthSignIn: true });
    expect(session).toEqual({
      user,
      row: {
        sessionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        userId: user.id,
        oauthSignIn: true,
        secondFactorPending: false,
        sid: expect.stringMatching(/^[\w-]{43}$/),
        amr: 'pwd',
        address,
        userAgent: 'Firefox',
        browser: 'Firefox',
        authTime: START,
        lastSeenAt: START,
        expiresAt: START + absoluteMs,
        createdAt: START,
      },
    });
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(await sessions.find(id)).toEqual(session);
    expect(await sessions.find(session.row.sessionHash)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined, undefined, null, null],
    ['much', 'a'.repeat(100), 'u'.repeat(600), 'a'.repeat(64), 'u'.repeat(500)],
    ['what is hostile', '<b>', `'; DROP TABLE users; --`, '<b>', `'; DROP TABLE users; --`],
  ])('of a browser that tells %s is kept', async (_what, told, agent, keptAddress, keptAgent) => {
    const { session } = await sessions.start(
      user,
      { address: told, userAgent: agent },
      { oauthSignIn: false },
    );
    const { sessionHash } = session.row;
    expect(await context.rows.findOneByOrFail(WebSessionRow, { sessionHash })).toMatchObject({
      address: keptAddress,
      userAgent: keptAgent,
    });
  });

  it.each(['', 'made up', '%', `' OR '1'='1`, '\0', 'x'.repeat(100_000)])(
    'is none by the id %#',
    async (id) => {
      await start();
      expect(await sessions.find(id)).toBeUndefined();
      await sessions.end(id);
      expect(await list(user.id)).toHaveLength(1);
    },
  );

  it('ends when nobody used it for long, on the millisecond', async () => {
    const one = await start();
    clock.pass(idleMs - 1);
    expect(await list(user.id)).toHaveLength(1);
    clock.pass(1);
    expect([await lives(one), await list(user.id)]).toEqual([false, []]);
  });

  it('ends when its time is over, however much it is used', async () => {
    const { id, session } = await start();
    clock.set(START + absoluteMs - 1);
    await set(session.row.sessionHash, { lastSeenAt: clock.now() });
    expect(await lives({ id })).toBe(true);
    clock.pass(1);
    expect([await lives({ id }), await list(user.id)]).toEqual([false, []]);
  });

  it.each([
    ['is disabled', () => context.rows.update(UserRow, { id: user.id }, { enabled: false })],
    ['is gone', () => context.rows.delete(UserRow, { id: user.id })],
  ])('ends when its user %s', async (_what, happens) => {
    const one = await start();
    await happens();
    expect(await lives(one)).toBe(false);
  });

  it('is not begun by a user that is deleted meanwhile', async () => {
    await context.rows.delete(UserRow, { id: user.id });
    await expect(start()).rejects.toEqual(new NotFound('user'));
  });

  it('has its user as they are now', async () => {
    const { id } = await start();
    await context.rows.update(UserRow, { id: user.id }, { username: 'renamed' });
    expect((await sessions.find(id))?.user.username).toBe('renamed');
  });

  it.each([
    [29_999, START],
    [30_000, START + 30_000],
  ])('that is used after %i ms was last seen at %i', async (ms, seen) => {
    const { id, session } = await start();
    const { sessionHash } = session.row;
    clock.pass(ms);
    await sessions.find(id);
    expect((await context.rows.findOneByOrFail(WebSessionRow, { sessionHash })).lastSeenAt).toBe(seen);
  });

  it('is no login while the second factor is to come, and is not listed', async () => {
    const { id } = await start({ secondFactorPending: true });
    expect((await sessions.find(id))?.row.secondFactorPending).toBe(true);
    expect(await list(user.id)).toEqual([]);
  });

  it('is listed for its user only, the latest used first, however many there are', async () => {
    const stranger = await addUser(context);
    await start({}, stranger);
    const hashes: string[] = [];
    for (let at = 0; at < 101; at++) {
      hashes.unshift((await start()).session.row.sessionHash);
      clock.pass(1);
    }
    expect((await list(user.id)).map(({ sessionHash }) => sessionHash)).toEqual(hashes);
    expect(await sessions.countOf({ userId: user.id, text: '' })).toBe(101);
    expect(await list('%')).toEqual([]);
  });
});

describe('A session is ended', () => {
  it('without a word when it gives way', async () => {
    const [one, other] = [await start(), await start()];
    await sessions.end(one.id);
    expect([await lives(one), await lives(other)]).toEqual([false, true]);
    expect(await context.auditedOf(actorFor(user))).toEqual([]);
  });

  it('by signing out, which is noted with where it was', async () => {
    const [one, other] = [await start(), await start()];
    await sessions.signOut(one.session, address);
    expect([await lives(one), await lives(other)]).toEqual([false, true]);
    expect(await context.auditedOf(actorFor(user))).toMatchObject([
      { event: 'logout', outcome: 'success', address },
    ]);
  });

  it.each<[string, () => Promise<{ actor: UserRow; of: UserRow }>, boolean]>([
    ['its user', async () => ({ actor: user, of: user }), true],
    ['an administrator', async () => ({ actor: await addUser(context, { admin: true }), of: user }), true],
    [
      'another user, as one of their own',
      async () => {
        const other = await addUser(context);
        return { actor: other, of: other };
      },
      false,
    ],
  ])('by %s: it is that of the user named, or stays: %#', async (_who, users, ends) => {
    const [one, rest] = [await start(), await start()];
    const { actor, of } = await users();
    const { sessionHash } = one.session.row;
    if (actor === of) await sessions.endOne(actorFor(actor), sessionHash);
    else await sessions.endOneOf(actorFor(actor), of, sessionHash);
    expect([await lives(one), await lives(rest)]).toEqual([!ends, true]);
    // What ended nothing is not told as if it had.
    expect(await context.auditedOf(actorFor(actor))).toMatchObject(
      ends ? [{ event: 'session.end', subject: user.id, details: { which: 'one' } }] : [],
    );
  });

  it('once of two at once, and is noted once', async () => {
    const { session } = await start();
    const actor = actorFor(user);
    await Promise.all([1, 2].map(() => sessions.endOne(actor, session.row.sessionHash)));
    expect(await context.auditedOf(actor)).toHaveLength(1);
  });

  it('with all others of its user but the one that is used', async () => {
    const stranger = await addUser(context);
    const [mine, other, pending, strange] = [
      await start(),
      await start(),
      await start({ secondFactorPending: true }),
      await start({}, stranger),
    ];
    await sessions.endOthers(actorFor(user), mine.session);
    expect(await Promise.all([mine, other, pending, strange].map(lives))).toEqual([true, false, false, true]);
    expect(await context.auditedOf(actorFor(user))).toMatchObject([
      { event: 'session.end', subject: user.id, details: { which: 'others' } },
    ]);
  });

  it('not at all when the write fails, and nothing is noted', async () => {
    const one = await start();
    const { sessionHash } = one.session.row;
    const end = () => sessions.endOne(actorFor(user), sessionHash);
    await expect(context.whileBroken('DELETE ON web_sessions', end)).rejects.toThrow(BROKEN);
    expect([await lives(one), await context.auditedOf(actorFor(user))]).toEqual([true, []]);
  });
});

describe('Sessions', () => {
  it('are counted, of everybody', async () => {
    const before = await sessions.count();
    await start();
    await start({}, await addUser(context));
    expect(await sessions.count()).toBe(before + 2);
  });
});
