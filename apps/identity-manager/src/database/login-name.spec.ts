import fc from 'fast-check';
import { loginNameOf, usernameKey } from './login-name';

describe('A username by which users sign in', () => {
  it.each([
    ['Admin', 'admin'],
    ['ADMIN', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['ad\u200bmin', 'admin'],
    ['ad\u00admin', 'admin'],
    ['\u202eadmin', 'admin'],
    [' admin ', 'admin'],
    ['Ana\u00a0 María', 'ana maría'],
    ['Mari\u0301a', 'maría'],
    ['Straße', 'strasse'],
    ['ﬁnn', 'finn'],
    ['ſam', 'sam'],
  ])('%j is %j', (username, name) => expect(loginNameOf(username)).toBe(name));

  it.each(['ana@city.example', 'ana＠city.example', '', '\u200b', 'x'.repeat(256)])(
    '%j is none',
    (username) => expect(loginNameOf(username)).toBeNull(),
  );

  it('is the same for every spelling that differs only in case, and is its own spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (username) => {
        const key = usernameKey(username);
        expect(usernameKey(key)).toBe(key);
        expect(usernameKey(username.normalize('NFD'))).toBe(key);
      }),
    );
  });
});
