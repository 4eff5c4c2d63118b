import { AuditLogRow } from '../../database/entities/audit-log.row';
import { addUser } from '../../database/test-rows';
import { actorFor, openTestContext, TestClock, type TestContext } from '../../test-context';
import { AuditLog } from './audit-log';

const clock = new TestClock(0);
let context: TestContext;
let log: AuditLog;
beforeAll(async () => {
  context = await openTestContext([], {}, clock);
  log = context.get(AuditLog);
});
afterAll(() => context.close());
beforeEach(async () => {
  clock.set(1_700_000_000_000);
  await log.flush();
  await context.rows.clear(AuditLogRow);
});

const written = async () => {
  await log.flush();
  return context.rows.find(AuditLogRow, { order: { occurredAt: 'ASC', id: 'ASC' } });
};

describe('An entry of the audit log', () => {
  it('is what was done, by whom, to what, from where and when', async () => {
    const actor = actorFor(await addUser(context));
    log.recordDone(actor, 'role.create', { subject: 'r1', applicationId: 'a1', details: { name: 'guard' } });
    expect(await written()).toEqual([
      {
        id: expect.any(String),
        occurredAt: 1_700_000_000_000,
        event: 'role.create',
        actorId: actor.user.id,
        applicationId: 'a1',
        subject: 'r1',
        address: '192.0.2.1',
        outcome: 'success',
        details: { name: 'guard' },
      },
    ]);
  });

  it('is what was refused, by the verb or the address', async () => {
    const { user } = actorFor(await addUser(context));
    log.recordRefused({ user, address: undefined }, 'role.assign r1', 'a1');
    log.recordRefused({ user, address: '192.0.2.1' }, 'GET /v1/users');
    expect(await written()).toMatchObject([
      {
        event: 'access.refuse',
        outcome: 'failure',
        actorId: user.id,
        subject: 'role.assign r1',
        applicationId: 'a1',
        address: null,
      },
      { event: 'access.refuse', subject: 'GET /v1/users', applicationId: null, address: '192.0.2.1' },
    ]);
  });

  it.each([
    ['nothing', undefined, null],
    ['an empty text', '', ''],
    ['a long text', 'x'.repeat(300), 'x'.repeat(255)],
    ['a NUL, which PostgreSQL takes for no text', 'a\0b', 'a\ufffdb'],
    ['lines', 'a\r\nb', 'a\r\nb'],
    ['quotes', `'; DROP TABLE audit_log; --`, `'; DROP TABLE audit_log; --`],
  ])('takes %s for a subject', async (_what, subject, kept) => {
    log.record({ event: 'login', outcome: 'success', actorId: 'x', subject });
    expect(await written()).toMatchObject([{ subject: kept }]);
  });

  it('is never longer than its columns', async () => {
    const long = 'x'.repeat(1_000);
    log.record({ event: 'e', outcome: 'success', actorId: long, applicationId: long, address: long });
    const [entry] = await written();
    expect([entry?.actorId?.length, entry?.applicationId?.length, entry?.address?.length]).toEqual([
      128, 128, 64,
    ]);
  });

  it('keeps details as they were told, hostile names too', async () => {
    const details = JSON.parse('{"__proto__":"x","constructor":{"a":[1,null]},"text":"a\\u0000b"}') as object;
    log.record({ event: 'e', outcome: 'success', actorId: 'x', details: { ...details } });
    const [entry] = await written();
    expect(JSON.stringify(entry?.details)).toBe(JSON.stringify({ ...details }));
  });

  it('comes after those before it, also of one moment', async () => {
    for (const event of ['1', '2', '3']) log.record({ event, outcome: 'success', actorId: 'x' });
    clock.pass(1);
    log.record({ event: '4', outcome: 'success', actorId: 'x' });
    expect((await written()).map(({ event }) => event)).toEqual(['1', '2', '3', '4']);
  });
});

describe('The audit log', () => {
  it('keeps what happened twice at one moment, after the clock was set back', async () => {
    for (const ms of [0, 1, -1]) {
      clock.pass(ms);
      log.record({ event: 'e', outcome: 'success', actorId: 'x' });
    }
    expect(new Set((await written()).map(({ id }) => id)).size).toBe(3);
  });

  it('writes what could not be written the next time, before what came after it', async () => {
    log.record({ event: 'first', outcome: 'success', actorId: 'x' });
    await context.whileBroken('INSERT ON audit_log', () => log.flush());
    expect(await context.rows.count(AuditLogRow)).toBe(0);
    log.record({ event: 'second', outcome: 'success', actorId: 'x' });
    expect((await written()).map(({ event }) => event)).toEqual(['first', 'second']);
  });

  it('writes each entry once, however often it is asked to', async () => {
    log.record({ event: 'one', outcome: 'success', actorId: 'x' });
    await Promise.all([log.flush(), log.flush(), log.flush()]);
    expect(await written()).toHaveLength(1);
  });

  it('keeps ten thousand entries at most while nothing can be written', async () => {
    for (let at = 0; at < 10_050; at++) log.record({ event: `${at}`, outcome: 'success', actorId: 'x' });
    expect(await written()).toHaveLength(10_000);
  });

  it('gives many failures from one place one line, with how many there were', async () => {
    for (let at = 0; at < 25; at++)
      log.record({ event: 'login', outcome: 'failure', address: '192.0.2.7', subject: `user ${at % 2}` });
    const entries = await written();
    expect(entries).toHaveLength(21);
    expect(entries.at(-1)).toMatchObject({
      subject: null,
      details: { repeats: 5, subjects: ['user 0', 'user 1'] },
    });
  });

  it('goes on counting them while what waits is written for a reader', async () => {
    const fail = () => log.record({ event: 'login', outcome: 'failure', address: '192.0.2.6' });
    for (let at = 0; at < 20; at++) fail();
    for (let at = 0; at < 5; at++) {
      fail();
      await log.writeWaiting();
    }
    expect(await context.rows.count(AuditLogRow)).toBe(20);
    expect((await written()).at(-1)?.details).toMatchObject({ repeats: 5 });
  });

  it('gives what somebody achieves a line of its own, however often', async () => {
    for (let at = 0; at < 25; at++)
      log.record({ event: 'login', outcome: 'success', actorId: 'x', address: '192.0.2.8' });
    expect(await written()).toHaveLength(25);
  });
});
