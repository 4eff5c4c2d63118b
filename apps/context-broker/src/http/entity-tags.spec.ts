import { parseEntityTags } from './entity-tags';

describe('a list of entity tags', () => {
  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['a']],
    ['"a","b"', ['a', 'b']],
    [' "a" ,\tW/"b", ,"", ', ['a', 'W/b', '']],
    ['"a,b"', ['a,b']],
    ['"\u00e9"', ['\u00e9']],
  ])('%j is read', (field, expected) => {
    const tags = parseEntityTags('If-Match', field);
    expect(tags === '*' ? tags : tags.map(({ opaque, isWeak }) => `${isWeak ? 'W/' : ''}${opaque}`)).toEqual(
      expected,
    );
  });

  it.each([
    '',
    ' ',
    ',',
    'a',
    '"a',
    'a"',
    '"a" "b"',
    '"a";"b"',
    'w/"a"',
    'W/ "a"',
    '*,"a"',
    '"a",*',
    '"a b"',
  ])('%j is refused', (field) => {
    expect(() => parseEntityTags('If-Match', field)).toThrow(
      'If-Match is neither * nor a list of entity tags in double quotes',
    );
  });

  it('of any length is read once', () => {
    expect(parseEntityTags('If-Match', '"a",'.repeat(10_000))).toHaveLength(10_000);
    expect(() => parseEntityTags('If-Match', `${'"a",'.repeat(10_000)}x`)).toThrow('neither');
    expect(() => parseEntityTags('If-Match', ' '.repeat(100_000))).toThrow('neither');
  });
});
