import type { Client } from '../../../subjects/applications/client';
import { isRegistered, withParameters } from './redirect-uri';

const client = (redirectUris: readonly string[], isPublic = false) =>
  ({ redirectUris, isPublic }) as unknown as Client;

describe('isRegistered (docs/behaviour/identity-manager.md, "Authorization requests")', () => {
  const app = client(['https://app.test/cb', 'https://app.test/other']);

  it('wants the very same text', () => {
    expect(isRegistered('https://app.test/cb', app)).toBe(true);
    for (const uri of [
      'https://app.test/cb/',
      'https://app.test/cb?x',
      'https://APP.test/cb',
      'https://app.test.evil/cb',
    ])
      expect(isRegistered(uri, app)).toBe(false);
  });

  it('lets the port of a loopback address vary for public clients only', () => {
    const uris = ['http://127.0.0.1:1000/cb'];
    expect(isRegistered('http://127.0.0.1:2000/cb', client(uris, true))).toBe(true);
    expect(isRegistered('http://127.0.0.1:2000/cb', client(uris))).toBe(false);
    expect(isRegistered('http://127.0.0.1:2000/other', client(uris, true))).toBe(false);
    expect(isRegistered('http://localhost:2000/cb', client(['http://localhost:1/cb'], true))).toBe(false);
  });

  it('refuses addresses that a browser would run, registered or not', () => {
    expect(isRegistered('javascript:alert(1)', client(['javascript:alert(1)']))).toBe(false);
  });
});

describe('withParameters', () => {
  it('encodes values and keeps a query', () => {
    expect(
      withParameters('https://a/cb?x=1', 'query', [
        ['code', 'c'],
        ['state', 'a b\r\n&="/ü'],
      ]),
    ).toBe('https://a/cb?x=1&code=c&state=a%20b%0D%0A%26%3D%22%2F%C3%BC');
    expect(withParameters('https://a/cb', 'fragment', [['expires_in', '3600']])).toBe(
      'https://a/cb#expires_in=3600',
    );
  });
});
