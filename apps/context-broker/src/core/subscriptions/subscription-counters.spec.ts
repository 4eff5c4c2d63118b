import { LiveCounters } from './subscription-counters';
import { noteAttempt } from './subscription-matcher';

const stored = { timesSent: 10, failsCounter: 2 };

describe('live counters', () => {
  it('show what the store has, with what came since', () => {
    const live = new LiveCounters('x', stored);
    noteAttempt({ counters: live }, 5.5);
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
    noteAttempt({ counters: live }, 5.5);
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
    noteAttempt({ counters: live }, 5);
    live.noteFailure(5, 'a');
    const delta = live.take()!;
    noteAttempt({ counters: live }, 6);
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

  it('count no failures before the last success, as soon as that was read', () => {
    const live = new LiveCounters('x', { ...stored, lastSuccess: 4, lastFailure: 5 });
    const found = { ...stored, failsCounter: 8, lastSuccess: 7, lastFailure: 6 };
    expect(live.over(found)).toMatchObject({ failsCounter: 8 });
    live.rebase(found);
    expect(live.over(found)).toMatchObject({ failsCounter: 0 });
    live.noteFailure(9, '');
    expect(live.over(found)).toMatchObject({ failsCounter: 1, lastFailure: 9 });
  });

  it('count and hand over no failures before a success that another broker wrote late', () => {
    const live = new LiveCounters('x', { ...stored, failsCounter: 3, lastSuccess: 105, lastFailure: 100 });
    expect(live.failsCounter).toBe(0);
    noteAttempt({ counters: live }, 110);
    expect(live.noteFailure(110, '')).toBe(0);
    expect(live.current.failsCounter).toBe(1);
    expect(live.take()).toMatchObject({ fails: 1, failsReset: true });
    expect(live.failsCounter).toBe(1);
    expect(live.noteFailure(111, '')).toBe(1);
    expect(live.take()).toMatchObject({ fails: 1, failsReset: false });
    expect(live.current.failsCounter).toBe(2);
  });

  it('leave the failures of others alone where there is none to add', () => {
    const live = new LiveCounters('x', { ...stored, lastSuccess: 105, lastFailure: 100 });
    noteAttempt({ counters: live }, 110);
    expect(live.take()).toMatchObject({ timesSent: 1, failsReset: false });
  });

  it.each([
    ['failures', { ...stored, lastFailure: 4 }, 3],
    ['failures after a success', { ...stored, lastSuccess: 5, lastFailure: 4 }, 1],
  ])('count %s that could not be written once, however often that was tried', (_what, base, count) => {
    const live = new LiveCounters('x', base);
    live.noteFailure(6, '');
    for (let tries = 0; tries < 3; tries++) live.untake(live.take()!);
    expect(live.failsCounter).toBe(count);
    expect(live.current.failsCounter).toBe(count);
  });

  it('keep a status that could not be written, unless a client set another meanwhile', () => {
    const live = new LiveCounters('x', stored);
    live.noteStatus('inactive', 10);
    live.untake(live.take()!);
    expect(live.statusInForce({ status: 'active', statusLastChange: 11 })).toBe('inactive');
    const delta = live.take()!;
    live.forgetStatus();
    live.untake(delta);
    expect(live.statusInForce({ status: 'active', statusLastChange: 11 })).toBe('active');
    expect(live.take()?.status).toBeUndefined();
  });

  it('act by what this broker decided until it is written', () => {
    const live = new LiveCounters('x', stored);
    const later = { status: 'active', statusLastChange: 11 } as const;
    expect(live.statusInForce(later)).toBe('active');
    live.noteStatus('inactive', 10);
    expect(live.statusInForce(later)).toBe('inactive');
    live.take();
    expect(live.statusInForce(later)).toBe('active');
    expect(live.statusInForce({ ...later, statusLastChange: 9 })).toBe('inactive');
  });

  it('give way to a status that another broker wrote later', () => {
    const live = new LiveCounters('x', stored);
    live.noteStatus('inactive', 10);
    for (const earlier of [undefined, 9, 10]) live.statusWritten(earlier);
    expect(live.statusInForce({ status: 'active' })).toBe('inactive');
    live.statusWritten(11);
    expect(live.statusInForce({ status: 'active', statusLastChange: 11 })).toBe('active');
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
