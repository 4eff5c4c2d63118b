import { sign, verify, type KeyObject } from 'node:crypto';
import type { KeyAlgorithm, SigningKey } from './signing-keys.service';

/*
 * Compact JWS (RFC 7515) with the key pairs of this service. The algorithm is the key's: a token never chooses it.
 */

/** Types of tokens, which keep one from being taken for another (RFC 8725 section 3.11). */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt';

/** What `node:crypto` calls the digest; Ed25519 has its own. */
const digestOf = (algorithm: KeyAlgorithm) => (algorithm === 'EdDSA' ? null : 'sha256');

/** RFC 7518 section 3.4 wants both numbers of an ECDSA signature side by side. */
const keyOf = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs claims as they are. @param typ  type of the token in the header */
export function signJws(
  claims: object,
  { id, algorithm, privateKey }: SigningKey,
  typ: TokenType = 'JWT',
): string {
  const text = `${encoded({ alg: algorithm, typ, kid: id })}.${encoded(claims)}`;
  const signature = sign(digestOf(algorithm), Buffer.from(text), keyOf(privateKey));
  return `${text}.${signature.toString('base64url')}`;
}

/** Whether the signature of a compact JWS is that of the key. */
export function hasSignature(
  token: string,
  { algorithm, key }: { readonly algorithm: KeyAlgorithm; readonly key: KeyObject },
): boolean {
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  return verify(digestOf(algorithm), Buffer.from(token.slice(0, end)), keyOf(key), signature);
}
