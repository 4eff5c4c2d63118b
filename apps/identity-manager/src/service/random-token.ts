import { hash, randomBytes } from 'node:crypto';

/** Random bytes are drawn in large portions: one call to the system for many tokens. */
const portionBytes = 4096;
let portion = Buffer.alloc(0);
let position = 0;

function take(length: number): Buffer {
  if (position + length > portion.length) {
    portion = randomBytes(portionBytes);
    position = 0;
  }
  const bytes = Buffer.from(portion.subarray(position, position + length));
  portion.fill(0, position, position + length);
  position += length;
  return bytes;
}

/** 160 random bits as 40 hex characters, the form of Keyrock's codes. */
export const randomToken = (): string => take(20).toString('hex');

/**
 * A new access or refresh token, also in Keyrock's form of 40 hex characters: the second it was made, then 128 random bits.
 * Rows whose keys grow with time share a few pages of every index, where random keys would each write a page of their own.
 */
export const timeOrderedToken = (nowMs: number): string =>
  Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0') + take(16).toString('hex');

/** 256 random bits, base64url. */
export const randomKey = (): string => take(32).toString('base64url');

/** SHA-256 in hex: all that is stored of a token. Tokens are random, so no key or salt is needed. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');

/**
 * What is stored of an access or refresh token: its first eight characters, for the order in time, and 224 bits of its SHA-256.
 * Anything that was not issued in that form has its whole digest; it is found or not found as any other.
 */
export const tokenKey = (token: string): string =>
  /^[0-9a-f]{40}$/.test(token) ? token.slice(0, 8) + tokenHash(token).slice(0, 56) : tokenHash(token);
