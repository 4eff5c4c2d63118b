import { isCodeChallenge, verifierMatches } from './pkce';

// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('PKCE', () => {
  it('accepts the verifier of RFC 7636', () => {
    expect(isCodeChallenge(challenge)).toBe(true);
    expect(verifierMatches(verifier, challenge)).toBe(true);
  });

  it('refuses another verifier, the challenge itself, and verifiers of wrong length or characters', () => {
    expect(verifierMatches(`${verifier}x`, challenge)).toBe(false);
    expect(verifierMatches(challenge, challenge)).toBe(false);
    expect(verifierMatches('short', challenge)).toBe(false);
    expect(verifierMatches('ä'.repeat(50), challenge)).toBe(false);
    expect(isCodeChallenge('a'.repeat(42))).toBe(false);
    expect(isCodeChallenge('a'.repeat(129))).toBe(false);
  });
});
