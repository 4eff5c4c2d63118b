import { TargetHealth } from './target-queue';

describe('the health of a target', () => {
  let health: TargetHealth;
  let nowMs: number;
  const attempt = (isAnswered: boolean) => {
    health.started();
    health.ended(isAnswered);
  };
  beforeEach(() => {
    nowMs = 0;
    health = new TargetHealth(() => nowMs);
  });

  it('is down after ten failures in a row, until an answer comes', () => {
    for (let n = 0; n < 9; n++) attempt(false);
    attempt(true);
    for (let n = 0; n < 9; n++) attempt(false);
    expect(health.isDown).toBe(false);
    attempt(false);
    expect([health.isDown, health.isStuck(60_000)]).toEqual([true, true]);
    attempt(true);
    expect(health.isDown).toBe(false);
  });

  it('is stuck when attempts wait too long for any answer', () => {
    health.started();
    nowMs += 100;
    health.started();
    expect(health.isStuck(200)).toBe(false);
    nowMs += 101;
    expect(health.isStuck(200)).toBe(true);
    health.ended(true);
    expect(health.isStuck(200)).toBe(false);
  });

  it('is not stuck when nothing is under way', () => {
    attempt(true);
    nowMs += 10_000;
    expect(health.isStuck(200)).toBe(false);
  });

  it('does not come back by failing', () => {
    attempt(false);
    nowMs += 201;
    attempt(false);
    expect(health.isStuck(200)).toBe(true);
  });
});
