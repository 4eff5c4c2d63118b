import type { Request, Response } from 'express';
import { CookieJar } from './cookies';
import { FlashMessages } from './flash-messages';

/** A browser's cookies, as one request brings them and the answer changes them. */
function browser(cookie = '') {
  const changes: [string, unknown, unknown][] = [];
  return {
    changes,
    request: { headers: { cookie } } as Request,
    response: {
      cookie: (name: string, value: string, options: object) => changes.push([name, value, options]),
      clearCookie: (name: string, options: object) => changes.push([name, undefined, options]),
    } as unknown as Response,
  };
}

const flashes = (isHttps = false) => new FlashMessages(new CookieJar(() => isHttps));
const attributes = {
  httpOnly: true,
  sameSite: 'lax',
  secure: false,
  path: '/',
  encode: expect.any(Function),
};

describe('A line for the next page', () => {
  it('waits in the browser for a minute', () => {
    const { response, changes } = browser();
    flashes().leave(response, 'flash.saved');
    expect(changes).toEqual([['flash', 'flash.saved', { ...attributes, maxAge: 60_000 }]]);
  });

  it('is shown once', () => {
    const { request, response, changes } = browser('flash=flash.saved');
    expect(flashes().take(request, response)).toBe('flash.saved');
    expect(changes).toEqual([['flash', undefined, attributes]]);
  });

  it.each([
    'flash.',
    'flash.a.b',
    'other.saved',
    'xflash.saved',
    'flash.saved<script>',
    `flash.${'x'.repeat(41)}`,
    '__proto__',
  ])('is none, and goes, when it is no message: %s', (text) => {
    const { request, response, changes } = browser(`flash=${text}`);
    expect(flashes().take(request, response)).toBeUndefined();
    expect(changes).toHaveLength(1);
  });

  it('is none without the cookie, or with that of another host on https', () => {
    const none = browser();
    expect(flashes().take(none.request, none.response)).toBeUndefined();
    const planted = browser('flash=flash.saved');
    expect(flashes(true).take(planted.request, planted.response)).toBeUndefined();
    expect([...none.changes, ...planted.changes]).toEqual([]);
  });
});
