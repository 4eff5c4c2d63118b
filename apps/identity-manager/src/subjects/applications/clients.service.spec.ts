import { AuditLog } from '../audit/audit-log';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication } from '../../database/test-rows';
import { TooMany } from '../../faults/faults';
import { openTestContext, type TestContext } from '../../test-context';
import { ApplicationsModule } from './applications.module';
import { ClientsService } from './clients.service';

describe('Clients', () => {
  let context: TestContext;
  let clients: ClientsService;
  const open = async (env: NodeJS.ProcessEnv = {}) => {
    context = await openTestContext([ApplicationsModule], env);
    clients = context.get(ClientsService);
  };
  afterEach(() => context.close());

  const add = (secret: string, clientType: string | null = null) =>
    addApplication(context, { secretEncrypted: context.get(SecretCipher).encrypt(secret), clientType });

  it('are known by their secret, in the spelling that is right', async () => {
    await open();
    const { id } = await add('a+b:c');
    const wrong = { id, secret: 'a b:c' };
    const right = { id, secret: 'a+b:c' };
    expect(await clients.authenticate([right], undefined)).toMatchObject({ id });
    expect(await clients.authenticate([wrong, right], undefined)).toMatchObject({ id });
    expect(await context.audited()).toEqual([]);
  });

  it('that show a wrong secret are nobody, and noted', async () => {
    await open();
    const { id } = await add('secret');
    expect(await clients.authenticate([{ id, secret: 'other' }], '192.0.2.1')).toBeUndefined();
    expect(await clients.authenticate([{ id: 'unknown', secret: 'secret' }], '192.0.2.1')).toBeUndefined();
    await context.get(AuditLog).flush();
    const failure = (subject: string) => ['client.authenticate', subject] as const;
    expect(await context.audited()).toEqual([failure(id), failure('unknown')]);
  });

  it('without secret are known by none, not even the empty one', async () => {
    await open();
    const { id } = await add('', 'public');
    expect(await clients.authenticate([{ id, secret: '' }], undefined)).toBeUndefined();
  });

  it('cannot be guessed from one address for ever, where the right secret still passes', async () => {
    await open({ IDM_RATE_LIMIT_ADDRESS: '3' });
    const { id } = await add('secret');
    const guess = (secret: string) => clients.authenticate([{ id, secret }], '192.0.2.1');
    for (const secret of ['a', 'b', 'c']) expect(await guess(secret)).toBeUndefined();
    await expect(guess('d')).rejects.toBeInstanceOf(TooMany);
    expect(await guess('secret')).toMatchObject({ id });
  });

  it('may go without their secret when they have none, for what needs no proof', async () => {
    await open({ IDM_OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE: 'password' });
    const publicClient = (await clients.find((await add('', 'public')).id))!;
    const closed = (await clients.find((await add('secret')).id))!;
    const may = (grantType: string | undefined) => [
      clients.mayNameItself(publicClient, grantType),
      clients.mayNameItself(closed, grantType),
    ];
    expect(may('authorization_code')).toEqual([true, false]);
    expect(may(undefined)).toEqual([true, false]);
    expect(may('client_credentials')).toEqual([false, false]);
    expect(may('password')).toEqual([true, true]);
  });

  it.each<[string, string]>([
    ['the service itself', 'idm_admin_app'],
    ['a NUL, which PostgreSQL would not be asked for', 'a\0b'],
    ['what stands for any text', '%'],
    ['nothing', ''],
    ['a long id', 'x'.repeat(129)],
    ['a name that every object has', '__proto__'],
  ])('are none by %s, with any secret', async (_what, id) => {
    await open();
    for (const present of ['a\0b', 'x'.repeat(129)])
      await addApplication(context, {
        id: present,
        url: present,
        secretEncrypted: context.get(SecretCipher).encrypt('secret'),
      });
    expect(await clients.find(id)).toBeUndefined();
    expect(await clients.findByUrl(id)).toBeUndefined();
    expect(await clients.authenticate([{ id, secret: 'secret' }], undefined)).toBeUndefined();
  });
});
