import { addApplication, addOrganization, addRole, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { AuditFilter } from './audit-filter';
import { AuditLog } from './audit-log';
import { AuditReader } from './audit-reader.service';

const all: AuditFilter = {
  ...{ events: [], withoutEvents: [], who: '', by: '', about: '', outcome: '' },
  ...{ from: undefined, until: undefined },
};

describe('The audit log', () => {
  let context: TestContext;
  let log: AuditLog;
  let reader: AuditReader;
  beforeEach(async () => {
    context = await openTestContext([]);
    log = context.get(AuditLog);
    reader = context.get(AuditReader);
  });
  afterEach(() => context.close());

  const eventsOf = async (filter: Partial<AuditFilter>) => {
    await log.flush();
    return (await reader.find({ ...all, ...filter }, 10, 0)).map(({ event }) => event);
  };

  it('tells who did what, the latest first, also of one moment', async () => {
    const user = await addUser(context, { username: 'ana' });
    const { id: applicationId } = await addApplication(context, { name: 'parking' });
    log.recordDone(actorFor(user), 'role.create', {
      subject: 'r1',
      applicationId,
      details: { n: 1, s: 'x' },
    });
    log.recordDone(actorFor(user), 'role.delete', { subject: 'r1' });
    log.record({ event: 'login', outcome: 'failure', actorId: 'gone', address: '192.0.2.9' });
    expect(await reader.count(all)).toBe(3);
    const lines = await reader.find(all, 10, 0);
    expect(lines.map(({ event, actor, application }) => [event, actor, application])).toEqual([
      ['login', 'gone', null],
      ['role.delete', 'ana', null],
      ['role.create', 'ana', 'parking'],
    ]);
    expect(lines[2]).toMatchObject({
      subject: 'r1',
      outcome: 'success',
      details: [
        ['n', '1'],
        ['s', 'x'],
      ],
    });
    expect(lines[1]?.details).toEqual([]);
    expect((await reader.find(all, 1, 1)).map(({ event }) => event)).toEqual(['role.delete']);
  });

  it('is asked once all that was noted is written, also what is being written just now', async () => {
    log.record({ event: 'token.issue', outcome: 'success', actorId: 'x' });
    const writing = log.flush();
    expect(await reader.count(all)).toBe(1);
    await writing;
  });

  it('counts by day and knows the latest sign-in with what was not written yet', async () => {
    const user = await addUser(context, { username: 'ana' });
    const event = { event: 'token.issue', outcome: 'success', applicationId: 'parking' } as const;
    log.record(event);
    log.record(event);
    const amounts = (await reader.countByDay('token.issue', 'parking', 0)).map(({ amount }) => amount);
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(2);
    log.record({ event: 'login', outcome: 'success', actorId: user.id, address: '192.0.2.7' });
    expect(await reader.latestLoginOf(user)).toMatchObject({ address: '192.0.2.7' });
  });

  it('is searched by event, outcome, time and whom it is about', async () => {
    const user = await addUser(context, { username: 'José', email: 'jose@city.example' });
    const { id: applicationId } = await addApplication(context, { name: 'Água' });
    log.record({ event: 'token.issue', outcome: 'success', actorId: user.id, applicationId });
    log.record({ event: 'tokens', outcome: 'failure', actorId: 'x', subject: '100%', address: '192.0.2.9' });
    expect(await eventsOf({ events: ['TOKEN.'] })).toEqual(['token.issue']);
    expect(await eventsOf({ events: ['%'] })).toEqual([]);
    expect(await eventsOf({ outcome: 'failure' })).toEqual(['tokens']);
    for (const who of ['jose', 'CITY.example', 'agua', user.id.toUpperCase()])
      expect([who, await eventsOf({ who })]).toEqual([who, ['token.issue']]);
    for (const who of ['100%', '192.0.2']) expect([who, await eventsOf({ who })]).toEqual([who, ['tokens']]);
    expect(await eventsOf({ who: '_' })).toEqual([]);
    const now = Date.now();
    expect(await eventsOf({ from: now + 60_000 })).toEqual([]);
    expect(await eventsOf({ until: now - 60_000 })).toEqual([]);
    expect(await eventsOf({ from: now - 60_000, until: now + 60_000 })).toHaveLength(2);
  });

  it('is searched by who acted, and by who or what was affected, whatever its kind', async () => {
    const [ana, maria] = [
      await addUser(context, { username: 'ana', email: 'ana@city.example' }),
      await addUser(context, { username: 'María', email: 'maria@city.example' }),
    ];
    const { id: applicationId } = await addApplication(context, { name: 'Water' });
    const { id: role } = await addRole(context, applicationId, { name: 'Gardener' });
    const { id: council } = await addOrganization(context, { name: 'Council' });
    const actor = actorFor(ana);
    log.recordDone(actor, 'role.user.assign', { applicationId, subject: maria.id, details: { role } });
    log.recordDone(actor, 'role.create', { applicationId, subject: role });
    log.recordDone(actor, 'organization.member.assign', { subject: council, details: { user: maria.id } });
    log.recordDone(actorFor(maria), 'login', { subject: 'maria@city.example' });
    const [given, created, added, login] = [
      'role.user.assign',
      'role.create',
      'organization.member.assign',
      'login',
    ];
    for (const [filter, events] of [
      [{ by: 'ANA' }, [added, created, given]],
      [{ by: 'maria@' }, [login]],
      [{ by: maria.id }, [login]],
      [{ about: 'maria' }, [login, added, given]],
      [{ about: maria.id }, [added, given]],
      [{ about: 'gárdener' }, [created, given]],
      [{ about: role }, [created, given]],
      [{ about: 'council' }, [added]],
      [{ about: 'water' }, [created, given]],
      [{ by: 'ana', about: 'maria', events: ['role', 'login'] }, [given]],
      [{ who: 'maria', withoutEvents: ['login'] }, [added, given]],
      [{ events: ['login', 'role.create'] }, [login, created]],
      [{ events: ['role'], withoutEvents: ['role.user'] }, [created]],
      [{ about: '%' }, []],
    ] as const)
      expect([filter, await eventsOf(filter)]).toEqual([filter, events]);
  });
});
