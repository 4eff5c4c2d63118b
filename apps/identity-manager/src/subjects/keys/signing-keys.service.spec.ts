import { createPublicKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { SigningKeyRow } from '../../database/entities/signing-key.row';
import { addUser } from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import { KeysModule } from './keys.module';
import { SigningKeys } from './signing-keys.service';

const DAY_MS = 86_400_000;
const clock = new TestClock(0);
let context: TestContext;
let keys: SigningKeys;
let keyDays: number;
beforeAll(async () => {
  context = await openTestContext([KeysModule], { IDM_OIDC_JWT_ALGORITHM: 'ES256' }, clock);
  keys = context.get(SigningKeys);
  ({ keyDays } = context.options.oidc);
});
afterAll(() => context.close());
beforeEach(async () => {
  clock.set(1_700_000_000_000);
  await context.rows.clear(SigningKeyRow);
});

const rotate = async () => keys.rotate(actorFor(await addUser(context, { admin: true })), 'ES256');

describe('Signing keys', () => {
  it('are made when the first is needed, one however many ask', async () => {
    const ids = (await Promise.all([1, 2, 3].map(() => keys.current('ES256')))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect((await keys.current('ES256')).id).toBe(ids[0]);
    expect(await context.rows.count(SigningKeyRow)).toBe(1);
  });

  it('are of the algorithm that is asked for, also when both are needed at once', async () => {
    const [elliptic, rsa] = await Promise.all([keys.current('ES256'), keys.current('RS256')]);
    expect([elliptic.algorithm, elliptic.privateKey.asymmetricKeyType]).toEqual(['ES256', 'ec']);
    expect([rsa.algorithm, rsa.privateKey.asymmetricKeyType]).toEqual(['RS256', 'rsa']);
    expect([(await keys.current('ES256')).id, (await keys.current('RS256')).id]).toEqual([
      elliptic.id,
      rsa.id,
    ]);
  });

  it('sign what their published half checks, and are encrypted where they are stored', async () => {
    const { id, privateKey } = await keys.current('ES256');
    const { keys: published } = await keys.publicKeys();
    expect(published).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: id,
        alg: 'ES256',
        use: 'sig',
      },
    ]);
    const token = jwt.sign({ sub: 'user' }, privateKey, { algorithm: 'ES256', keyid: id });
    const publicKey = createPublicKey({ key: published[0] as never, format: 'jwk' });
    expect(jwt.verify(token, publicKey, { algorithms: ['ES256'] })).toMatchObject({ sub: 'user' });
    const [stored] = await context.rows.find(SigningKeyRow);
    expect(stored!.privateKeyEncrypted).not.toContain('PRIVATE KEY');
  });

  it('sign the same after a restart: what is stored is what was made', async () => {
    const made = await keys.current('ES256');
    const read = await keys.current('ES256');
    expect(read.privateKey.export({ type: 'pkcs8', format: 'pem' })).toEqual(
      made.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
  });

  it('are followed by one that is published a day before it signs', async () => {
    const old = await keys.current('ES256');
    const published = async () => (await keys.list()).map(({ id }) => id);
    clock.pass((keyDays - 1) * DAY_MS - 1);
    await keys.publicKeys();
    expect(await published()).toEqual([old.id]);
    clock.pass(1);
    expect((await keys.current('ES256')).id).toBe(old.id);
    const [next = ''] = await published();
    expect(await published()).toEqual([next, old.id]);
    clock.pass(DAY_MS - 1);
    expect((await keys.current('ES256')).id).toBe(old.id);
    clock.pass(1);
    expect((await keys.current('ES256')).id).toBe(next);
    clock.pass(8 * DAY_MS - 1);
    expect(await published()).toEqual([next, old.id]);
    clock.pass(1);
    expect(await published()).toEqual([next]);
  });

  it('sign a day longer where nobody asked before their end, so that the next is published by then', async () => {
    const old = await keys.current('ES256');
    clock.pass(keyDays * DAY_MS);
    expect((await keys.current('ES256')).id).toBe(old.id);
    clock.pass(DAY_MS);
    expect((await keys.current('ES256')).id).not.toBe(old.id);
  });

  it('are of EdDSA too', async () => {
    const { id, privateKey } = await keys.current('EdDSA');
    expect(privateKey.asymmetricKeyType).toBe('ed25519');
    expect((await keys.publicKeys()).keys).toContainEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String),
      kid: id,
      alg: 'EdDSA',
      use: 'sig',
    });
    expect(await keys.publicKey(id)).toMatchObject({ algorithm: 'EdDSA' });
    expect(await keys.publicKey('another')).toBeUndefined();
  });

  it('take turns when an administrator says so: the new one signs, the old one stays published', async () => {
    const old = await keys.current('ES256');
    clock.pass(1);
    const boss = actorFor(await addUser(context, { admin: true }));
    const next = await keys.rotate(boss, 'ES256');
    expect((await keys.current('ES256')).id).toBe(next.id);
    expect((await keys.list()).map(({ id }) => id)).toEqual([next.id, old.id]);
    expect(await context.auditedOf(boss)).toMatchObject([
      { event: 'signing-key.rotate', outcome: 'success', subject: next.id },
    ]);
  });

  it('are shown without what signs', async () => {
    await keys.current('ES256');
    clock.pass(1);
    await rotate();
    for (const key of (await keys.publicKeys()).keys) expect(Object.keys(key)).not.toContain('d');
    expect(Object.keys((await keys.list())[0]!)).toContain('id');
  });

  it('are made again after a write that failed', async () => {
    const make = () => keys.current('ES256');
    await expect(context.whileBroken('INSERT ON signing_keys', make)).rejects.toThrow(BROKEN);
    expect(await context.rows.count(SigningKeyRow)).toBe(0);
    expect((await make()).algorithm).toBe('ES256');
    expect(await context.rows.count(SigningKeyRow)).toBe(1);
  });
});
