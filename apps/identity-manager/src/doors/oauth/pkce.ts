import { createHash, timingSafeEqual } from 'node:crypto';

/** 43 to 128 characters of the unreserved set (RFC 7636 sections 4.1 and 4.2). */
const unreserved = /^[A-Za-z0-9._~-]{43,128}$/;

export const isCodeChallenge = (text: string): boolean => unreserved.test(text);

/** Whether the verifier is the one behind an S256 challenge. */
export function verifierMatches(verifier: string, challenge: string): boolean {
  if (!unreserved.test(verifier)) return false;
  const expected = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const actual = Buffer.from(challenge.replace(/=+$/, ''));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
