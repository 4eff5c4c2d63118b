import { LiveCounters } from './subscription-counters';

const stored = { timesSent: 10, failsCounter: 2 };

describe('live counters', () => {
  it('show what the store has, with what came since', () => {
    const live = new LiveCounters('x', stored);
    live.noteAttempt(5.5);
    expect(live.noteFailure(6.5, 'Timeout was reached')).toBe(2);
    expect(live.over(stored)).toEqual({
      timesSent: 11,
      failsCounter: 3,
      lastNotification: 5,
      lastFailure: 6,
      lastFailureReason: 'Timeout was reached',
    });
  });

  it('hand over increments once, and times as whole seconds', () => {
    const live = new LiveCounters('x', stored);
    live.noteAttempt(5.5);
    live.noteSuccess(6.5, 200);
    live.noteFailure(7.5, '');
    expect(live.take()).toEqual({
      id: 'x',
      timesSent: 1,
      fails: 1,
      failsReset: true,
      lastNotification: 5,
      lastSuccess: 6,
      lastSuccessCode: 200,
      lastFailure: 7,
    });
    expect(live.take()).toBeUndefined();
    expect(live.failsCounter).toBe(1);
    expect(
      live.over({
        timesSent: 11,
        failsCounter: 1,
        lastNotification: 5,
        lastSuccess: 6,
        lastSuccessCode: 200,
        lastFailure: 7,
      }),
    ).toEqual({
      timesSent: 11,
      failsCounter: 1,
      lastNotification: 5,
      lastSuccess: 6,
      lastSuccessCode: 200,
      lastFailure: 7,
    });
  });

  it('keep what could not be written', () => {
    const live = new LiveCounters('x', stored);
    live.noteAttempt(5);
    live.noteFailure(5, 'a');
    const delta = live.take()!;
    live.noteAttempt(6);
    live.noteSuccess(6, 200);
    live.untake(delta);
    expect(live.take()).toMatchObject({
      timesSent: 2,
      fails: 0,
      failsReset: true,
      lastNotification: 6,
      lastSuccess: 6,
      lastFailure: 5,
    });
  });

  it('let the later status win', () => {
    const live = new LiveCounters('x', stored);
    live.noteStatus('inactive', 10);
    expect(live.statusOver({ status: 'active', statusLastChange: 9 })).toBe('inactive');
    expect(live.statusOver({ status: 'active', statusLastChange: 11 })).toBe('active');
    live.forgetStatus();
    expect(live.statusOver({ status: 'active' })).toBe('active');
  });
});
