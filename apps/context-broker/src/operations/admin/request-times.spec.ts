import type { NgsiRequest } from '../../http/ngsi-request';
import { RequestTimes } from './request-times';

const answered = (tookMs: number, parsedMs: number, usesStore: boolean) =>
  ({ tookMs, parsedMs, usesStore, face: { isTimedApart: false } }) as NgsiRequest;

describe('RequestTimes', () => {
  it('are seconds without zeros at the end; none before the first request, and after a reset', () => {
    const times = new RequestTimes();
    expect(times.render()).toBe('{}');
    times.answered(answered(1000, 500, true));
    const { last } = JSON.parse(times.render()) as { last: Record<string, number> };
    expect(last['jsonV2Parse']).toBe(0.5);
    expect(times.render()).toContain('"jsonV2Parse":0.5,');
    times.reset();
    expect(times.render()).toBe('{}');
  });

  it('tell the payloads of NGSIv1 apart', () => {
    const times = new RequestTimes();
    times.answered({ ...answered(10, 5, false), face: { isTimedApart: true } } as NgsiRequest);
    expect(times.render()).toContain('"last":{"jsonV1Parse":0.005,"total":0.01}');
  });

  it('are those of the whole request only where the store was not asked', () => {
    const times = new RequestTimes();
    times.answered(answered(10, 0, false));
    expect(Object.keys((JSON.parse(times.render()) as { last: object }).last)).toEqual(['total']);
  });
});
