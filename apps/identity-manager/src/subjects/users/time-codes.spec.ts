import { stepOfCode } from './time-codes';

// RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base32, SHA-1, the last six of eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('stepOfCode', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s knows %s', (seconds, code) => {
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  const base = 1234567890;
  const step = Math.floor(base / 30);

  it.each([
    [-60, undefined],
    [-30, step],
    [0, step],
    [30, step],
    [60, undefined],
  ])('%i s away from the code gives %p', (away, expected) => {
    expect(stepOfCode(secret, '005924', (base + away) * 1000)).toBe(expected);
  });

  it('does not look at blanks, padding and letter case', () => {
    expect(stepOfCode('gezd gnbv gy3t qojq gezd gnbv gy3t qojq==', '005 924', base * 1000)).toBe(step);
  });

  it('knows codes of secrets as short as those of Keyrock', () => {
    // Ten bytes, 1234567890; reckoned by hand after RFC 4226.
    expect(stepOfCode('GEZDGNBVGY3TQOJQ', '919219', base * 1000)).toBe(step);
  });

  it.each(['', '12345', '1234567', 'abcdef', '00592４'])('takes %p for no code', (code) => {
    expect(stepOfCode(secret, code, base * 1000)).toBeUndefined();
  });

  it.each(['', 'A1', 'A', '{}'])('finds no code right for the secret %p', (broken) => {
    expect(stepOfCode(broken, '005924', base * 1000)).toBeUndefined();
  });
});
