import fc from 'fast-check';
import { deviationOf, figuresOf, medianOf, PeriodAggregation } from './aggregate';
import { columnsOf } from './chunk';
import { intervalAt, PERIOD_UNITS, type Period } from './period';
import type { Sample } from './sample';
import { isTimeZone } from './time-zone';
import { ALL_TIME, closedWindow, inWindow } from './window';

const YEAR = 365 * 86_400_000;
const BASE = Date.UTC(2026, 0, 1);
const time = fc.integer({ min: BASE, max: BASE + YEAR });
const value = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('"on"', '"off"', 'true'));
const sample = fc
  .record({ at: time, value, isDeleted: fc.boolean() })
  .map(({ at, value, isDeleted }): Sample => ({
    at,
    recordedAt: at,
    value,
    label: { type: 'T', ...(isDeleted && { isDeleted }) },
  }));
const zone = fc.constantFrom('UTC', 'Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kolkata', 'Africa/Cairo');
const period: fc.Arbitrary<Period> = fc.oneof(
  fc.record({ kind: fc.constant('calendar' as const), unit: fc.constantFrom(...PERIOD_UNITS), zone }),
  fc.record({
    kind: fc.constant('stepped' as const),
    from: time,
    months: fc.integer({ min: 0, max: 3 }),
    ms: fc.integer({ min: 1000, max: YEAR }),
  }),
  fc.constant({ kind: 'whole' as const }),
);

describe('PeriodAggregation', () => {
  it('says of each period what its samples say', () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 40 }), period, time, time, (samples, period, from, to) => {
        const window = closedWindow(from, to);
        const aggregation = new PeriodAggregation(period, { values: true, texts: true });
        aggregation.add(columnsOf(samples.slice(0, 20)), window);
        aggregation.add(columnsOf(samples.slice(20)), window);
        const kept = samples.filter(({ at, label }) => inWindow(window, at) && !label.isDeleted);
        const found = aggregation.finish();
        expect(found.reduce((sum, { samples }) => sum + samples, 0)).toBe(kept.length);
        for (const one of found) {
          const own = kept.filter(({ at }) => at >= one.start && at < one.end);
          const numbers = own.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
          expect(one.samples).toBe(own.length);
          expect(one.sum).toBe(numbers.reduce((a, b) => a + b, 0));
          expect([one.min, one.max]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
          expect(one.values).toEqual(numbers.toSorted((a, b) => a - b));
          expect(one.texts.get('"on"') ?? 0).toBe(own.filter(({ value }) => value === '"on"').length);
        }
      }),
    );
  });

  it('takes the figures of a chunk for its samples', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 20 }), period, (samples, period) => {
        const columns = columnsOf(samples);
        const times = samples.map(({ at }) => at);
        const span = { first: Math.min(...times), last: Math.max(...times) };
        const byFigures = new PeriodAggregation(period);
        const bySamples = new PeriodAggregation(period);
        bySamples.add(columns, ALL_TIME);
        if (!byFigures.addFigures(figuresOf(columns), span)) {
          expect(intervalAt(period, span.first)).not.toEqual(intervalAt(period, span.last));
          return;
        }
        const plain = ({
          start,
          samples,
          numbers,
          sum,
          min,
          max,
        }: ReturnType<typeof bySamples.finish>[number]) => ({
          ...{ start, samples, numbers, sum, min, max },
        });
        expect(byFigures.finish().map(plain)).toEqual(bySamples.finish().map(plain));
      }),
    );
  });

  it('makes no more periods than it may', () => {
    const samples = [0, 10_000].map((at): Sample => ({ at, recordedAt: at, value: 1, label: { type: 'N' } }));
    const add = (most: number) => () =>
      new PeriodAggregation({ kind: 'calendar', unit: 'second', zone: 'UTC' }, undefined, most).add(
        columnsOf(samples),
        ALL_TIME,
      );
    expect(add(1)).toThrow('more than 1 periods');
    expect(add(2)).not.toThrow();
  });

  it('knows median and deviation', () => {
    expect([medianOf({ values: [1, 2, 9] }), medianOf({ values: [1, 2, 4, 9] })]).toEqual([2, 3]);
    const [figures] = (() => {
      const aggregation = new PeriodAggregation({ kind: 'whole' });
      aggregation.add(
        columnsOf(
          [2, 4, 4, 4, 5, 5, 7, 9].map((value, at) => ({ at, recordedAt: at, value, label: { type: 'N' } })),
        ),
        ALL_TIME,
      );
      return aggregation.finish();
    })();
    expect(deviationOf(figures!)).toBe(2);
  });
});

describe('intervalAt', () => {
  it('holds the moment, and each moment lies in one interval', () => {
    fc.assert(
      fc.property(period, time, (period, ms) => {
        const { start, end } = intervalAt(period, ms);
        expect(start <= ms && ms < end).toBe(true);
        if (end === Infinity) return;
        expect(intervalAt(period, end - 1)).toEqual({ start, end });
        expect(intervalAt(period, end).start).toBe(end);
      }),
    );
  });

  it.each([
    ['day', 'Europe/Madrid', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['day', 'Europe/Madrid', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['month', 'Europe/Madrid', '2026-03-31T22:30:00Z', '2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z'],
    // Clocks went from 24:00 of the 23rd to 01:00 of the 24th.
    ['day', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['hour', 'Asia/Kolkata', '2026-01-01T00:00:00Z', '2025-12-31T23:30:00Z', '2026-01-01T00:30:00Z'],
    ['week', 'UTC', '2026-11-27T00:00:00Z', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
    ['year', 'UTC', '2026-11-27T00:00:00Z', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ] as const)('a %s in %s at %s', (unit, zone, at, start, end) => {
    expect(intervalAt({ kind: 'calendar', unit, zone }, Date.parse(at))).toEqual({
      start: Date.parse(start),
      end: Date.parse(end),
    });
  });

  it('keeps the last day of a month for those that have it', () => {
    const period = { kind: 'stepped', from: Date.parse('2026-01-31T00:00:00Z'), months: 1, ms: 0 } as const;
    expect(intervalAt(period, Date.parse('2026-03-05T00:00:00Z'))).toEqual({
      start: Date.parse('2026-02-28T00:00:00Z'),
      end: Date.parse('2026-03-31T00:00:00Z'),
    });
  });
});

it('isTimeZone', () => {
  expect(['UTC', 'Europe/Madrid', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});
