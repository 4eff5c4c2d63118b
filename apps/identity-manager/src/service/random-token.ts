import { hash, randomBytes } from 'node:crypto';

/** 160 random bits as 40 hex characters, the form of Keyrock's codes. */
export const randomToken = (): string => randomBytes(20).toString('hex');

/** 256 random bits, base64url. */
export const randomKey = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex: all that is stored of a token. Tokens are random, so no key or salt is needed. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex');
