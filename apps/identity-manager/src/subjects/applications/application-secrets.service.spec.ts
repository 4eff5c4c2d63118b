import { createHash } from 'node:crypto';
import { ApplicationRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsModule } from './applications.module';
import { ClientsService } from './clients.service';

let context: TestContext;
let secrets: ApplicationSecrets;
let clients: ClientsService;
beforeAll(async () => {
  // What is remembered of an application has to be forgotten.
  context = await openTestContext([ApplicationsModule], { IDM_CACHE_MAX_AGE: '60000' });
  [secrets, clients] = [context.get(ApplicationSecrets), context.get(ClientsService)];
});
afterAll(() => context.close());

let actor: Actor;
let application: ApplicationRow;
beforeEach(async () => {
  actor = actorFor(await addUser(context));
  application = await register('first');
});

const encrypt = (text: string) => context.get(SecretCipher).encrypt(text);
const register = (secret: string, jwtSecret: string | null = 'the JWT secret') =>
  addApplication(context, {
    tokenTypes: 'bearer,jwt',
    secretEncrypted: encrypt(secret),
    jwtSecretEncrypted: jwtSecret === null ? null : encrypt(jwtSecret),
  });
const stored = async () =>
  secrets.of(await context.rows.findOneByOrFail(ApplicationRow, { id: application.id }));
const events = async () =>
  (await context.auditedOf(actor)).map(({ event, subject }) => `${event} ${subject}`);
/** What clients are asked for. */
const known = async () => (await clients.find(application.id))?.secretDigest;
const digest = (secret: string) => createHash('sha256').update(secret).digest();
const jwtKey = async () => (await clients.find(application.id))?.jwtKey?.export().toString('utf8');

describe('The secrets of an application', () => {
  it('are read by somebody whom the audit log names, and it never holds them', async () => {
    expect(secrets.read(actor, application)).toEqual({ secret: 'first', jwtSecret: 'the JWT secret' });
    expect(await events()).toEqual([`application.secret.read ${application.id}`]);
    expect(JSON.stringify(await context.auditedOf(actor))).not.toContain('the JWT secret');
  });

  it('are read by the service itself without a line', async () => {
    expect(secrets.of(application)).toEqual({ secret: 'first', jwtSecret: 'the JWT secret' });
    expect(await events()).toEqual([]);
  });

  it('are stored as nobody can read them', () => {
    expect(application.secretEncrypted).not.toContain('first');
    const [one, two] = [secrets.newSecret(), secrets.newSecret()];
    expect(one).not.toBe(two);
    expect(context.get(SecretCipher).decrypt(one)).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.get(SecretCipher).decrypt(secrets.newJwtSecret())).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are none of a public application without JSON Web Tokens', () => {
    const none = { secretEncrypted: '', jwtSecretEncrypted: null };
    expect(secrets.of(none)).toEqual({ secret: '', jwtSecret: null });
  });

  it('cannot be read when they were changed in the database', () => {
    const { secretEncrypted: text } = application;
    const changed = `${text.slice(0, -6)}${text.at(-6) === 'A' ? 'B' : 'A'}${text.slice(-5)}`;
    expect(() => secrets.of({ ...application, secretEncrypted: changed })).toThrow();
  });

  it('of a list are one line in the audit log, which counts those that were shown', async () => {
    const [plain, other] = [await register('x', null), await register('y', 'another')];
    expect([...secrets.readList(actor, [application, plain, other])]).toEqual([
      [application.id, 'the JWT secret'],
      [other.id, 'another'],
    ]);
    expect(secrets.readList(actor, [plain]).size).toBe(0);
    expect(secrets.readList(actor, []).size).toBe(0);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'application.secret.read', subject: 'list', details: { applications: 2 } },
    ]);
  });
});

describe('A new secret', () => {
  it('of an application counts at once, and the old one no more', async () => {
    expect(await known()).toEqual(digest('first'));
    const secret = await secrets.rotate(actor, application);
    expect(await stored()).toEqual({ secret, jwtSecret: 'the JWT secret' });
    expect(await known()).toEqual(digest(secret));
    expect(await events()).toEqual([`application.secret.rotate ${application.id}`]);
  });

  it('for JSON Web Tokens counts at once, too', async () => {
    expect(await jwtKey()).toBe('the JWT secret');
    const secret = await secrets.resetJwt(actor, application);
    expect(await stored()).toEqual({ secret: 'first', jwtSecret: secret });
    expect(await jwtKey()).toBe(secret);
    expect(await events()).toEqual([`application.jwt-secret.reset ${application.id}`]);
  });

  it('is another one each time', async () => {
    const made = [
      await secrets.rotate(actor, application),
      await secrets.rotate(actor, application),
      await secrets.resetJwt(actor, application),
      await secrets.resetJwt(actor, application),
    ];
    expect(new Set(made).size).toBe(4);
  });

  it.each(['rotate', 'resetJwt'] as const)('is none when the write fails (%s)', async (verb) => {
    const change = () => secrets[verb](actor, application);
    await expect(context.whileBroken('UPDATE ON applications', change)).rejects.toThrow(BROKEN);
    expect([await stored(), await events()]).toEqual([{ secret: 'first', jwtSecret: 'the JWT secret' }, []]);
    expect(await known()).toEqual(digest('first'));
  });
});
