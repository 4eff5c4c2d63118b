import { LONGEST_ANSWER, MOST_PROVIDERS, ProviderHealth } from './provider-health';

const exchange = (registrationId: string, code: string, answer = '') => ({
  tenant: 't',
  registrationId,
  url: 'http://p/v2/op/query',
  correlator: `c ${code}`,
  code,
  answer,
});

describe('the health of providers', () => {
  it('is how the last exchanges ended', () => {
    const health = new ProviderHealth();
    health.note(exchange('a', '200'), 1);
    health.note(exchange('a', 'Timeout was reached'), 2);
    health.note(exchange('a', '500', 'x'.repeat(1000)), 3);
    expect(health.of('t', 'a')).toMatchObject({
      requests: 3,
      failsInARow: 2,
      lastSuccessMs: 1,
      lastFailureMs: 3,
      lastFailureReason: 'answered 500',
      lastFailureAnswer: 'x'.repeat(LONGEST_ANSWER),
      lastFailureCorrelator: 'c 500',
    });
    health.note(exchange('a', '404'), 4);
    expect(health.of('t', 'a')).toMatchObject({ failsInARow: 0, lastSuccessMs: 4, lastFailureMs: 3 });
    expect(health.of('', 'a')).toBeUndefined();
  });

  it('lists those of a tenant that fail, the latest failure first', () => {
    const health = new ProviderHealth();
    health.note(exchange('a', 'Could not connect to server'), 1);
    health.note(exchange('b', '503'), 2);
    health.note(exchange('c', '204'), 3);
    expect(health.failing('t').map(({ registrationId }) => registrationId)).toEqual(['b', 'a']);
    expect(health.failing('other')).toEqual([]);
  });

  it('forgets who was not asked for long', () => {
    const health = new ProviderHealth();
    const others = Array.from({ length: MOST_PROVIDERS - 2 }, (_, index) => String(index));
    for (const id of ['a', 'b', ...others, 'a', 'c']) health.note(exchange(id, '200'));
    expect(['a', 'b', 'c'].map((id) => health.of('t', id)?.requests)).toEqual([2, undefined, 1]);
  });
});
