import { MatchEffort } from './match-effort';

describe('MatchEffort', () => {
  let now = 0;
  const effort = () => {
    now = 1000;
    return new MatchEffort({ oneMatch: 1000, free: 3000, timeMs: 50 }, () => now);
  };

  it('refuses a single match beyond its limit, and everything after it', () => {
    const one = effort();
    expect([one.mayMatch(100, 9), one.exhausted]).toEqual([true, false]);
    expect([one.mayMatch(100, 10), one.exhausted]).toEqual([false, true]);
    expect(one.mayMatch(1, 1)).toBe(false);
  });

  it('lets many matches pass while there is time, and few whatever the time', () => {
    const quick = effort();
    for (let match = 0; match < 100; match++) expect(quick.mayMatch(100, 9)).toBe(true);
    now += 51;
    expect(quick.mayMatch(1, 1)).toBe(false);
    const paused = effort();
    now += 1000;
    expect([paused.mayMatch(100, 9), paused.mayMatch(100, 9), paused.mayMatch(100, 9)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(paused.mayMatch(1, 1)).toBe(false);
  });
});
