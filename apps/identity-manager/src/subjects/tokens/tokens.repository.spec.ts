import { randomToken, tokenHash } from '../../service/random-token';
import { timeOrderedToken, tokenKey } from './tokens.repository';

const now = Date.UTC(2026, 0, 1);

describe('time-ordered tokens', () => {
  it('are 40 hex characters that grow with the second they were made in', () => {
    const tokens = [0, 1, 59, 3_600, 40_000_000].map((seconds) => timeOrderedToken(now + seconds * 1000));
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{40}$/);
    expect([...tokens].sort()).toEqual(tokens);
  });

  it('hold 128 random bits: none comes twice within a second', () => {
    const tokens = Array.from({ length: 5000 }, () => timeOrderedToken(now));
    expect(new Set(tokens.map((token) => token.slice(8))).size).toBe(tokens.length);
  });
});

describe('what is stored of a token', () => {
  it('keeps the order in time and nothing of the random part', () => {
    const token = timeOrderedToken(now);
    expect(tokenKey(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenKey(token).slice(0, 8)).toBe(token.slice(0, 8));
    expect(tokenKey(token)).not.toContain(token.slice(8, 20));
  });

  it('differs for tokens that differ in one character', () => {
    const token = randomToken();
    const other = token.slice(0, 39) + (token.endsWith('0') ? '1' : '0');
    expect(tokenKey(other)).not.toBe(tokenKey(token));
  });

  it.each(['', 'short', `${'A'.repeat(8)}\u0000`, '\ud800', 'a.b.c', 'x'.repeat(10_000)])(
    'is the digest of what has another form: %j',
    (text) => {
      expect(tokenKey(text)).toBe(tokenHash(text));
    },
  );
});
