import { TIME_ZONES, zoneCalled } from './time-zone';

describe('The name of a time zone', () => {
  it.each([
    ['Europe/Madrid', 'Europe/Madrid'],
    ['europe/madrid', 'Europe/Madrid'],
    ['UTC', 'UTC'],
    ['America/Argentina/Buenos_Aires', expect.stringMatching(/Buenos_Aires$/)],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
    ['Mars/Olympus', undefined],
    ['+05:00', undefined],
    ['Europe/Madrid\n', undefined],
    ['../etc/passwd', undefined],
    ['__proto__', undefined],
    ['A'.repeat(65), undefined],
  ])('%j is %j', (name, zone) => {
    expect(zoneCalled(name)).toEqual(zone);
  });

  it('that can be chosen is one, each once, UTC first', () => {
    expect(TIME_ZONES[0]).toBe('UTC');
    expect(new Set(TIME_ZONES).size).toBe(TIME_ZONES.length);
    expect(TIME_ZONES.filter((zone) => zoneCalled(zone) === undefined)).toEqual([]);
  });
});
