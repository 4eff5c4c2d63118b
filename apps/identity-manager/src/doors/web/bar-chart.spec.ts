import fc from 'fast-check';
import { barChart, type ChartSeries } from './bar-chart';

const series = (...values: number[]): ChartSeries => ({ name: 'n', tone: 's0', values });

describe('barChart', () => {
  it('stacks the series of a day and leaves nothing for nothing', () => {
    const { bars, total } = barChart([series(1, 0), { ...series(3, 0), tone: 's1' }]);
    expect(bars).toHaveLength(2);
    const [lower, upper] = bars;
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0);
    expect(upper?.height).toBeCloseTo(3 * (lower?.height ?? 0), 0);
    expect(total).toBe(4);
  });

  it.each([
    [0, 4],
    [4, 4],
    [5, 6],
    [9, 10],
    [10, 20],
    [61, 80],
    [81, 100],
    [12_345, 20_000],
  ])('with a highest day of %i numbers the lines up to %i', (highest, top) => {
    expect(barChart([series(highest)]).lines.map(({ value }) => value)).toEqual([0, top / 2, top]);
  });

  it('keeps every bar inside its frame', () => {
    const days = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 31 });
    fc.assert(
      fc.property(days, (values) => {
        const { bars, width, height } = barChart([series(...values)]);
        for (const bar of bars) {
          expect(bar.x).toBeGreaterThanOrEqual(0);
          expect(bar.x + bar.width).toBeLessThanOrEqual(width + 0.2);
          expect(bar.y).toBeGreaterThanOrEqual(0);
          expect(bar.y + bar.height).toBeLessThanOrEqual(height);
        }
      }),
    );
  });
});
