import { displayFor } from './display';

const now = Date.UTC(2026, 10, 22, 12, 0);
const minuteMs = 60_000;

describe('A time on a page', () => {
  const inMadrid = { zone: 'Europe/Madrid', now };

  it.each([
    [0, 'now', 'ahora'],
    [-3 * minuteMs, '3 minutes ago', 'hace 3 minutos'],
    [-5 * 60 * minuteMs, '5 hours ago', 'hace 5 horas'],
    [-24 * 60 * minuteMs, 'yesterday', 'ayer'],
    [3 * 24 * 60 * minuteMs, 'in 3 days', 'dentro de 3 días'],
    [-90 * 24 * 60 * minuteMs, 'Aug 24, 2026', '24 ago 2026'],
  ])('%d ms from now is %s, %s', (distance, english, spanish) => {
    expect(displayFor('en', inMadrid).when(now + distance)).toContain(`>${english}</time>`);
    expect(displayFor('es', inMadrid).when(now + distance)).toContain(`>${spanish}</time>`);
  });

  it('has the exact one in the title, in the zone of the reader, which it names', () => {
    expect(displayFor('es', inMadrid).when(now)).toMatch(
      /datetime="2026-11-22T12:00:00.000Z" title="22 nov 2026, 13:00 (CET|GMT\+1)"/,
    );
    expect(displayFor('en', { zone: 'UTC', now }).when(now)).toContain('12:00 PM UTC');
  });

  it('is written anew for another reader', () => {
    const zones = ['UTC', 'Europe/Madrid', 'Asia/Tokyo'];
    const written = () => zones.map((zone) => displayFor('en', { zone, now }).time(now));
    const first = written();
    expect(first).toEqual([
      expect.stringContaining('12:00 PM'),
      expect.stringContaining('01:00 PM'),
      expect.stringContaining('09:00 PM'),
    ]);
    expect(written()).toEqual(first);
    expect(displayFor('es', { zone: 'Asia/Tokyo', now }).time(now)).toContain('21:00');
  });
});
