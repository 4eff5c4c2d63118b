import { createHmac } from 'node:crypto';
import type { ApplicationRow } from '../../database/entities/application.row';
import { IotAgentRow, PepProxyRow } from '../../database/entities/application.row';
import { ApiTokenRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { Conflict, Invalid, NotFound } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { keyrockHash, PasswordHasher } from '../users/password-hasher';
import { ApplicationsModule } from './applications.module';
import { ClientsService } from './clients.service';
import { IotAgents } from './iot-agents.service';
import { PepProxies } from './pep-proxies.service';
import { TrustedApplications } from './trusted-applications.service';

let context: TestContext;
let actor: Actor;
let application: ApplicationRow;
beforeEach(async () => {
  context = await openTestContext([ApplicationsModule]);
  actor = actorFor(await addUser(context));
  application = await addApplication(context);
});
afterEach(() => context.close());

const opens = async (hash: string | undefined, password: string) =>
  (await context.get(PasswordHasher).check(hash, password, undefined)).matches;

describe('The PEP proxy of an application', () => {
  let proxies: PepProxies;
  beforeEach(() => {
    proxies = context.get(PepProxies);
  });

  it('is one, with a password that is shown once', async () => {
    const [first, second] = await Promise.allSettled([
      proxies.create(actor, application),
      proxies.create(actor, application),
    ]);
    const made = [first, second].find((each) => each.status === 'fulfilled');
    const refused = [first, second].find((each) => each.status === 'rejected');
    expect(refused?.reason).toEqual(new Conflict('', 'pepProxyExists'));
    const proxy = await proxies.get(application);
    expect(proxy.id).toBe(made?.value.id);
    expect(await opens(proxy.passwordHash, made?.value.password ?? '')).toBe(true);
  });

  it('loses its API tokens with its password', async () => {
    const { id } = await proxies.create(actor, application);
    const token = { tokenHash: 't', pepProxyId: id, expiresAt: Date.now() + 1000, valid: true, createdAt: 0 };
    await context.rows.insert(ApiTokenRow, token);
    const { password } = await proxies.resetPassword(actor, application);
    expect(await context.rows.count(ApiTokenRow)).toBe(0);
    const row = await context.rows.findOneByOrFail(PepProxyRow, { id });
    expect(await opens(row.passwordHash, password)).toBe(true);
  });

  it('is missing before it is made and after it is deleted', async () => {
    const missing = new NotFound('pepProxy');
    await expect(proxies.resetPassword(actor, application)).rejects.toEqual(missing);
    const { id } = await proxies.create(actor, application);
    await proxies.delete(actor, application);
    expect(await proxies.find(application)).toBeNull();
    await expect(proxies.delete(actor, application)).rejects.toEqual(missing);
    expect(await context.audited()).toEqual([
      ['pep-proxy.create', id],
      ['pep-proxy.delete', id],
    ]);
  });
});

describe('IoT agents', () => {
  it('are made, get new passwords and are deleted', async () => {
    const agents = context.get(IotAgents);
    const { id } = await agents.create(actor, application);
    await agents.create(actor, application);
    expect(await agents.list(application)).toHaveLength(2);
    const agent = await context.rows.findOneByOrFail(IotAgentRow, { id });
    const { password } = await agents.resetPassword(actor, agent);
    const row = await context.rows.findOneByOrFail(IotAgentRow, { id });
    expect(await opens(row.passwordHash, password)).toBe(true);
    await agents.delete(actor, agent);
    expect((await agents.list(application)).map((each) => each.id)).not.toContain(id);
  });
});

describe('IoT agents that ask for tokens', () => {
  it('are known by the password of their own application only', async () => {
    const agents = context.get(IotAgents);
    const { id, password } = await agents.create(actor, application);
    const other = await addApplication(context);
    const ask = (applicationId: string, typed: string) =>
      agents.authenticate(applicationId, id, typed, '192.0.2.1');
    expect(await ask(application.id, password)).toMatchObject({ id, applicationId: application.id });
    expect(await ask(application.id, 'wrong')).toBeUndefined();
    expect(await ask(other.id, password)).toBeUndefined();
    expect(await agents.authenticate(application.id, 'nobody', password, undefined)).toBeUndefined();
    expect((await context.audited()).map(([event]) => event)).toEqual([
      'iot-agent.create',
      'login',
      'login',
      'login',
    ]);
  });

  it('keep a password that Keyrock hashed, which gets a hash of ours', async () => {
    const agents = context.get(IotAgents);
    const { id, password } = await agents.create(actor, application);
    const hmac = createHmac('sha1', 'salt').update(password).digest('hex');
    await context.rows.update(IotAgentRow, { id }, { passwordHash: keyrockHash('salt', hmac) });
    expect(await agents.authenticate(application.id, id, password, undefined)).toBeDefined();
    const stored = await context.rows.findOneByOrFail(IotAgentRow, { id });
    expect(stored.passwordHash).toContain('$argon2id$');
    expect(await agents.authenticate(application.id, id, password, undefined)).toBeDefined();
  });
});

describe('Trusted applications', () => {
  it('are added and removed once, and never the application itself', async () => {
    const trusted = context.get(TrustedApplications);
    const other = await addApplication(context, { name: 'bikes' });
    const clients = context.get(ClientsService);
    expect(await clients.trustedBy(application.id)).toEqual([]);
    await trusted.add(actor, application, other);
    expect(await trusted.idsOf(application)).toEqual([other.id]);
    expect(await clients.trustedBy(application.id)).toEqual([other.id]);
    expect(await trusted.of(application)).toMatchObject([{ id: other.id, name: 'bikes' }]);
    const field = 'trusted_oauth_client_id';
    const refusals = [
      [trusted.add(actor, application, other), 'alreadyTrusted'],
      [trusted.add(actor, application, application), 'trustsItself'],
      [trusted.remove(actor, application, application), 'trustsItself'],
      [trusted.remove(actor, other, application), 'notTrusted'],
    ] as const;
    for (const [work, rule] of refusals) await expect(work).rejects.toEqual(new Invalid(field, rule));
    await trusted.remove(actor, application, other);
    expect(await trusted.idsOf(application)).toEqual([]);
    expect(await context.audited()).toEqual([
      ['application.trust', other.id],
      ['application.distrust', other.id],
    ]);
  });
});
