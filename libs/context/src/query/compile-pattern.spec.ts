import { NgsiError } from '../errors';
import { compilePattern, MAX_PATTERN_LENGTH } from './compile-pattern';

describe('compilePattern', () => {
  it.each([
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['^abc$', 'abc', true],
    ['a|x', 'xyz', true],
    ['^(ab){2}$', 'abab', true],
    ['[[:digit:]]+', 'a1', true],
    ['[^]a]', 'a]', false],
    ['^.$', 'ä', true],
    ['^.$', '\u{1f600}', true],
    ['\\d', 'a1', true],
    ['', 'anything', true],
    ['[(?]', '?', true],
    ['\\(?', 'x', true],
  ])('%j on %j is %s', (source, text, expected) => {
    expect(compilePattern(source).test(text)).toBe(expected);
  });

  it.each([
    '[a',
    '*a',
    '(a',
    'a)',
    'a{2,1}',
    'a**',
    '\\',
    '(a)\\1',
    '(?=a)',
    '(?!a)',
    '(?i)a',
    '(?:a)',
    'a'.repeat(MAX_PATTERN_LENGTH + 1),
    '(.{0,31}){0,31}'.repeat(25),
    '[a-z]{1000}[0-9]{1000}',
  ])('refuses %j', (source) => {
    expect(() => compilePattern(source)).toThrow(NgsiError);
    expect(() => compilePattern(source, () => new NgsiError('BadRequest', 'mine'))).toThrow('mine');
  });

  it('runs expressions that make backtracking engines explode', () => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      expect([source, compilePattern(source).test(text)]).toEqual([source, false]);
    }
  });
});
