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

/** 160 random bits as 40 hex characters, the form of Keyrock's codes and tokens. */
export const randomToken = (): string => take(20).toString('hex');

/** 256 random bits, base64url. */
export const randomKey = (): string => take(32).toString('base64url');

/** SHA-256 in hex: all that is stored of a token. Tokens are random, so no key or salt is needed. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
