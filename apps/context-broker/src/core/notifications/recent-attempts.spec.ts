import { RecentAttempts } from './recent-attempts';
import { LONGEST_TEXT } from './shown-request';

const outgoing = (subscriptionId: string, body = '{}') => ({
  tenant: 't',
  subscriptionId,
  correlator: 'c; cbnotif=1',
  body,
});
const answered = { kind: 'answered', code: 204 } as const;

describe('the last attempts of subscriptions', () => {
  it('are kept with what was sent and what came back, the latest first', () => {
    const attempts = new RecentAttempts({ perSubscription: 10 });
    const failed = { kind: 'failed', reason: 'Timeout was reached' } as const;
    attempts.note({ outgoing: outgoing('a'), target: 'http://r:1', result: failed, startedAtMs: 1_000 });
    attempts.note({
      outgoing: outgoing('a', '{"x":1}'),
      target: 'http://r:1',
      result: { kind: 'answered', code: 500, answer: 'no room' },
      startedAtMs: Date.now() - 20,
      isTest: true,
    });
    const [latest, first] = attempts.of('t', 'a');
    expect(latest).toMatchObject({
      isTest: true,
      target: 'http://r:1',
      correlator: 'c; cbnotif=1',
      request: '{"x":1}',
      requestLength: 7,
      code: 500,
      answer: 'no room',
    });
    expect(latest!.durationMs).toBeGreaterThanOrEqual(20);
    expect(first).toMatchObject({ atMs: 1_000, isTest: false, failure: 'Timeout was reached' });
    expect(first).not.toHaveProperty('code');
  });

  it('say why nothing was answered, where the subscription keeps no reason too, but not at any length', () => {
    const attempts = new RecentAttempts({ perSubscription: 10 });
    for (const result of [
      { kind: 'failed', reason: '', detail: 'Connection refused' },
      { kind: 'failed', reason: '' },
      { kind: 'failed', reason: '', detail: 'x'.repeat(1_000) },
    ] as const)
      attempts.note({ outgoing: outgoing('a'), target: 'mqtt://r', result, startedAtMs: 0 });
    expect(attempts.of('t', 'a').map(({ failure }) => failure)).toEqual([
      'x'.repeat(200),
      '',
      'Connection refused',
    ]);
  });

  it('are told apart by tenant and subscription', () => {
    const attempts = new RecentAttempts({ perSubscription: 10 });
    attempts.note({ outgoing: outgoing('a'), target: 'x', result: answered, startedAtMs: 0 });
    expect(attempts.of('t', 'b')).toEqual([]);
    expect(attempts.of('', 'a')).toEqual([]);
  });

  it('are bounded: so many of a subscription, so many subscriptions, so much of a body', () => {
    const attempts = new RecentAttempts({ subscriptions: 2, perSubscription: 3 });
    const note = (id: string, startedAtMs: number) =>
      attempts.note({ outgoing: outgoing(id), target: 'x', result: answered, startedAtMs });
    for (let at = 1; at <= 5; at++) note('a', at);
    expect(attempts.of('t', 'a').map(({ atMs }) => atMs)).toEqual([5, 4, 3]);
    note('b', 6);
    note('a', 7);
    note('c', 8);
    expect(attempts.of('t', 'b')).toEqual([]);
    expect(attempts.of('t', 'a')).toHaveLength(3);
    const long = 'é'.repeat(LONGEST_TEXT + 5);
    const kept = attempts.note({
      outgoing: outgoing('a', long),
      target: 'x',
      result: { kind: 'answered', answer: long },
      startedAtMs: 0,
    });
    expect([kept.request.length, kept.requestLength, kept.answer?.length]).toEqual([
      LONGEST_TEXT,
      LONGEST_TEXT + 5,
      LONGEST_TEXT,
    ]);
  });

  it('are bounded in all: who was notified longest ago is forgotten', () => {
    const attempts = new RecentAttempts({ perSubscription: 10, size: 5_000 });
    const body = 'x'.repeat(1_500);
    for (const id of ['a', 'b', 'c'])
      attempts.note({ outgoing: outgoing(id, body), target: 'x', result: answered, startedAtMs: 0 });
    expect(['a', 'b', 'c'].map((id) => attempts.of('t', id).length)).toEqual([0, 1, 1]);
    for (let count = 0; count < 50; count++)
      attempts.note({ outgoing: outgoing('d', body), target: 'x', result: answered, startedAtMs: 0 });
    attempts.note({ outgoing: outgoing('e'), target: 'x', result: answered, startedAtMs: 0 });
    expect(attempts.of('t', 'e')).toHaveLength(1);
  });
});
