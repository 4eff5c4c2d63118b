import { fromJsonValue, toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import type { JsonObject } from '@smart-city/context';
import { ARRAY_TRANSFORMS } from './array-transforms';
import { DATE_TRANSFORMS } from './date-transforms';
import { compileJexl } from './evaluate-jexl';
import { JexlBudget, JexlOverBudget, limitExpressions } from './jexl-budget';
import { JEXL_LIMITS } from './jexl-tree';
import { MAPPER_TRANSFORMS } from './mapper-transforms';
import { NUMBER_TRANSFORMS } from './number-transforms';
import { STRING_TRANSFORMS } from './string-transforms';

/** Evaluates against plain data. */
const evaluate = (source: string, context: Record<string, unknown> = {}): unknown =>
  fromJsonValue(compileJexl(source).evaluate(toJsonValue(context) as JsonObject));

describe('operators', () => {
  it.each([
    ['1 + 2', 3],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['7 // 2', 3],
    ['7 % 4', 3],
    ['2 ^ 3 ^ 2', 64],
    ['10 - 2 - 3', 5],
    ["'a' + 'b'", 'ab'],
    ['.5 + 1.', 1.5],
    ['1 < 2', true],
    ["'a' < 'b'", true],
    ['1 == 1.0000001', true],
    ["1 == '1'", false],
    ["1 != '1'", true],
    ['null == null', true],
    ['[1, 2] == [1, 2]', true],
    ['{a: 1} == {a: 1}', true],
    ["'b' in 'abc'", true],
    ['2 in [1, 2]', true],
    ["'k' in {k: 1}", true],
    ['2 in 3', false],
    ["{'a-b': [1, 2]}['a-b'][1]", 2],
    ['{foo: {bar: 1}}.foo.bar', 1],
    ['[1, 2, 3][1.9]', 2],
    ['[1, 2,]', [1, 2]],
    ['[]', []],
    ['{}', {}],
    ["'it\\'s'", "it's"],
    ['NULL', null],
  ])('%s is %j', (source, expected) => {
    expect(evaluate(source)).toEqual(expected);
  });

  it('binds the conditional tighter than any binary operator', () => {
    expect(evaluate('A>3?1:2', { A: 5 })).toBe(true);
    expect(evaluate("(A>3)?'x':'y'", { A: 5 })).toBe('x');
    expect(
      evaluate("(inactive==true)?(0-1) : ((status == 'noData')?(0-2) : spots)", {
        inactive: false,
        status: 'ok',
        spots: 2344,
      }),
    ).toBe(2344);
  });

  it('gives && and || one level, from left to right, and does not evaluate what it need not', () => {
    expect(evaluate('1 || 0 && 0')).toBe(0);
    expect(evaluate('0 && missing')).toBe(0);
    expect(evaluate('1 || missing')).toBe(1);
  });

  it('filters lists of objects, leaving out those that do not compare', () => {
    const context = { a: [{ b: -1 }, { c: 1 }, { b: 'foo' }, { b: 34 }, { b: 4 }] };
    expect(evaluate('a[.b<5]', context)).toEqual([{ b: -1 }, { b: 4 }]);
    expect(evaluate("a[.b == 'foo']", context)).toEqual([{ b: 'foo' }]);
    expect(evaluate('x[.b<5]', { x: 1 })).toBeNull();
  });
});

describe('errors give null', () => {
  it.each([
    '',
    'A',
    'A + 1',
    '-1',
    'A||-1',
    '!true',
    '1 +',
    "'a",
    'a b',
    '1 = 1',
    '(1',
    '[1',
    'a..b',
    "1 + 'a'",
    "'a' - 'b'",
    '1 / 0',
    '1|patata',
    '[1][null]',
    "'\\d'",
    '{a: 1, a: 2}',
  ])('%s', (source) => {
    expect(evaluate(source)).toBeNull();
  });

  it('lets || and the conditional catch an undefined name', () => {
    expect(evaluate('A||0-1')).toBe(-1);
    expect(evaluate('(A||0-1)+(B||0-2)', { B: 1 })).toBe(0);
    expect(evaluate('A?1:2')).toBe(2);
    expect(evaluate("(A|len)||'none'")).toBe('none');
    expect(evaluate('A + 1', { A: null })).toBeNull();
  });

  it('reads names with - or : as operators', () => {
    expect(evaluate('A-B', { 'A-B': 1 })).toBeNull();
    expect(evaluate('A:B', { 'A:B': 1 })).toBeNull();
  });
});

describe('transforms', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['A+(3|toString)', { A: 'NA' }, 'NA3'],
    ["A|replaceStr('A','B')", { A: 'NANA' }, 'NBNB'],
    ['A|uppercase', { A: 'rice' }, 'RICE'],
    ['A|lowercase', { A: 'NA' }, 'na'],
    ['A[1]|trim', { A: ['x', '   trimable'] }, 'trimable'],
    ['A|toFixed(1)', { A: 0.85 }, 0.8],
    ["A|includes('N')", { A: 'NA' }, true],
    ["A|includes('N')", { A: ['N'] }, null],
    ["A|indexOf('test')", { A: 'Ipsum test' }, 6],
    ["A|indexOf('z')", { A: 'Ipsum test' }, null],
    ['A|isNaN', { A: 'NA' }, true],
    ['A|isNaN', { A: '1.5' }, false],
    ['A|isNaN', { A: 1 }, false],
    ['A|typeOf', { A: 'NA' }, 'String'],
    ['A|typeOf', { A: 1 }, 'Number'],
    ['A|typeOf', { A: true }, 'Boolean'],
    ['A|typeOf', { A: null }, 'Null'],
    ['A|typeOf', { A: [] }, 'Array'],
    ['A|typeOf', { A: {} }, 'Object'],
    ["A|split(' ')", { A: 'Lorem limoso' }, ['Lorem', 'limoso']],
    ['A|round', { A: 0.3 }, 0],
    ['A|round', { A: -2.5 }, -3],
    ['A|floor', { A: 1.7 }, 1],
    ['A|ceil', { A: 1.2 }, 2],
    ['A|floor', { A: '1.7' }, null],
    ['A|substring(1,2)', { A: 'NA' }, 'A'],
    ['A|substring(0,2)', { A: 'X1:X2' }, 'X1'],
    ['A|substring(3,50)', { A: 'X1:X2' }, null],
    ['A|substring(5,3)', { A: 'X1:X2' }, null],
    ['A|len', { A: 'NA' }, 2],
    ['A|len', { A: [1, 2, 3] }, 3],
    ['A|len', { A: 1 }, null],
    ['A|log', { A: 1 }, 0],
    ['A|log10', { A: 100 }, 2],
    ['A|log2', { A: 32 }, 5],
    ['A|sqrt', { A: 25 }, 5],
    ['A|sqrt', { A: -1 }, null],
    ["A|mapper(['es','fr'],['Spain','France'])", { A: 'fr' }, 'France'],
    ["A|mapper(['es','fr'],['Spain','France'])", { A: 'de' }, null],
    ["A|mapper(['es','fr'],['Spain'])", { A: 'es' }, null],
    ["A|nMapper([0,4],['No','Bad'])", { A: 4 }, 'Bad'],
    ["A|nMapper([0,4],['No','Bad'])", { A: 3 }, null],
    ["A|nMapper([0,4],['No','Bad'])", { A: '4' }, null],
    ["A|thMapper([1,2],['low','medium','high'])", { A: 1.5 }, 'medium'],
    ["A|thMapper([1,2],['low','medium','high'])", { A: 3 }, 'high'],
    ["A|thMapper([1,2],['low','medium'])", { A: 3 }, null],
    ['A|toJson', { A: '[1,2,{"a":"b"}]' }, [1, 2, { a: 'b' }]],
    ['A|toJson', { A: '[1' }, null],
    ["A|replaceRegex('[0-9]+','x')", { A: 'aba1234aba782' }, 'abaxabax'],
    ["A|replaceRegex('(a)(b)','$2$1$$$9')", { A: 'ab' }, 'ba$'],
    ["A|replaceRegex('[','x')", { A: 'a' }, null],
    ["A|matchRegex('[0-9]+')", { A: 'aba1234aba782' }, ['1234', '782']],
    ["A|matchRegex('z')", { A: 'a' }, []],
    ["A|matchRegex('(')", { A: 'a' }, null],
    ['A|values', { A: { x: 1, y: { z: 2 } } }, [1, { z: 2 }]],
    ['A|keys', { A: { x: 1, y: 2 } }, ['x', 'y']],
    ['A|keys', { A: 1 }, null],
    ['A|arrSum', { A: [1, 2, 3] }, 6],
    ['A|arrAvg', { A: [1, 2, 3] }, 2],
    ['A|arrMax', { A: [1, 3, 2] }, 3],
    ['A|arrMin', { A: [2, 1, 3] }, 1],
    ['A|arrMed', { A: [4, 1, 3, 2] }, 2.5],
    ['A|arrMed', { A: [3, 1, 2] }, 2],
    ['A|arrSum', { A: [] }, null],
    ['A|arrSum', { A: [1, 'x'] }, null],
    ['A|arrSum', { A: 1 }, null],
    ['A|arrSort', { A: [10, 9, 1] }, [1, 9, 10]],
    ['A|arrSort', { A: ['b', 'a'] }, null],
    ['A|arrReverse', { A: [1, 'x'] }, ['x', 1]],
    ['A|parseInt', { A: '42' }, 42],
    ['A|parseInt', { A: '4.2' }, null],
    ['A|parseFloat', { A: '4.2' }, 4.2],
    ['A|parseFloat', { A: 'x' }, null],
    ['A|toIsoString', { A: 1722500129 }, '2024-08-01T08:15:29+00:00'],
    ['A|getTime', { A: '1979-11-13T18:01:14+00:00' }, 311364074],
    ['A|getTime', { A: '2024-08-01T08:15:29.999Z' }, 1722500129],
    ['A|getTime', { A: 'yesterday' }, null],
    ['A|getTime|toIsoString', { A: '2060-02-04T23:28:10+00:00' }, '2060-02-04T23:28:10+00:00'],
    ["A[0]|includes('foo')|toString|uppercase", { A: ['foobar'] }, 'TRUE'],
    ["A[0|includes('foo')|toString|uppercase", { A: ['foobar'] }, null],
  ])('%s on %j is %j', (source, context, expected) => {
    expect(evaluate(source, context)).toEqual(expected);
  });

  it('now is the time plus the subject', () => {
    const before = Math.floor(Date.now() / 1000);
    expect(evaluate('100|now')).toBeGreaterThanOrEqual(before + 100);
  });

  it('never throws, whatever it is given', () => {
    const anything = fc.jsonValue({ maxDepth: 2 });
    const names = [
      STRING_TRANSFORMS,
      NUMBER_TRANSFORMS,
      MAPPER_TRANSFORMS,
      ARRAY_TRANSFORMS,
      DATE_TRANSFORMS,
    ].flatMap((table) => Object.keys(table));
    fc.assert(
      fc.property(fc.constantFrom(...names), anything, anything, anything, (name, A, B, C) => {
        evaluate(`A|${name}(B,C)`, { A, B, C });
        evaluate(`A|${name}`, { A });
      }),
    );
  });
});

describe('hostile expressions', () => {
  it('ends with null beyond the limits', () => {
    expect(evaluate('('.repeat(5_000) + '1' + ')'.repeat(5_000))).toBeNull();
    expect(evaluate('1' + '+1'.repeat(100_000))).toBeNull();
  });

  it.each([
    ['a list of lists', `[${'A,'.repeat(2_000)}]`, { A: Array(1_000).fill(0) }],
    ['a text that grows', 'A' + "|replaceStr('a','aaaaaaaaaa')".repeat(50), { A: 'a' }],
    ['matches that grow', "A|replaceRegex('a',A)", { A: 'a'.repeat(50_000) }],
    ['a text that is read often', `[${'A|uppercase|len,'.repeat(500)}]`, { A: 'x'.repeat(1_000_000) }],
    [
      'texts that are compared',
      `[${'A==B,'.repeat(1_000)}]`,
      { A: 'x'.repeat(100_000), B: 'x'.repeat(100_000) },
    ],
    [
      'lists that are compared',
      `[${'A==B,'.repeat(1_000)}]`,
      { A: Array(1_000).fill(0), B: Array(1_000).fill(0) },
    ],
    ['lists that are searched', `[${'1 in A,'.repeat(1_000)}]`, { A: Array(1_000).fill(0) }],
    ['lists that are filtered', `[${'A[.a==1],'.repeat(1_000)}]`, { A: Array(1_000).fill({}) }],
    ['lists that are sorted', `[${'A|arrSort|len,'.repeat(1_000)}]`, { A: Array(1_000).fill(0) }],
    ['values that are written', `[${'A|toString|len,'.repeat(1_000)}]`, { A: [Array(1_000).fill(0)] }],
    ['a large result', '[A,A,A]', { A: 'x'.repeat(JEXL_LIMITS.resultSize / 2) }],
  ])('stops at its budget: %s', (_name, source, context) => {
    expect(() => evaluate(source, context)).toThrow(JexlOverBudget);
  });

  it('shares the budget of a context, which no fallback begins anew', () => {
    limitExpressions(1_000);
    const values = toJsonValue({ A: Array(200).fill(0) }) as JsonObject;
    const context = { budget: new JexlBudget(), get: (name: string) => values.get(name) };
    limitExpressions(100_000);
    const program = compileJexl('(A|arrSort|len)==200 || 1');
    expect(program.evaluate(context)).toBe(true);
    expect(() => program.evaluate(context)).toThrow('more than 1000 steps');
    expect(() => compileJexl('0||1').evaluate(context)).toThrow(JexlOverBudget);
  });

  it('does not reach what every JavaScript object has', () => {
    expect(evaluate('constructor')).toBeNull();
    expect(evaluate('A.__proto__', { A: { x: 1 } })).toBeNull();
    expect(evaluate('1|constructor')).toBeNull();
    expect(evaluate("{'__proto__': 1}|keys")).toEqual(['__proto__']);
  });

  it('takes linear time on expressions that blow up elsewhere', () => {
    expect(evaluate("A|matchRegex('^(a+)+$')", { A: `${'a'.repeat(50_000)}b` })).toEqual([]);
  });

  it('gives null for regular expressions that would take long: by their size, by the text, by their number', () => {
    const large = `${'(.{0,31}){0,31}'.repeat(25)}!`;
    expect(evaluate(`A|matchRegex('${large}')`, { A: 'a'.repeat(200) })).toBeNull();
    expect(evaluate(`A|replaceRegex('${large}','')`, { A: 'a' })).toBeNull();
    const wide = 'A|matchRegex("[a-e].{900}x")';
    expect(evaluate(wide, { A: 'a'.repeat(1000) })).toEqual([]);
    expect(evaluate(wide, { A: 'a'.repeat(10_000) })).toBeNull();
    // A fallback does not begin anew.
    expect(evaluate(`${wide} || ("b"|matchRegex("b"))`, { A: 'a'.repeat(10_000) })).toBeNull();
  });

  it('parses or refuses any text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => void evaluate(text, { a: 1 })));
    const tokens = fc.constantFrom(
      'a',
      '1',
      "'s'",
      '+',
      '-',
      '*',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '.',
      '|',
      '||',
      '?',
      ':',
      ',',
      'in',
      'null',
      '{}',
      'len',
    );
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 30 }), (parts) => void evaluate(parts.join(' '), { a: [1] })),
    );
  });
});
