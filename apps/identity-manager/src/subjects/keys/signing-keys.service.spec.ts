import { createPublicKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { SigningKeyRow } from '../../database/entities/signing-key.row';
import { addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { KeysModule } from './keys.module';
import { SigningKeys } from './signing-keys.service';

describe('Signing keys', () => {
  let context: TestContext;
  let keys: SigningKeys;
  beforeEach(async () => {
    context = await openTestContext([KeysModule], { IDM_OIDC_JWT_ALGORITHM: 'ES256' });
    keys = context.get(SigningKeys);
  });
  afterEach(() => context.close());

  it('are made when the first is needed, one however many ask', async () => {
    const [first, second] = await Promise.all([keys.current('ES256'), keys.current('ES256')]);
    expect(first.id).toBe(second.id);
    expect((await keys.current('ES256')).id).toBe(first.id);
    expect(await context.rows.count(SigningKeyRow)).toBe(1);
  });

  it('sign what their published half checks, and are encrypted where they are stored', async () => {
    const { id, privateKey } = await keys.current('ES256');
    const { keys: published } = await keys.publicKeys();
    expect(published).toMatchObject([{ kid: id, alg: 'ES256', use: 'sig', kty: 'EC' }]);
    expect(published[0]).not.toHaveProperty('d');
    const token = jwt.sign({ sub: 'user' }, privateKey, { algorithm: 'ES256', keyid: id });
    const publicKey = createPublicKey({ key: published[0] as never, format: 'jwk' });
    expect(jwt.verify(token, publicKey, { algorithms: ['ES256'] })).toMatchObject({ sub: 'user' });
    const [stored] = await context.rows.find(SigningKeyRow);
    expect(stored!.privateKeyEncrypted).not.toContain('PRIVATE KEY');
  });

  it('take turns: the new one signs, the old one stays published', async () => {
    const old = await keys.current('ES256');
    await context.rows.update(SigningKeyRow, { id: old.id }, { createdAt: Date.now() - 1000 });
    const actor = actorFor(await addUser(context, { admin: true }));
    const next = await keys.rotate(actor, 'ES256');
    expect((await keys.current('ES256')).id).toBe(next.id);
    expect((await keys.list()).map(({ id }) => id)).toEqual([next.id, old.id]);
    expect(await context.audited()).toEqual([['signing-key.rotate', next.id]]);
  });

  it('leave when they have expired', async () => {
    const old = await keys.current('ES256');
    await context.rows.update(SigningKeyRow, { id: old.id }, { createdAt: 0, expiresAt: Date.now() });
    expect((await keys.publicKeys()).keys).toHaveLength(1);
    expect((await keys.list()).map(({ id }) => id)).not.toContain(old.id);
  });
});
