import { createHmac } from 'node:crypto';
import { IotAgentRow, type ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { AccessTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { keyrockHash, PasswordHasher } from '../users/password-hasher';
import { ApplicationsModule } from './applications.module';
import { IotAgents } from './iot-agents.service';

const NOW = 5_000;
const clock = new TestClock(NOW);
let context: TestContext;
let agents: IotAgents;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([ApplicationsModule], {}, clock);
  agents = context.get(IotAgents);
  context.get(StateChanges).on('tokens of agent', ({ iotAgentId }) => told.push(iotAgentId));
});
afterAll(() => context.close());

let actor: Actor;
let application: ApplicationRow;
beforeEach(async () => {
  clock.set(NOW);
  actor = actorFor(await addUser(context));
  application = await addApplication(context);
  told.length = 0;
});

const opens = async (hash: string | undefined, password: string) =>
  (await context.get(PasswordHasher).check(hash, password, undefined)).matches;
const stored = (id: string) => context.rows.findOneByOrFail(IotAgentRow, { id });
const line = (event: string, subject: string) => ({
  event,
  outcome: 'success',
  subject,
  applicationId: application.id,
});

describe('IoT agents', () => {
  it('are any number, each with a password that is shown once and stored as a hash', async () => {
    const made = await Promise.all([1, 2].map(() => agents.create(actor, application)));
    for (const { id, password } of made) {
      expect(id).toMatch(/^iot_sensor_[0-9a-f-]{36}$/);
      const row = await stored(id);
      expect(row).toMatchObject({ applicationId: application.id, createdAt: NOW });
      expect(await opens(row.passwordHash, password)).toBe(true);
      expect(JSON.stringify(await context.auditedOf(actor))).not.toContain(password);
    }
    expect((await context.auditedOf(actor)).map(({ event }) => event)).toEqual(
      Array(2).fill('iot-agent.create'),
    );
  });

  it('are listed for their application, the oldest first', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      ids.push((await agents.create(actor, application)).id);
      clock.pass(1);
    }
    const other = await addApplication(context);
    const strange = await agents.create(actor, other);
    expect((await agents.list(application)).map(({ id }) => id)).toEqual(ids);
    expect(await agents.find(application, ids[0]!)).toEqual(await stored(ids[0]!));
    expect(await agents.find(application, strange.id)).toBeNull();
    for (const id of ['', '%', `' OR '1'='1`]) expect(await agents.find(application, id)).toBeNull();
  });

  it('are none when the write fails, or the application is gone', async () => {
    const create = () => agents.create(actor, application);
    await expect(context.whileBroken('INSERT ON iot_agents', create)).rejects.toThrow(BROKEN);
    await expect(agents.create(actor, { id: 'nowhere' })).rejects.toThrow();
    expect(await agents.list(application)).toEqual([]);
    expect(await context.auditedOf(actor)).toEqual([]);
  });
});

describe('An IoT agent with tokens', () => {
  let agent: IotAgentRow;
  let other: IotAgentRow;
  const openFor = async (iotAgentId: string) => {
    const token = {
      iotAgentId,
      applicationId: application.id,
      kind: 'bearer' as const,
      createdAt: 0,
      expiresAt: 9e15,
    };
    await context.rows.insert(AccessTokenRow, [
      { ...token, tokenHash: `a ${iotAgentId}`, grantType: 'password' },
      { ...token, tokenHash: `o ${iotAgentId}`, grantType: 'password', revokedAt: 1 },
    ]);
    await context.rows.insert(RefreshTokenRow, {
      ...token,
      tokenHash: `r ${iotAgentId}`,
      familyId: 'f',
      authTime: 0,
    });
  };
  beforeEach(async () => {
    [agent, other] = [
      await stored((await agents.create(actor, application)).id),
      await stored((await agents.create(actor, application)).id),
    ];
    for (const { id } of [agent, other]) await openFor(id);
  });
  const revoked = async ({ id: iotAgentId }: IotAgentRow) =>
    [
      ...(await context.rows.find(AccessTokenRow, { where: { iotAgentId }, order: { tokenHash: 'ASC' } })),
      ...(await context.rows.findBy(RefreshTokenRow, { iotAgentId })),
    ].map(({ revokedAt }) => revokedAt);
  const live = [null, 1, null];

  it('loses them with its password, and no other does', async () => {
    const { password, ...rest } = await agents.resetPassword(actor, agent);
    expect(rest).toEqual({ id: agent.id });
    expect([await revoked(agent), await revoked(other)]).toEqual([[NOW, 1, NOW], live]);
    expect(await opens((await stored(agent.id)).passwordHash, password)).toBe(true);
    expect(await stored(other.id)).toEqual(other);
    expect(told).toEqual([agent.id]);
    expect((await context.auditedOf(actor)).at(-1)).toMatchObject(line('iot-agent.password', agent.id));
  });

  it.each(['UPDATE ON iot_agents', 'UPDATE ON refresh_tokens', 'UPDATE ON access_tokens'])(
    'keeps all when %s fails',
    async (write) => {
      const reset = () => agents.resetPassword(actor, agent);
      await expect(context.whileBroken(write, reset)).rejects.toThrow(BROKEN);
      expect([await stored(agent.id), await revoked(agent), told]).toEqual([agent, live, []]);
      expect((await context.auditedOf(actor)).at(-1)).toMatchObject({ event: 'iot-agent.create' });
    },
  );

  it('is deleted with them', async () => {
    await agents.delete(actor, agent);
    expect(await agents.find(application, agent.id)).toBeNull();
    expect([await revoked(agent), await revoked(other)]).toEqual([[], live]);
    expect(told).toEqual([agent.id]);
    expect((await context.auditedOf(actor)).at(-1)).toMatchObject(line('iot-agent.delete', agent.id));
  });
});

describe('An IoT agent that asks for tokens', () => {
  const address = '192.0.2.9';

  it('is known by its password in its own application', async () => {
    const { id, password } = await agents.create(actor, application);
    const other = await addApplication(context);
    const ask = (applicationId: string, name: string, typed: string) =>
      agents.authenticate(applicationId, name, typed, address);
    expect(await ask(application.id, id, password)).toEqual(await stored(id));
    const wrong: Parameters<typeof ask>[] = [
      [application.id, id, 'wrong'],
      [application.id, id, ''],
      [other.id, id, password],
      [application.id, 'nobody', password],
      [application.id, '%', password],
    ];
    for (const each of wrong) expect(await ask(...each)).toBeUndefined();
    await context.get(AuditLog).flush();
    const lines = await context.rows.findBy(AuditLogRow, { event: 'login', applicationId: application.id });
    expect(lines.map(({ subject, outcome }) => `${subject} ${outcome}`)).toEqual(
      [id, id, 'nobody', '%'].map((name) => `${name} failure`),
    );
  });

  it('keeps a password that Keyrock hashed, which gets a hash of ours once it was right', async () => {
    const { id, password } = await agents.create(actor, application);
    const hmac = createHmac('sha1', 'salt').update(password).digest('hex');
    const old = keyrockHash('salt', hmac);
    await context.rows.update(IotAgentRow, { id }, { passwordHash: old });
    expect(await agents.authenticate(application.id, id, 'wrong', undefined)).toBeUndefined();
    expect((await stored(id)).passwordHash).toBe(old);
    for (let times = 0; times < 2; times++)
      expect(await agents.authenticate(application.id, id, password, undefined)).toBeDefined();
    expect((await stored(id)).passwordHash).toContain('$argon2id$');
  });
});
