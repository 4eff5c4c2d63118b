import { AuditLogRow } from '../../database/entities/audit-log.row';
import type { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { AuditLog } from '../audit/audit-log';
import { UserChanges } from '../users/user-changes.service';
import { UsersModule } from '../users/users.module';
import { SessionsModule } from './sessions.module';
import { SessionsService } from './sessions.service';

const browser = { address: '192.0.2.1', userAgent: 'x'.repeat(600) };
const minute = 60_000;

describe('A session', () => {
  let context: TestContext;
  let sessions: SessionsService;
  let user: UserRow;
  beforeEach(async () => {
    context = await openTestContext([SessionsModule, UsersModule]);
    sessions = context.get(SessionsService);
    user = await addUser(context);
  });
  afterEach(() => context.close());

  const start = (more: object = {}) => sessions.start(user, browser, { oauthSignIn: false, ...more });
  const set = (hash: string, change: Partial<WebSessionRow>) =>
    context.rows.update(WebSessionRow, { sessionHash: hash }, change);

  it('is known by its id, of which only the digest is kept', async () => {
    const { id, session } = await start();
    expect(session.row.sessionHash).not.toContain(id);
    expect(session.row.userAgent).toHaveLength(500);
    expect(await sessions.find(id)).toEqual({ row: session.row, user });
    expect(await sessions.find(session.row.sessionHash)).toBeUndefined();
    await sessions.end(id);
    expect(await sessions.find(id)).toBeUndefined();
  });

  it.each([
    ['its time is over', { expiresAt: Date.now() - 1 }],
    ['nobody used it for long', { lastSeenAt: 0 }],
  ])('ends when %s', async (_case, change) => {
    const { id, session } = await start();
    await set(session.row.sessionHash, change);
    expect(await sessions.find(id)).toBeUndefined();
    expect(await sessions.list(user.id)).toEqual([]);
  });

  it('ends with its user’s right to sign in', async () => {
    const { id } = await start();
    await context.get(UserChanges).apply(user, { enabled: false });
    expect(await sessions.find(id)).toBeUndefined();
  });

  it('notes now and then that it is used', async () => {
    const { id, session } = await start();
    const { sessionHash } = session.row;
    const seen = async () => (await context.rows.findOneByOrFail(WebSessionRow, { sessionHash })).lastSeenAt;
    const before = await seen();
    await sessions.find(id);
    expect(await seen()).toBe(before);
    await set(sessionHash, { lastSeenAt: before - minute });
    await sessions.find(id);
    expect(await seen()).toBeGreaterThanOrEqual(before);
  });

  it('is listed for its user once it is a login, and ended alone or with the others', async () => {
    const [first, second, third] = [await start(), await start(), await start()];
    await start({ secondFactorPending: true });
    await sessions.start(await addUser(context), browser, { oauthSignIn: false });
    expect(await sessions.list(user.id)).toHaveLength(3);
    const actor = actorFor(user);
    const stranger = actorFor(await addUser(context));
    await sessions.endOne(stranger, first.session.row.sessionHash);
    expect(await sessions.find(first.id)).toBeDefined();
    await sessions.endOne(actor, first.session.row.sessionHash);
    await sessions.endOthers(actor, second.session);
    expect([await sessions.find(first.id), await sessions.find(third.id)]).toEqual([undefined, undefined]);
    expect(await sessions.list(user.id)).toHaveLength(1);
    expect(await sessions.count()).toBe(2);
    expect((await context.audited()).map(([event]) => event)).toEqual(Array(3).fill('session.end'));
  });

  it('ends with a line in the audit log when somebody signs out, without one when it gives way', async () => {
    const [first, second] = [await start(), await start()];
    await sessions.signOut(first.session, '192.0.2.1');
    await sessions.end(second.id);
    expect(await sessions.list(user.id)).toEqual([]);
    await context.get(AuditLog).flush();
    expect(await context.rows.find(AuditLogRow)).toMatchObject([
      { event: 'logout', actorId: user.id, address: '192.0.2.1', outcome: 'success' },
    ]);
  });
});
