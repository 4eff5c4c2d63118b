import { mqArbitrary, qArbitrary, renderSimpleQuery } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import {
  NgsiError,
  type Operand,
  type QueryLiteral,
  type QueryTarget,
  type Statement,
} from '@smart-city/context';
import { parseMq, parseQ } from './parse-simple-query';
import { MOST_PATH_NAMES } from './statement-target';

const attribute = (name: string, ...path: string[]): QueryTarget => ({ kind: 'attribute', name, path });
const metadata = (owner: string, name: string, ...path: string[]): QueryTarget => ({
  kind: 'metadata',
  attribute: owner,
  name,
  path,
});
const text = (value: string): QueryLiteral => ({ kind: 'string', value });
const number = (value: number): QueryLiteral => ({ kind: 'number', value });
const nil: QueryLiteral = { kind: 'null' };
const date = (iso: string): QueryLiteral => ({ kind: 'date', value: Date.parse(iso) / 1000 });

const operandOf = (q: string): Operand => {
  const [statement] = parseQ(q);
  if (statement?.kind !== 'compare') throw new Error(`${q} compares nothing`);
  return statement.operand;
};
const faultOf = (parse: () => unknown): string => {
  try {
    parse();
  } catch (error) {
    if (error instanceof NgsiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'no fault';
};

describe('statements', () => {
  const equals = (operand: Operand): Statement => ({
    kind: 'compare',
    target: attribute('A'),
    operator: '==',
    operand,
  });
  it.each<[string, Statement]>([
    ['A', { kind: 'exists', target: attribute('A') }],
    ['!A', { kind: 'notExists', target: attribute('A') }],
    ['! A ', { kind: 'notExists', target: attribute('A') }],
    ['A==x', equals(text('x'))],
    ['A:x', equals(text('x'))],
    [' A == x ', equals(text('x'))],
    ['A!=x', { kind: 'compare', target: attribute('A'), operator: '!=', operand: text('x') }],
    ['A>1', { kind: 'compare', target: attribute('A'), operator: '>', operand: number(1) }],
    ['A<1', { kind: 'compare', target: attribute('A'), operator: '<', operand: number(1) }],
    ['A>=1', { kind: 'compare', target: attribute('A'), operator: '>=', operand: number(1) }],
    ['A<=1', { kind: 'compare', target: attribute('A'), operator: '<=', operand: number(1) }],
    [
      'A~=^x',
      { kind: 'compare', target: attribute('A'), operator: '~=', operand: { kind: 'regex', source: '^x' } },
    ],
  ])('%s', (q, statement) => {
    expect(parseQ(q)).toEqual([statement]);
  });

  it('joins statements with semicolons and drops one at the end or at the start', () => {
    const both = parseQ('A;B>1');
    expect(both).toHaveLength(2);
    expect(parseQ('A;B>1;')).toEqual(both);
    expect(parseQ(';A;B>1')).toEqual(both);
    expect(parseQ(' A ; B>1 ')).toEqual(both);
  });

  it('splits at semicolons even inside quotes', () => {
    expect(faultOf(() => parseQ("A=='x;y'"))).toBe('400 non-terminated forced string');
  });
});

describe('paths', () => {
  it.each<[string, QueryTarget]>([
    ['A.k.l', attribute('A', 'k', 'l')],
    ["'a.b'.c", attribute('a.b', 'c')],
    ["A.'k.l'", attribute('A', 'k.l')],
    ["A.'k.l'.m", attribute('A', 'k.l', 'm')],
    ['A.', attribute('A')],
    ['A..k', attribute('A', '', 'k')],
    ['dateCreated', attribute('dateCreated')],
  ])('%s', (q, target) => {
    expect(parseQ(q)).toEqual([{ kind: 'exists', target }]);
  });

  it.each(['dateCreated', 'dateModified', 'servicePath'] as const)(
    '%s is the builtin of the entity',
    (name) => {
      expect(parseQ(`${name}>1`)[0]).toMatchObject({ target: { kind: 'entityBuiltin', name } });
      expect(parseQ(`${name}.k>1`)[0]).toMatchObject({ target: attribute(name, 'k') });
    },
  );

  it.each<[string, QueryTarget]>([
    ['A.m', metadata('A', 'm')],
    ['A.m.k', metadata('A', 'm', 'k')],
    ["'a.b'.'m.n'.'k.l'", metadata('a.b', 'm.n', 'k.l')],
    ['A.dateCreated', { kind: 'attributeBuiltin', attribute: 'A', name: 'dateCreated' }],
    ['A.dateModified', { kind: 'attributeBuiltin', attribute: 'A', name: 'dateModified' }],
    ['A.dateModified.k', metadata('A', 'dateModified', 'k')],
  ])('mq %s', (mq, target) => {
    expect(parseMq(`${mq}==1`)[0]).toMatchObject({ target: target });
    expect(parseMq(mq)).toEqual([{ kind: 'exists', target }]);
  });

  it('takes operators inside quotes for part of the name', () => {
    expect(parseQ("'a:b'==1")[0]).toMatchObject({ target: attribute('a:b') });
  });

  it.each([
    ['A', parseQ],
    ['A.m', parseMq],
  ])('have as many names as any value has levels, and a few more: %s', (start, parse) => {
    const path = (names: number) => start + '.k'.repeat(names - start.split('.').length);
    expect(() => parse(path(MOST_PATH_NAMES))).not.toThrow();
    for (const condition of ['', '==1'])
      expect(faultOf(() => parse(path(MOST_PATH_NAMES + 1) + condition))).toMatch(
        /^400 m?q: a path has too many names, max supported: 60$/,
      );
  });
});

describe('operands (docs/behaviour/context-broker.md, "Queries")', () => {
  it.each<[string, Operand]>([
    ['5', number(5)],
    ['-1.5e3', number(-1500)],
    ['+.5', number(0.5)],
    ['0x10', number(16)],
    ["'5'", text('5')],
    ["''", text('')],
    ["' x '", text(' x ')],
    ['1e999', text('1e999')],
    ['nan', text('nan')],
    ['inf', text('inf')],
    ['5a', text('5a')],
    ['2026-01-02', date('2026-01-02T00:00:00Z')],
    ['2026-01-02T03:04:05.5+01:00', date('2026-01-02T02:04:05.5Z')],
    ['2026-02-30', text('2026-02-30')],
    ["'2026-01-02'", text('2026-01-02')],
    ['true', { kind: 'boolean', value: true }],
    ['false', { kind: 'boolean', value: false }],
    ['True', text('True')],
    ["'true'", text('true')],
    ['null', { kind: 'null' }],
    ["'null'", text('null')],
    ['a,b', { kind: 'list', items: [text('a'), text('b')] }],
    ["null, a, '1' ,null", { kind: 'list', items: [nil, text('a'), text('1'), nil] }],
    ['null,null', { kind: 'list', items: [nil, nil] }],
    ['null,1,2', { kind: 'list', items: [nil, number(1), number(2)] }],
    ['2026-01-02,2026-01-03', { kind: 'list', items: [date('2026-01-02'), date('2026-01-03')] }],
    ["'a,b'", text('a,b')],
    ["'a,b',c", { kind: 'list', items: [text('a,b'), text('c')] }],
    ['1..5', { kind: 'range', from: number(1), to: number(5) }],
    [' 1 .. 5 ', { kind: 'range', from: number(1), to: number(5) }],
    ['1...5', { kind: 'range', from: number(1), to: number(0.5) }],
    ["'1'..x", { kind: 'range', from: text('1'), to: text('x') }],
    [
      '2026-01-01..2026-01-02',
      { kind: 'range', from: date('2026-01-01T00:00:00Z'), to: date('2026-01-02T00:00:00Z') },
    ],
  ])('%s', (source, operand) => {
    expect(operandOf(`A==${source}`)).toEqual(operand);
  });
});

describe('a date with milliseconds', () => {
  const single = 1497684084.2380009;
  const double = 1497684084.238;
  const iso = '2017-06-17T07:21:24.238Z';
  const of = (value: number): QueryLiteral => ({ kind: 'date', value });

  it('is equal to either of its stored forms, alone and in lists', () => {
    expect(operandOf(`A==${iso}`)).toEqual({ kind: 'list', items: [of(single), of(double)] });
    expect(operandOf(`A==${iso},1970-01-01`)).toEqual({
      kind: 'list',
      items: [of(single), of(double), of(0)],
    });
  });

  it('stands for both in ranges and order', () => {
    expect(operandOf(`A==${iso}..${iso}`)).toEqual({ kind: 'range', from: of(double), to: of(single) });
    expect(operandOf(`A>=${iso}`)).toEqual(of(double));
    expect(operandOf(`A<${iso}`)).toEqual(of(double));
    expect(operandOf(`A>${iso}`)).toEqual(of(single));
    expect(operandOf(`A<=${iso}`)).toEqual(of(single));
  });
});

describe('faults', () => {
  it.each([
    ['', 'empty q'],
    [';', 'empty q'],
    ['A;;B', 'empty q-item'],
    ['A;;', 'empty q-item'],
    ['A; ', 'empty q-item'],
    [' ', 'empty q-item (only whitespace)'],
    ['A; ;B', 'empty q-item (only whitespace)'],
    [' ;', 'empty q-item (only whitespace)'],
    ['==5', 'empty left-hand-side in q-item'],
    ['A==', 'empty right-hand-side in q-item'],
    ['A== ', 'empty right-hand-side in q-item'],
    ['!', 'empty right-hand-side in q-item'],
    ['A=5', 'invalid character found in URI param /q/'],
    ['!=5', 'invalid character found in URI param /q/'],
    ['A(b)==5', 'invalid character found in URI param /q/'],
    ['A"==5', 'invalid character found in URI param /q/'],
    ["A'b'c", 'forbidden characters in String Filter'],
    ['A==a(b)', 'forbidden characters in String Filter'],
    ["A=='a=b'", 'forbidden characters in String Filter'],
    ['A===5', 'forbidden characters in String Filter'],
    ['A~=a(b)', 'forbidden characters in String Filter'],
    ["A=='x", 'non-terminated forced string'],
    ["A=='a..b'", 'non-terminated forced string'],
    ["A=='a'b'", 'quote in forced string'],
    ["A==a'b", 'forbidden characters in String Filter'],
    ['A~=[a', "error compiling filter regex: '[a'"],
    ['A~=*a', "error compiling filter regex: '*a'"],
    ['A>1..5', 'ranges only valid for equal and not equal ops'],
    ['A>1,5', 'lists only valid for equal and not equal ops'],
    ['A==..5', 'empty item in range'],
    ['A==1..', 'empty item in range'],
    ['A==true..5', 'invalid data type for /range-from/'],
    ['A==1..null', 'invalid data type for /range-to/'],
    ['A==1..a', 'invalid range: types mixed'],
    ['A==1..2026-01-01', 'invalid range: types mixed'],
    ['A==1,', 'empty item in list'],
    ['A==,1', 'empty item in list'],
    ['A==1, ,2', 'empty item in list'],
    ...['1,true', 'true,false', '1,null', '1,x', 'x,1', "'1',1", '1,2021-01-01', '2021-01-01,x'].map(
      (list) => [`A==${list}`, 'invalid JSON value type in list'],
    ),
    ['A>true', 'values of type /Bool/ not supported for operator /GreaterThan/'],
    ['A>=true', 'values of type /Bool/ not supported for operator /GreaterThanOrEqual/'],
    ['A<null', 'values of type /Null/ not supported for operator /LessThan/'],
    ['A<=null', 'values of type /Null/ not supported for operator /LessThanOrEqual/'],
  ])('q=%j: %s', (q, fault) => {
    expect(faultOf(() => parseQ(q))).toBe(`400 ${fault}`);
  });

  it.each([
    ['A=5', 'invalid character found in URI param /mq/'],
    ['A', 'no metadata in right-hand-side of q-item'],
    ['!A.', 'no metadata in right-hand-side of q-item'],
    ['A==1', 'no metadata name - not valid for metadata filters'],
    ['.m==1', 'no attribute name - not valid for metadata filters'],
    ['.m', 'no attribute name - not valid for metadata filters'],
    ['A==1;A.m=', 'invalid character found in URI param /mq/'],
    ['A==1;A.m==', 'empty right-hand-side in q-item'],
  ])('mq=%j: %s', (mq, fault) => {
    expect(faultOf(() => parseMq(mq))).toBe(`400 ${fault}`);
  });
});

describe('properties', () => {
  it('parses what it renders', () => {
    fc.assert(fc.property(qArbitrary, (query) => expect(parseQ(renderSimpleQuery(query))).toEqual(query)));
    fc.assert(fc.property(mqArbitrary, (query) => expect(parseMq(renderSimpleQuery(query))).toEqual(query)));
  });

  it('throws nothing but request errors', () => {
    const pieces = fc.constantFrom(
      'a',
      '1',
      '.',
      '..',
      ',',
      ';',
      "'",
      '=',
      '!',
      '~',
      '<',
      '>',
      ':',
      '(',
      '[',
      '*',
      ' ',
      'null',
      '\u0000',
      '\ud800',
    );
    const noise = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(noise, (source) => {
        faultOf(() => parseQ(source));
        faultOf(() => parseMq(source));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads long hostile texts in linear time', () => {
    const long = 200_000;
    const faults = [
      `A==${'1'.repeat(long)}x`,
      `a${' '.repeat(long)}b==1`,
      `A==${"'".repeat(long)}`,
      'a,'.repeat(long),
      `A==${'.'.repeat(long)}`,
      `A${'.k'.repeat(long)}`,
    ].map((q) => faultOf(() => parseQ(q)));
    expect(faults).toEqual([
      'no fault',
      'no fault',
      '400 quote in forced string',
      'no fault',
      '400 empty item in range',
      '400 q: a path has too many names, max supported: 60',
    ]);
  });
});
