import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import jsonwebtoken from 'jsonwebtoken';
import { looksLikeJwt, signJwt, unverifiedClaims, verifiedClaims } from './jwt';

const key = createSecretKey(Buffer.from('0123456789abcdef'));
const other = createSecretKey(Buffer.from('fedcba9876543210'));

describe('HS256 tokens', () => {
  it('are read by another library, and read what it makes', () => {
    const claims = { app_id: 'a', iat: 1, name: 'Ünïcode' };
    expect(jsonwebtoken.verify(signJwt(claims, key), key, { algorithms: ['HS256'] })).toEqual(claims);
    expect(verifiedClaims(jsonwebtoken.sign(claims, key), key)).toEqual(claims);
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
