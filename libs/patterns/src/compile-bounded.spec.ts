import fc from 'fast-check';
import { RE2JS } from 're2js';
import { compileBounded, MAX_PROGRAM_SIZE, PatternTooLarge } from './compile-bounded';
import { expandedSize } from './expanded-size';

describe('compileBounded', () => {
  it.each([
    ['^/v2/entities/[^/]+/attrs$', '/v2/entities/x/attrs', true],
    ['^urn:[a-z]{1,256}:[a-z0-9]{1,256}$', 'urn:room:12', true],
    ['[[:digit:]]{3}', 'ab123', true],
    ['\\Qa{9}\\E{2}', 'a{9}}', true],
    ['[]{9}]{2}', ']9', true],
    ['a{,3}', 'a{,3}', true],
    ['b', 'abc', true],
    ['^b', 'abc', false],
  ])('%j on %j is %s', (source, text, expected) => {
    expect(compileBounded(source).test(text)).toBe(expected);
  });

  it('ignores letter case when asked', () => {
    expect(compileBounded('^room$', { ignoreCase: true }).test('ROOM')).toBe(true);
    expect(compileBounded('^room$').test('ROOM')).toBe(false);
  });

  it.each([
    '(.{0,31}){0,31}'.repeat(25),
    '(.{0,31}){0,31}',
    'a{1000}b{1000}',
    '(a{30}){30}(b{30}){33}c{200}',
    '(?:(?:x?y){30}){33}z{900}',
    '[^\\]{2}]{900}\\Q{2}\\E{900}a{250}',
    '\\p{Greek}{1000}.{1000}',
  ])('refuses the size of %j', (source) => {
    expect(() => compileBounded(source)).toThrow(PatternTooLarge);
  });

  it('refuses a long text of single characters, and takes a shorter one', () => {
    expect(() => compileBounded('a'.repeat(MAX_PROGRAM_SIZE))).toThrow(PatternTooLarge);
    expect(compileBounded('a'.repeat(MAX_PROGRAM_SIZE / 2)).test('b')).toBe(false);
  });

  it.each(['(', 'a**', '(a)\\1', '(?<=a)b\\', '[z-a]'])('refuses %j as malformed', (source) => {
    expect(() => compileBounded(source)).toThrow();
    expect(() => compileBounded(source)).not.toThrow(PatternTooLarge);
  });

  it('estimates no expression far too small, so that none is compiled that explodes', () => {
    const part = fc.constantFrom(
      ...[
        'a',
        '.',
        '\\d',
        '[a-z]',
        '[]{7}]',
        '\\pL',
        '\\p{Greek}',
        '\\x{61}',
        '\\Qa{3}\\E',
        '\\{',
        '[^{]',
        '{',
      ],
    );
    const repeat = fc.constantFrom('', '', '*', '+?', '{3}', '{2,}', '{0,9}', '{4,7}?');
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc
        .array(
          fc.tuple(
            fc.oneof(
              { maxDepth: 3 },
              part,
              tie('expression').map((inner) => `(${inner})`),
              tie('expression').map((inner) => `(?:${inner}|b)`),
            ),
            repeat,
          ),
          { maxLength: 5 },
        )
        .map((parts) => parts.map((pair) => pair.join('')).join('')),
    }));
    fc.assert(
      fc.property(expression, (source) => {
        fc.pre(expandedSize(source) < 20_000);
        let size: number;
        try {
          size = RE2JS.compile(source).programSize();
        } catch {
          return;
        }
        expect(size).toBeLessThanOrEqual(4 * expandedSize(source) + 10);
      }),
      { numRuns: 300 },
    );
  });
});
