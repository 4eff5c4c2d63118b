import { createHmac } from 'node:crypto';
import { PepProxyRow, type ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { ApiTokenRow } from '../../database/entities/token.row';
import { addApplication, addUser } from '../../database/test-rows';
import { Conflict, NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { keyrockHash, PasswordHasher } from '../users/password-hasher';
import { ApplicationsModule } from './applications.module';
import { PepProxies } from './pep-proxies.service';

let context: TestContext;
let proxies: PepProxies;
beforeAll(async () => {
  context = await openTestContext([ApplicationsModule], {}, new TestClock(5_000));
  proxies = context.get(PepProxies);
});
afterAll(() => context.close());

let actor: Actor;
let application: ApplicationRow;
beforeEach(async () => {
  actor = actorFor(await addUser(context));
  application = await addApplication(context);
});

const opens = async (hash: string | undefined, password: string) =>
  (await context.get(PasswordHasher).check(hash, password, undefined)).matches;
const missing = new NotFound('pepProxy');
const line = (event: string, subject: string) => ({
  event,
  outcome: 'success',
  subject,
  applicationId: application.id,
});

describe('The PEP proxy of an application', () => {
  it('has a password that is shown once and stored as a hash', async () => {
    const { id, password } = await proxies.create(actor, application);
    expect(id).toMatch(/^pep_proxy_[0-9a-f-]{36}$/);
    expect(password).not.toBe(id);
    const row = await proxies.get(application);
    expect(row).toMatchObject({ id, applicationId: application.id, createdAt: 5_000 });
    expect(await opens(row.passwordHash, password)).toBe(true);
    expect(await proxies.findById(id)).toEqual(row);
    expect(await context.auditedOf(actor)).toMatchObject([line('pep-proxy.create', id)]);
    expect(JSON.stringify(await context.auditedOf(actor))).not.toContain(password);
  });

  it('is one, also of two at once, and another application has its own', async () => {
    const both = await Promise.allSettled([1, 2].map(() => proxies.create(actor, application)));
    const refused = { status: 'rejected', reason: new Conflict('', 'pepProxyExists') };
    expect(both.filter(({ status }) => status === 'rejected')).toEqual([refused]);
    await expect(proxies.create(actor, application)).rejects.toEqual(new Conflict('', 'pepProxyExists'));
    await proxies.create(actor, await addApplication(context));
    expect(await context.auditedOf(actor)).toHaveLength(2);
  });

  it('is missing before it is made and after it is deleted', async () => {
    const verbs = [
      () => proxies.get(application),
      () => proxies.resetPassword(actor, application),
      () => proxies.delete(actor, application),
    ];
    for (const verb of verbs) await expect(verb()).rejects.toEqual(missing);
    const { id } = await proxies.create(actor, application);
    await proxies.delete(actor, application);
    for (const verb of verbs) await expect(verb()).rejects.toEqual(missing);
    expect([await proxies.find(application), await proxies.findById(id)]).toEqual([null, null]);
    expect(await context.auditedOf(actor)).toMatchObject([
      line('pep-proxy.create', id),
      line('pep-proxy.delete', id),
    ]);
  });

  describe('with API tokens', () => {
    let id: string;
    let before: PepProxyRow;
    beforeEach(async () => {
      ({ id } = await proxies.create(actor, application));
      before = await proxies.get(application);
      const other = await proxies.create(actor, await addApplication(context));
      const token = { expiresAt: 9e15, valid: true, createdAt: 0 };
      await context.rows.insert(ApiTokenRow, [
        { ...token, tokenHash: `t ${id}`, pepProxyId: id },
        { ...token, tokenHash: `t ${other.id}`, pepProxyId: other.id },
      ]);
    });
    const tokensOf = (pepProxyId: string) => context.rows.countBy(ApiTokenRow, { pepProxyId });

    it('loses them with its password, and no other does', async () => {
      const all = await context.rows.count(ApiTokenRow);
      const { password, ...rest } = await proxies.resetPassword(actor, application);
      expect(rest).toEqual({ id });
      expect([await tokensOf(id), await context.rows.count(ApiTokenRow)]).toEqual([0, all - 1]);
      const after = await proxies.get(application);
      expect(after).toEqual({ ...before, passwordHash: after.passwordHash });
      expect(await opens(after.passwordHash, password)).toBe(true);
      expect((await context.auditedOf(actor)).at(-1)).toMatchObject(line('pep-proxy.password', id));
    });

    it.each(['UPDATE ON pep_proxies', 'DELETE ON api_tokens'])('keeps both when %s fails', async (write) => {
      const reset = () => proxies.resetPassword(actor, application);
      await expect(context.whileBroken(write, reset)).rejects.toThrow(BROKEN);
      expect([await tokensOf(id), await proxies.get(application)]).toEqual([1, before]);
      expect((await context.auditedOf(actor)).map(({ event }) => event)).not.toContain('pep-proxy.password');
    });

    it('loses them when it is deleted', async () => {
      await proxies.delete(actor, application);
      expect(await tokensOf(id)).toBe(0);
    });
  });

  it('is known by its password, and a wrong one is noted', async () => {
    const { id, password } = await proxies.create(actor, application);
    const proxy = await proxies.get(application);
    const ask = (typed: string) => proxies.authenticate(proxy, typed, '192.0.2.9');
    expect([await ask(password), await ask('wrong'), await ask('')]).toEqual([true, false, false]);
    await context.get(AuditLog).flush();
    expect(await context.rows.findBy(AuditLogRow, { event: 'login', subject: id })).toMatchObject(
      Array(2).fill({ outcome: 'failure', applicationId: application.id, details: { through: 'pep-proxy' } }),
    );
  });

  it('keeps a password that Keyrock hashed, which gets a hash of ours', async () => {
    const { id, password } = await proxies.create(actor, application);
    const hmac = createHmac('sha1', 'salt').update(password).digest('hex');
    await context.rows.update(PepProxyRow, { id }, { passwordHash: keyrockHash('salt', hmac) });
    expect(await proxies.authenticate(await proxies.get(application), 'wrong', undefined)).toBe(false);
    expect((await proxies.get(application)).passwordHash).not.toContain('$argon2id$');
    for (let times = 0; times < 2; times++)
      expect(await proxies.authenticate(await proxies.get(application), password, undefined)).toBe(true);
    expect((await proxies.get(application)).passwordHash).toContain('$argon2id$');
  });

  it.each(['', '%', `' OR '1'='1`, 'PEP_PROXY_1'])('is none by the id %j', async (id) => {
    await proxies.create(actor, application);
    expect([await proxies.findById(id), await proxies.find({ id })]).toEqual([null, null]);
  });
});
