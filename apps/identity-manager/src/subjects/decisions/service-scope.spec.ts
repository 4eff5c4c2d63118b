import { coversService } from './service-scope';

const covers = (stored: string | null, serviceHeader?: string, servicePaths?: readonly string[]) =>
  coversService(stored, { serviceHeader, servicePaths });

describe('coversService', () => {
  it('compares as the original does', () => {
    expect(covers('city', 'city')).toBe(true);
    expect(covers('city', 'City')).toBe(false);
    expect(covers('city')).toBe(false);
    expect(covers(null)).toBe(false);
    expect(covers('/parks', '/parks')).toBe(true);
  });

  it('a tenant alone covers all its service paths', () => {
    expect(covers('city', 'city', ['/#'])).toBe(true);
  });

  it.each([
    ['city/parks', ['/parks'], true],
    ['city/parks', ['/parks/#'], false],
    ['city/parks', ['/parks/north'], false],
    ['city/parks/#', ['/parks', '/parks/north', '/parks/north/#'], true],
    ['city/parks/#', ['/parks', '/streets'], false],
    ['city/parks/#', ['/parksides'], false],
    ['city/parks/#', ['/#'], false],
    ['city/parks/#', ['/'], false],
    ['city/#', ['/#'], true],
    ['city/', ['/'], true],
    ['city/parks', [], false],
    ['city/parks', undefined, false],
  ])('%s and %j: %s', (stored, paths, expected) => {
    expect(covers(stored, 'city', paths)).toBe(expected);
    expect(covers(stored, 'other', paths)).toBe(false);
  });

  it('a path without tenant is one of the default tenant', () => {
    expect(covers('/parks', '', ['/parks'])).toBe(true);
    expect(covers('/parks', 'city', ['/parks'])).toBe(false);
  });
});
