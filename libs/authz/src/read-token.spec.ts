import fc from 'fast-check';
import { readToken } from './read-token';
import { challengeOf } from './verdict';

describe('readToken', () => {
  it.each([
    ['X-Auth-Token', ['X-Auth-Token', 'abc']],
    ['x-AUTH-token', ['x-AUTH-token', ' abc ']],
    ['Authorization', ['Authorization', 'Bearer abc']],
    ['a scheme in other letters', ['authorization', 'bearer  abc ']],
    ['both, when they agree', ['X-Auth-Token', 'abc', 'Authorization', 'Bearer abc']],
    ['a foreign scheme beside it', ['X-Auth-Token', 'abc', 'Authorization', 'Basic eDp5']],
  ])('finds it in %s', (_, headers) => {
    expect(readToken(['Host', 'x', ...headers])).toEqual({ kind: 'token', token: 'abc' });
  });

  it.each([
    ['nowhere', []],
    ['in a cookie', ['Cookie', 'X-Auth-Token=abc']],
    ['in another scheme', ['Authorization', 'Basic abc']],
    ['without a scheme', ['Authorization', 'abc']],
    ['in a header of a similar name', ['X_Auth_Token', 'abc', 'X-Auth-Tokens', 'abc']],
    ['empty', ['X-Auth-Token', ' ']],
  ])('%s: there is none', (_, headers) => {
    expect(readToken(headers)).toMatchObject({ kind: 'unauthenticated', isTokenMissing: true });
  });

  it.each([
    ['two headers', ['X-Auth-Token', 'abc', 'x-auth-token', 'abc']],
    ['two bearers', ['Authorization', 'Bearer abc', 'Authorization', 'Bearer abc']],
    ['two tokens', ['X-Auth-Token', 'abc', 'Authorization', 'Bearer abd']],
  ])('%s are malformed, whatever they say', (_, headers) => {
    expect(readToken(headers).kind).toBe('malformed');
  });

  it.each(['a b', 'a,b', 'a"b', 'a\u00e9b', 'a&b', 'x'.repeat(8193)])(
    'refuses what is no token: %#',
    (token) => {
      expect(readToken(['X-Auth-Token', token])).toMatchObject({ kind: 'unauthenticated' });
    },
  );

  it('gives only what is safe in a header and a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const reading = readToken(['X-Auth-Token', text]);
        return reading.kind !== 'token' || /^[\w\-.~+/=]+$/.test(reading.token);
      }),
    );
  });
});

describe('challengeOf', () => {
  it('names the error of RFC 6750, and none without a token', () => {
    expect(challengeOf({ kind: 'unauthenticated', reason: 'no token', isTokenMissing: true }, 'city')).toBe(
      'Bearer realm="city"',
    );
    expect(challengeOf({ kind: 'unauthenticated', reason: 'say "no"\r\nX: y' }, 'city')).toBe(
      'Bearer realm="city", error="invalid_token", error_description="say  no   X: y"',
    );
    expect(challengeOf({ kind: 'unavailable', reason: 'away' }, 'city')).toBeUndefined();
  });
});
