import { distinctSeconds } from './distinct-seconds';

describe('distinctSeconds', () => {
  it('grows with every reading, also within one millisecond', () => {
    const clock = distinctSeconds(() => 1_700_000_000_000);
    const readings = Array.from({ length: 2000 }, clock);
    expect(new Set(readings).size).toBe(2000);
    expect([...readings].sort((a, b) => a - b)).toEqual(readings);
    expect(readings[0]).toBe(1_700_000_000);
    expect(readings[499]!.toFixed(3)).toBe('1700000000.000');
  });

  it('follows a clock that was set back', () => {
    let now = 1_700_000_000_000;
    const clock = distinctSeconds(() => now);
    clock();
    now -= 3_600_000;
    expect(clock()).toBe(now / 1000);
  });
});
