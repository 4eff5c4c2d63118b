import type { Request } from 'express';
import { CookieJar, readCookie } from './cookies';

const withCookies = (cookie?: string) => ({ headers: { cookie } }) as Request;

describe('a cookie of a request', () => {
  it.each([
    ['session=abc', 'abc'],
    ['a=1; session=abc; b=2', 'abc'],
    ['a=1;session = abc ;b=2', 'abc'],
    ['session=a=b', 'a=b'],
    ['session=%41', '%41'],
    ['session=first; session=second', 'first'],
    ['xsession=abc', undefined],
    ['session=', undefined],
    ['session', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%p has the value %p', (header, value) => {
    expect(readCookie(withCookies(header), 'session')).toBe(value);
  });

  it.each(['__proto__', 'constructor', 'toString'])('called %s comes with no request', (name) => {
    expect(readCookie(withCookies('a=1'), name)).toBeUndefined();
  });

  it('is only read under the prefixed name on https, where no other host can set it', () => {
    const request = withCookies('session=of-flask; idm.sid=planted; __Host-session=ours');
    expect(new CookieJar(() => true).read(request, 'session')).toBe('ours');
    expect(new CookieJar(() => false).read(request, 'session')).toBe('planted');
  });
});
