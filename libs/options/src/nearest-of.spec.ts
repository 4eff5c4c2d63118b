import { nearestOf } from './nearest-of';

describe('nearestOf', () => {
  it.each([
    ['-prot', '-port'],
    ['--port', '-port'],
    ['-PORT', '-port'],
    ['-dbUri', '-dbURI'],
    ['-nonsense', undefined],
  ])('%s: %s', (name, nearest) => expect(nearestOf(name, ['-db', '-dbURI', '-port'])).toBe(nearest));

  it('takes the spelling in another case before a shorter way to another name', () => {
    expect(nearestOf('-DBURI', ['-dbURI'])).toBe('-dbURI');
  });
});
