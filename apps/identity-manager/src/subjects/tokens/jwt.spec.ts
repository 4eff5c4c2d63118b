import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import jsonwebtoken from 'jsonwebtoken';
import { looksLikeJwt, signJwt, unverifiedClaims, verifiedClaims } from './jwt';

const key = createSecretKey(Buffer.from('0123456789abcdef'));
const other = createSecretKey(Buffer.from('fedcba9876543210'));

describe('HS256 tokens', () => {
  it('are those of RFC 7515, whose example is read though it has expired', () => {
    const example =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const secret = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow';
    const claims = verifiedClaims(example, createSecretKey(Buffer.from(secret, 'base64url')));
    expect(claims).toEqual({ iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true });
  });

  it('say nothing when the payload is no object', () => {
    const token = jsonwebtoken.sign('["a"]', key, { header: { alg: 'HS256', typ: 'JWT' } });
    expect([unverifiedClaims(token), verifiedClaims(token, key)]).toEqual([undefined, undefined]);
  });

  it('give back any claims under their own key only', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (claims) => {
        const token = signJwt(claims, key);
        const plain: unknown = JSON.parse(JSON.stringify(claims));
        expect(looksLikeJwt(token)).toBe(true);
        expect(unverifiedClaims(token)).toEqual(plain);
        expect(verifiedClaims(token, key)).toEqual(plain);
        expect(verifiedClaims(token, other)).toBeUndefined();
      }),
    );
  });

  it('refuse the algorithm none, other algorithms and changed payloads', () => {
    const token = signJwt({ app_id: 'a' }, key);
    const [header, , signature] = token.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    expect(verifiedClaims(none, key)).toBeUndefined();
    expect(verifiedClaims(jsonwebtoken.sign({ a: 1 }, key, { algorithm: 'HS512' }), key)).toBeUndefined();
    const changed = Buffer.from('{"app_id":"b"}').toString('base64url');
    expect(verifiedClaims(`${header}.${changed}.${signature}`, key)).toBeUndefined();
  });

  it('never throw on nonsense', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        unverifiedClaims(text);
        verifiedClaims(text, key);
      }),
    );
  });
});
