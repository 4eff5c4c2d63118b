import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountRules } from './account-rules.service';
import { isEmail } from './email-address';
import { EmailDomains } from './email-domains';

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

describe('The rules of accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  const file = join(folder, 'list');
  writeFileSync(file, 'example.org\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  const domains = new EmailDomains({ emailList: { kind: 'blacklist', file } });
  const rules = new AccountRules(domains, { passwordMinLength: { chosen: 8, setThroughApi: 1 } });
  const told = (faults: ReturnType<AccountRules['email']>) =>
    faults.map(({ field, rule, facts }) => [field, rule, facts]);

  it.each([
    ['ana@test.com', undefined, []],
    ['ana', undefined, [['email', 'email', {}]]],
    ['ana@EXAMPLE.org', undefined, [['email', 'emailDomain', {}]]],
    // What is there already is not judged.
    ['ana@example.org', 'ana@example.org', []],
    ['ana', 'ana', []],
  ])('say of the address %p after %p: %j', (email, before, faults) => {
    expect(told(rules.email(email, before))).toEqual(faults);
  });

  it.each([
    ['1234567', 'chosen', [['password', 'passwordLength', { min: 8 }]]],
    ['12345678', 'chosen', []],
    // Characters, not units of UTF-16.
    ['😀😀😀😀', 'chosen', [['password', 'passwordLength', { min: 8 }]]],
    ['1', 'setThroughApi', []],
    ['', 'setThroughApi', [['password', 'required', {}]]],
    ['x'.repeat(1024), 'chosen', []],
    ['x'.repeat(1025), 'chosen', [['password', 'passwordLength', { max: 1024 }]]],
    ['ANA@test.com ', 'setThroughApi', [['password', 'passwordIsEmail', {}]]],
  ] as const)('say of the password %p, %s: %j', (password, setting, faults) => {
    expect(told(rules.password(password, 'ana@test.com', setting))).toEqual(faults);
  });
});
