import { startOfDay } from './zoned-day';

const iso = (text: string, zone: string, later?: number) => {
  const at = startOfDay(text, zone, later);
  return at === undefined ? undefined : new Date(at).toISOString();
};

describe('A day', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'Europe/Madrid', '2026-11-20T23:00:00.000Z'],
    ['2026-07-01', 'Europe/Madrid', '2026-06-30T22:00:00.000Z'],
    ['2026-11-21', 'America/Bogota', '2026-11-21T05:00:00.000Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
    // The days on which clocks change.
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z'],
    // Clocks skip midnight here, and show it twice there.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('%s in %s begins at %s', (text, zone, start) => expect(iso(text, zone)).toBe(start));

  it('lasts as long as the clocks say', () => {
    expect(iso('2026-03-29', 'Europe/Madrid', 1)).toBe('2026-03-29T22:00:00.000Z');
    expect(iso('2026-12-31', 'UTC', 1)).toBe('2027-01-01T00:00:00.000Z');
  });

  it.each(['', '2026', '2026-02-30x', '2026-13-01', '0000-01-01', 'x'])('is none: %j', (text) =>
    expect(iso(text, 'UTC')).toBeUndefined(),
  );
});
