import { visitorZone } from './visitor-zone';

describe('The zone of a visitor', () => {
  const zoneOf = (cookie?: string) =>
    visitorZone({ headers: cookie === undefined ? {} : { cookie } }, undefined);

  it('is what the browser told', () => {
    expect(zoneOf('zone=Europe/Madrid')).toBe('Europe/Madrid');
    expect(zoneOf('language=es; zone=america/LIMA')).toBe('America/Lima');
  });

  it.each([
    undefined,
    'zone=',
    'zone=Mars/Olympus',
    'zone=<b>',
    `zone=${'a'.repeat(5000)}`,
    'zone=__proto__',
  ])('is UTC with %s', (cookie) => {
    expect(zoneOf(cookie)).toBe('UTC');
  });
});
