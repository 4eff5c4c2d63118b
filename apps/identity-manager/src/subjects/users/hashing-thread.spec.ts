import { HashingThread } from './hashing-thread';

const MEMORY_KIB = 1024;

describe('HashingThread', () => {
  const thread = new HashingThread();

  it('answers each task with its own result', async () => {
    const passwords = ['', 'a', 'ñ', 'x'.repeat(1000), '\u0000'];
    const stored = await Promise.all(passwords.map((password) => thread.hash(password, MEMORY_KIB)));
    const checks = stored.map((hash, at) => thread.verify(hash, passwords[at] ?? ''));
    expect(await Promise.all(checks)).toEqual(passwords.map(() => true));
    expect(await thread.verify(stored[1] ?? '', 'b')).toBe(false);
  });

  it('says no to what is no hash, and goes on', async () => {
    expect(await thread.verify('$argon2id$broken', 'x')).toBe(false);
    expect(await thread.hash('x', MEMORY_KIB)).toMatch(/^\$argon2id\$/);
  });
});
