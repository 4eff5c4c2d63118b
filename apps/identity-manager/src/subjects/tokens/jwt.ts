import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/*
 * HS256 tokens of one application (RFC 7515, 7519). Only this algorithm is made and accepted here, so the header of a
 * token decides nothing. Id tokens with other algorithms are made by `id-tokens.ts`.
 */

const header = { alg: 'HS256', typ: 'JWT' } as const;

export type JwtClaims = Readonly<Record<string, unknown>>;

/** Signs claims as they are; `exp` and `iat` are the caller's, in seconds. */
export const signJwt = (claims: JwtClaims, key: KeyObject): string =>
  // As text the library takes them as they are, in two thirds of the time.
  jwt.sign(JSON.stringify(claims), key, { algorithm: 'HS256', header });

export const looksLikeJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

/** The library throws at what is no token, and gives texts and lists where the payload is no object. */
function claimsOf(read: () => unknown): JwtClaims | undefined {
  try {
    const claims = read();
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as JwtClaims)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The claims without any check: good only for finding the key that checks them. */
export const unverifiedClaims = (token: string): JwtClaims | undefined => claimsOf(() => jwt.decode(token));

/** The claims of a token with a good HS256 signature; undefined for any other. Expiry is left to the caller. */
export const verifiedClaims = (token: string, key: KeyObject): JwtClaims | undefined =>
  claimsOf(() =>
    jwt.verify(token, key, { algorithms: ['HS256'], ignoreExpiration: true, ignoreNotBefore: true }),
  );

/** Returns the content of the header, without any check. */
export interface JwtHeader {
  readonly alg?: unknown;
  readonly kid?: unknown;
  readonly typ?: unknown;
}

/** The header without any check: good only for finding the key; the algorithm is the key's. */
export function jwtHeader(token: string): JwtHeader | undefined {
  return claimsOf(() =>
    JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8')),
  );
}
