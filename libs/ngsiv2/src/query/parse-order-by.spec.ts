import { parseOrderBy } from './parse-order-by';

describe('parseOrderBy', () => {
  it('takes no more tokens than a database sorts by', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(',');
    expect(parseOrderBy(names(32))).toHaveLength(32);
    expect(() => parseOrderBy(names(33))).toThrow('more than 32 orderBy tokens');
    expect(() => parseOrderBy(names(3000))).toThrow('more than 32 orderBy tokens');
  });

  it('tells builtins from attributes and reads the direction', () => {
    expect(parseOrderBy('id,!type,dateCreated,!dateModified,servicePath,temperature,!a')).toEqual([
      { by: 'id', descending: false },
      { by: 'type', descending: true },
      { by: 'dateCreated', descending: false },
      { by: 'dateModified', descending: true },
      { by: 'servicePath', descending: false },
      { by: 'attribute', name: 'temperature', descending: false },
      { by: 'attribute', name: 'a', descending: true },
    ]);
  });

  it('takes geo:distance only as the first token and then ignores the rest', () => {
    expect(parseOrderBy('geo:distance,a')).toEqual([{ by: 'distance' }]);
    expect(parseOrderBy('a,geo:distance')).toEqual([
      { by: 'attribute', name: 'a', descending: false },
      { by: 'attribute', name: 'geo:distance', descending: false },
    ]);
  });

  it.each(['a,a', 'a,!a', 'id,b,!id', 'geo:distance,geo:distance'])('refuses %s', (orderBy) => {
    expect(() => parseOrderBy(orderBy)).toThrow('duplicate orderBy token detected');
  });
});
