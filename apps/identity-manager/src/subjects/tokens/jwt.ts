import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/*
 * HS256 tokens of one application (RFC 7515, 7519). Only this algorithm is made and accepted here, so the header of a
 * token decides nothing. Id tokens with other algorithms are made by `oidc/id-token.ts`.
 */

const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export type JwtClaims = Readonly<Record<string, unknown>>;

const macOf = (signed: string, key: KeyObject) => createHmac('sha256', key).update(signed).digest();

/** Signs claims as they are; `exp` and `iat` are the caller's, in seconds. */
export function signJwt(claims: JwtClaims, key: KeyObject): string {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${macOf(signed, key).toString('base64url')}`;
}

export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

function parseJson(encoded: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JwtClaims)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The claims without any check: good only for finding the key that checks them. */
export function unverifiedClaims(token: string): JwtClaims | undefined {
  return parseJson(token.split('.')[1] ?? '');
}

/** The claims of a token with a good HS256 signature; undefined for any other. Expiry is left to the caller. */
export function verifiedClaims(token: string, key: KeyObject): JwtClaims | undefined {
  const [first = '', payload = '', signature = ''] = token.split('.');
  if (first !== header && parseJson(first)?.['alg'] !== 'HS256') return undefined;
  const expected = macOf(`${first}.${payload}`, key);
  const actual = Buffer.from(signature, 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  return parseJson(payload);
}
