import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isEmail } from '../../../subjects/users/email-address';
import { EmailDomains } from '../../../subjects/users/email-domains';
import { passwordProblem } from '../../../subjects/users/password-rules';

describe('E-mail addresses', () => {
  it.each(['a@test.com', 'a.b+c@sub.example.org', "o'neil@example.ie", 'ü@exämple.de'])(
    '%s is one',
    (text) => {
      expect(isEmail(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    'a@b',
    '@b.c',
    'a@b..c',
    'a b@c.d',
    'a@b.c,d@e.f',
    'a@b.c\nBcc: x@y.z',
    '<a@b.c>',
    `${'a'.repeat(255)}@b.c`,
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('The list of domains', () => {
  const folder = mkdtempSync(join(tmpdir(), 'domains-'));
  const file = join(folder, 'list');
  writeFileSync(file, 'Test.com\r\n\nexample.org\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lets in, or keeps out', () => {
    const white = new EmailDomains({ emailList: { kind: 'whitelist', file } });
    const black = new EmailDomains({ emailList: { kind: 'blacklist', file } });
    const none = new EmailDomains({ emailList: undefined });
    expect(['a@TEST.com', 'a@other.com'].map((email) => white.allows(email))).toEqual([true, false]);
    expect(['a@TEST.com', 'a@other.com'].map((email) => black.allows(email))).toEqual([false, true]);
    expect(none.allows('a@other.com')).toBe(true);
  });
});

describe('New passwords', () => {
  it('have a length and are not the address', () => {
    expect(passwordProblem('1234', 'a@b.c', 1)).toBeUndefined();
    expect(passwordProblem('1234567', 'a@b.c', 8)).toBe('Password must have at least 8 characters');
    expect(passwordProblem('x'.repeat(64), 'a@b.c', 8)).toBeUndefined();
    expect(passwordProblem('x'.repeat(1025), 'a@b.c', 8)).toBe('Password must have at most 1024 characters');
    expect(passwordProblem('A@B.c', 'a@b.c', 1)).toBe('Password must not be the email');
  });
});
