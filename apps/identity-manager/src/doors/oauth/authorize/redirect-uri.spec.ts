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

  it.each([
    'javascript:alert(1)',
    'JavaScript://parking.example/%0aalert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'filesystem:https://parking.example/x',
  ])('refuses %j, which a browser would run, registered or not', (uri) => {
    expect(isRegistered(uri, client([uri]))).toBe(false);
    expect(isRegistered(uri, client([uri], true))).toBe(false);
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb', true],
    ['http://[::1]:1000/cb', 'http://[::1]:2000/cb', true],
    ['http://127.0.0.1:1000/cb', 'http://[::1]:1000/cb', false],
    ['http://127.0.0.1:1000/cb', 'https://127.0.0.1:2000/cb', false],
    ['http://127.0.0.1:1000/cb', 'http://127.0.0.1:2000/cb?x', false],
    ['http://127.0.0.1:1000/cb', 'http://user@127.0.0.1:2000/cb', false],
    ['http://127.0.0.1:1000/cb', 'http://127.0.0.1.evil.example:2000/cb', false],
    ['http://127.0.0.1:1000/cb', 'http://127.0.0.1:99999/cb', false],
    ['com.example.app:/cb', 'com.example.app:/cb', true],
    ['com.example.app:/cb', 'com.example.app:/other', false],
    ['nonsense', 'http://127.0.0.1:2000/cb', false],
  ])('of a public client with %s: %s is %s', (registered, asked, isIt) => {
    expect(isRegistered(asked, client([registered], true))).toBe(isIt);
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

  it.each([
    ['https://a/#/cb', 'query', 'https://a/?code=c#/cb'],
    ['https://a/#/cb?x=1', 'query', 'https://a/?code=c#/cb?x=1'],
    ['https://a/?x=1#/cb', 'query', 'https://a/?x=1&code=c#/cb'],
    ['https://a/cb?', 'query', 'https://a/cb?&code=c'],
    ['https://a/#/cb', 'fragment', 'https://a/#code=c'],
    ['https://a/cb?x=1', 'fragment', 'https://a/cb?x=1#code=c'],
    ['com.example.app:/cb', 'query', 'com.example.app:/cb?code=c'],
  ] as const)('%s in the %s: %s', (uri, mode, sent) => {
    expect(withParameters(uri, mode, [['code', 'c']])).toBe(sent);
  });
});
