import { decodeBase32, totpCode } from './second-factor.service';

// RFC 6238, appendix B: SHA-1, the last six of eight digits.
const secret = Buffer.from('12345678901234567890');

describe('totpCode', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s gives %s', (seconds, code) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
  });
});

describe('decodeBase32', () => {
  it('reads the secret of the RFC, with blanks and small letters too', () => {
    expect(decodeBase32('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toEqual(secret);
    expect(decodeBase32('gezd gnbv gy3t qojq gezd gnbv gy3t qojq==')).toEqual(secret);
  });
});
