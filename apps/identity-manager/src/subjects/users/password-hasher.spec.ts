import { createHmac } from 'node:crypto';
import { keyrockHash, PasswordHasher } from './password-hasher';

const hmac = (key: string, password: string) => createHmac('sha1', key).update(password).digest('hex');

describe('PasswordHasher', () => {
  const memoryKib = 1024;
  const hasher = new PasswordHasher('nodejs_idm', memoryKib);

  it('hashes with argon2id and a new salt each time', async () => {
    const [first, second] = await Promise.all([hasher.hash('1234'), hasher.hash('1234')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.check(first, '1234')).toEqual({ matches: true, needsRehash: false });
    expect(await hasher.check(first, '12345')).toEqual({ matches: false, needsRehash: false });
  });

  it('wants what was hashed with less memory hashed anew, and never with less than it was', async () => {
    const stored = await hasher.hash('1234');
    const [stronger, weaker] = [memoryKib * 2, memoryKib - 8].map((kib) => new PasswordHasher('', kib));
    expect(await stronger!.check(stored, '1234')).toEqual({ matches: true, needsRehash: true });
    expect(await weaker!.check(stored, '1234')).toEqual({ matches: true, needsRehash: false });
  });

  it('accepts passwords imported from Keyrock, with their salt or the installation key, and wants them hashed anew', async () => {
    const salted = keyrockHash('0123456789abcdef', hmac('0123456789abcdef', 'test'));
    const unsalted = keyrockHash('', hmac('nodejs_idm', 'test'));
    expect(await hasher.check(salted, 'test')).toEqual({ matches: true, needsRehash: true });
    expect(await hasher.check(unsalted, 'test')).toEqual({ matches: true, needsRehash: true });
    expect(await hasher.check(salted, 'tost')).toEqual({ matches: false, needsRehash: false });
  });

  it.each([null, undefined, '', 'plain', keyrockHash('x', '')])(
    'matches nothing against %j',
    async (stored) => {
      expect((await hasher.check(stored, '')).matches).toBe(false);
    },
  );

  it('works off a burst one after the other', async () => {
    const hashes = await Promise.all(Array.from({ length: 5 }, () => hasher.hash('x')));
    expect(new Set(hashes).size).toBe(5);
  });
});
