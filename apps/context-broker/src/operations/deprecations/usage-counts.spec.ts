import { deprecationReport } from './deprecation-report';
import { OTHERS, readSnapshot, UsageCounts } from './usage-counts';

const use = (change: object = {}) => ({
  feature: 'getV2',
  service: 's',
  userAgent: 'curl',
  address: '10.0.0.1',
  ...change,
});
const day = (n: number) => Date.UTC(2026, 0, 1) + n * 86_400_000;

describe('counts of deprecated use', () => {
  it('are kept by feature, service and client, with first and last time', () => {
    const counts = new UsageCounts();
    counts.add(use(), day(0));
    counts.add(use(), day(2));
    counts.add(use({ userAgent: 'agent' }), day(1));
    expect(counts.snapshot().entries).toEqual([
      { ...use(), count: 2, firstSeen: '2026-01-01T00:00:00.000Z', lastSeen: '2026-01-03T00:00:00.000Z' },
      {
        ...use({ userAgent: 'agent' }),
        count: 1,
        firstSeen: '2026-01-02T00:00:00.000Z',
        lastSeen: '2026-01-02T00:00:00.000Z',
      },
    ]);
    expect(counts.snapshot().days.map(({ count }) => count)).toEqual([1, 1, 1]);
  });
  it('end somewhere, whatever clients send', () => {
    const counts = new UsageCounts();
    for (let n = 0; n < 6000; n++) counts.add(use({ userAgent: `${n} ${'x'.repeat(1000)}` }), day(n % 300));
    const { entries, days } = counts.snapshot();
    expect(entries).toHaveLength(5001);
    expect(entries.at(-1)).toMatchObject({ userAgent: OTHERS, count: 1000 });
    expect(entries[0]!.userAgent).toHaveLength(200);
    expect(days.length).toBeLessThanOrEqual(100);
    expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(6000);
  });
  it('survive being written and read; nonsense reads as nothing', () => {
    const counts = new UsageCounts();
    counts.add(use(), day(0));
    const copy = new UsageCounts();
    copy.merge(readSnapshot(JSON.stringify(counts.snapshot())));
    copy.merge(readSnapshot(JSON.stringify(counts.snapshot())));
    expect(copy.snapshot().entries[0]).toMatchObject({ count: 2 });
    for (const text of ['', 'null', '[]', '{"entries":[{"count":"x"}],"days":3}'])
      expect(readSnapshot(text)).toEqual({ entries: [], days: [] });
  });
});

describe('the report', () => {
  it('says what breaks at a version: the parts that are used decide', () => {
    const counts = new UsageCounts();
    counts.add(use({ feature: 'ngsiv1.remaining' }), day(0));
    counts.add(use({ feature: 'getV2' }), day(0));
    const at = (version: string) => deprecationReport('3.12.0', version, counts.snapshot());
    expect(at('3.12.0').breaks).toBe(0);
    const report = at('4.0.0');
    expect(report.breaks).toBe(1);
    expect(report.features.find(({ id }) => id === 'ngsiv1')).toMatchObject({
      breaks: true,
      state: 'removed',
      use: { count: 1, clients: [{ part: 'ngsiv1.remaining' }] },
    });
    expect(report.features.find(({ id }) => id === 'getV2')).toMatchObject({
      breaks: false,
      use: { count: 1 },
    });
    expect(report.features.find(({ id }) => id === 'rush')).toMatchObject({
      breaks: false,
      use: { count: 0, clients: [] },
    });
  });
});
