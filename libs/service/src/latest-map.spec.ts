import { LatestMap } from './latest-map';

describe('LatestMap', () => {
  it('keeps what was set last', () => {
    const map = new LatestMap<string, number>(2).set('a', 1).set('b', 2).set('c', 3);
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('counts an entry that is set again as the latest', () => {
    const map = new LatestMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  it('has room again for what was deleted', () => {
    const map = new LatestMap<string, number>(2).set('a', 1).set('b', 2);
    map.delete('a');
    expect([...map.set('c', 3).keys()]).toEqual(['b', 'c']);
  });
});
