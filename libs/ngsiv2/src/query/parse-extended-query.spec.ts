import {
  extendedMqArbitrary,
  extendedQArbitrary,
  qArbitrary,
  renderExtendedQuery,
  renderSimpleQuery,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { type Condition, NgsiError, type SimpleQuery } from '@smart-city/context';
import { parseMq, parseQ } from './parse-simple-query';

const parse = (q: string) => parseQ(q, { extended: true });
const faultOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof NgsiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'no fault';
};

/** A tree in few characters: names for existence, `|` in braces, `!` before them. */
const shown = (query: SimpleQuery): string => query.map(shownCondition).join(';');
function shownCondition(condition: Condition): string {
  if (condition.kind === 'or') return `{${condition.branches.map(shown).join('|')}}`;
  if (condition.kind === 'not') return `!{${shown(condition.query)}}`;
  const { target, kind } = condition;
  return `${kind === 'notExists' ? '-' : ''}${'attribute' in target ? target.attribute : target.name}`;
}

describe('groups', () => {
  it.each([
    ['a;b', 'a;b'],
    ['a|b', '{a|b}'],
    ['a;b|c', '{a;b|c}'],
    ['a;(b|c)', 'a;{b|c}'],
    ['(a;b);(c)', 'a;b;c'],
    ['((a))', 'a'],
    ['!(a)', '!{a}'],
    [' ! ( a | b ) ; c ', '!{{a|b}};c'],
    ['!a|!(!a)', '{-a|!{-a}}'],
    ['!(!(a;b)|c)', '!{{!{a;b}|c}}'],
    ["'a|b'|c", '{a|b|c}'],
    [';a|b;', '{a|b}'],
  ])('%s', (q, tree) => {
    // Of names in quotes nothing is left to see.
    expect(shown(parse(q))).toBe(tree);
  });

  it('takes as many groups in groups and conditions as it says', () => {
    expect(shown(parse(`${'('.repeat(10)}a${')'.repeat(10)}`))).toBe('a');
    expect(parse(Array(100).fill('a').join('|'))).toHaveLength(1);
  });
});

describe('letter case and quotes', () => {
  it.each<[string, Condition]>([
    ['A~*^x', { kind: 'compare', target: named('A'), operator: '~=', operand: pattern('^x') }],
    ["A~*'^(x|y)$'", { kind: 'compare', target: named('A'), operator: '~=', operand: pattern('^(x|y)$') }],
    ['A=*x', { kind: 'compare', target: named('A'), operator: '==', operand: texts('x') }],
    [
      "A=* 5 , 'it''s;' ",
      { kind: 'compare', target: named('A'), operator: '==', operand: texts('5', "it's;") },
    ],
    ["A=='a..b,c'", { kind: 'compare', target: named('A'), operator: '==', operand: text('a..b,c') }],
    ["A==''", { kind: 'compare', target: named('A'), operator: '==', operand: text('') }],
    ["A==''''", { kind: 'compare', target: named('A'), operator: '==', operand: text("'") }],
    ["A=='<>\"=;()|'", { kind: 'compare', target: named('A'), operator: '==', operand: text('<>"=;()|') }],
  ])('%s', (q, condition) => {
    expect(parse(q)).toEqual([condition]);
  });

  function named(name: string) {
    return { kind: 'attribute', name, path: [] } as const;
  }
  function pattern(source: string) {
    return { kind: 'regex', source, ignoreCase: true } as const;
  }
  function texts(...all: string[]) {
    return { kind: 'anyCase', texts: all } as const;
  }
  function text(value: string) {
    return { kind: 'string', value } as const;
  }
});

describe('faults', () => {
  it.each([
    ['', 'empty q'],
    ['()', 'empty q-item'],
    ['a||b', 'empty q-item'],
    ['a;|b', 'empty q-item'],
    ['(a;)', 'empty q-item'],
    ['!()', 'empty q-item'],
    ['(a', 'q: a parenthesis is not closed'],
    ['a)', 'q: a parenthesis closes that was not opened'],
    ['(a)b', 'q: after a group a semicolon, a bar or a closing parenthesis is due'],
    ['(a)(b)', 'q: after a group a semicolon, a bar or a closing parenthesis is due'],
    [
      '!!(a)',
      'q: a parenthesis within a condition: text and patterns with parentheses, bars or semicolons stand in quotes',
    ],
    [
      'A~=^(x|y)$',
      'q: a parenthesis within a condition: text and patterns with parentheses, bars or semicolons stand in quotes',
    ],
    ["A=='x", 'q: a quote is not closed'],
    ["A=='x'y", 'text in quotes must end with the quote that closes it'],
    ["A=='x'y'z'", 'text in quotes must end with the quote that closes it'],
    ["A~*'(x'", "error compiling filter regex: '(x'"],
    ['A=*x,', 'empty item in list'],
    ['A=*', 'empty right-hand-side in q-item'],
    ['A=*a<b', 'forbidden characters in String Filter'],
    ["A~*'(x)\\1'", "error compiling filter regex: '(x)\\1'"],
    [`${'('.repeat(11)}a${')'.repeat(11)}`, 'q: groups are nested too deeply, max supported: 10'],
    ['('.repeat(100_000), 'q: groups are nested too deeply, max supported: 10'],
    [Array(101).fill('a').join('|'), 'q: too many conditions, max supported: 100, by -queryConditions'],
  ])('%.60s: %s', (q, fault) => {
    expect(faultOf(() => parse(q))).toBe(`400 ${fault}`);
  });

  it('names what is wrong with mq', () => {
    expect(faultOf(() => parseMq('(A.m', { extended: true }))).toBe('400 mq: a parenthesis is not closed');
    expect(faultOf(() => parseMq('!(A.m|B==1)', { extended: true }))).toBe(
      '400 no metadata name - not valid for metadata filters',
    );
  });
});

describe('properties', () => {
  const size = (query: SimpleQuery): number =>
    query.reduce((sum, condition) => {
      if (condition.kind === 'or') return sum + size(condition.branches.flat());
      return sum + (condition.kind === 'not' ? size(condition.query) : 1);
    }, 0);

  it('parses what it renders', () => {
    fc.assert(
      fc.property(extendedQArbitrary, extendedMqArbitrary, (q, mq) => {
        fc.pre(size(q) <= 100 && size(mq) <= 100);
        expect(parse(renderExtendedQuery(q))).toEqual(q);
        expect(parseMq(renderExtendedQuery(mq), { extended: true })).toEqual(mq);
      }),
    );
  });

  it('reads as NGSIv2 does what has nothing of its own', () => {
    fc.assert(
      fc.property(qArbitrary, (query) => {
        const text = renderSimpleQuery(query);
        fc.pre(!text.includes('|'));
        expect(parse(text)).toEqual(parseQ(text));
      }),
    );
  });

  it('throws nothing but request errors', () => {
    const pieces = fc.constantFrom(
      'a',
      '.',
      "'",
      '!',
      '(',
      ')',
      '|',
      ';',
      '=*',
      '~*',
      '==',
      '..',
      ',',
      '1',
      ' ',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        expect(faultOf(() => parse(parts.join('')))).toMatch(/^no fault$|^400 /);
      }),
      { numRuns: 1000 },
    );
  });
});
