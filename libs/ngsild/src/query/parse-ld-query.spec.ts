import { NgsiLdFault } from '../ngsild-fault';
import type { LdQuery } from './ld-query';
import { parseLdQuery } from './parse-ld-query';

const CONTEXT = {
  expand: (name: string) => (name.includes(':') ? name : `x:${name}`),
  expandValue: (value: string) => (value.includes(':') ? value : `v:${value}`),
  expandValues: new Set(['x:category']),
};
const parse = (text: string): LdQuery => parseLdQuery(text, CONTEXT);
const attribute = (name: string, rest: object = {}) => ({
  of: 'attribute',
  name: `x:${name}`,
  subs: [],
  inside: [],
  ...rest,
});
const text = (value: string) => ({ kind: 'text', value, expanded: CONTEXT.expandValue(value) });
const number = (value: number) => ({ kind: 'number', value });
const operandOf = (value: string) => (parse(`a==${value}`) as { operand: unknown }).operand;

function faultOf(query: string): NgsiLdFault {
  try {
    parse(query);
  } catch (error) {
    if (error instanceof NgsiLdFault) return error;
    throw error;
  }
  throw new Error(`${query} was accepted`);
}

describe('values', () => {
  it.each([
    ['20', number(20)],
    ['-2.5e3', number(-2500)],
    ['true', { kind: 'boolean', value: true }],
    ['"30"', text('30')],
    ['"a \\"b\\" \\u00e9"', text('a "b" é')],
    ['urn:ngsi-ld:Room:1', text('urn:ngsi-ld:Room:1')],
    ['2020-01-02T03:04:05Z', { kind: 'dateTime', value: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000 }],
    ['2020-01-02T03:04:05,25Z', { kind: 'dateTime', value: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000 + 0.25 }],
    ['2020-01-02', { kind: 'date', value: '2020-01-02' }],
    ['12:30:00Z', { kind: 'time', value: '12:30:00Z' }],
    ['1,"b",true', { kind: 'list', items: [number(1), text('b'), { kind: 'boolean', value: true }] }],
    ['1..5', { kind: 'range', from: number(1), to: number(5) }],
    ['1.5..-2', { kind: 'range', from: number(1.5), to: number(-2) }],
    ['"a".."c"', { kind: 'range', from: text('a'), to: text('c') }],
    [
      '2020-01-01T00:00:00Z..2021-01-01T00:00:00Z',
      {
        kind: 'range',
        from: { kind: 'dateTime', value: Date.UTC(2020, 0, 1) / 1000 },
        to: { kind: 'dateTime', value: Date.UTC(2021, 0, 1) / 1000 },
      },
    ],
  ])('%s', (value, expected) => {
    expect(operandOf(value)).toEqual(expected);
  });

  it('takes a text without quotes where the context expands it', () => {
    expect(parse('category==sensor,actuator')).toMatchObject({
      operand: { kind: 'list', items: [text('sensor'), text('actuator')] },
    });
    expect(faultOf('other==sensor').detail).toContain('double quotes');
  });
});

describe('paths', () => {
  it.each([
    ['a', attribute('a')],
    ['a.b.c', attribute('a', { subs: ['x:b', 'x:c'] })],
    ['a.observedAt', attribute('a', { member: 'observedAt' })],
    ['a.b.unitCode', attribute('a', { subs: ['x:b'], member: 'unitCode' })],
    ['a[b.c]', attribute('a', { inside: ['b', 'c'] })],
    ['a.b[*]', attribute('a', { subs: ['x:b'], inside: ['*'] })],
    ['createdAt', { of: 'entity', time: 'createdAt' }],
    ['https://a.b/c.d#e', { of: 'attribute', name: 'https://a.b/c.d#e', subs: [], inside: [] }],
    ['https://a.b/c.e', { of: 'attribute', name: 'https://a.b/c', subs: ['x:e'], inside: [] }],
  ])('%s', (path, expected) => {
    expect(parse(path)).toEqual({ kind: 'exists', path: expected });
  });
});

describe('groups', () => {
  const exists = (name: string) => ({ kind: 'exists', path: attribute(name) });

  it('binds ; tighter than |', () => {
    expect(parse('a;b|c')).toEqual({
      kind: 'or',
      parts: [{ kind: 'and', parts: [exists('a'), exists('b')] }, exists('c')],
    });
    expect(parse('a;(b|c)')).toEqual({
      kind: 'and',
      parts: [exists('a'), { kind: 'or', parts: [exists('b'), exists('c')] }],
    });
  });

  it('reads patterns up to what ends them', () => {
    expect(parse('(a~=^(x|y);b)')).toMatchObject({
      kind: 'and',
      parts: [{ operator: '~=', operand: { kind: 'pattern', source: '^(x|y)' } }, exists('b')],
    });
    expect(parse('a!~="[;|)]\\d"')).toMatchObject({ operand: { source: '[;|)]\\d' } });
  });

  it('reads negations', () => {
    expect(parse('!a')).toEqual({ kind: 'not', part: exists('a') });
  });
});

describe('linked entities', () => {
  const inner = { kind: 'compare', path: attribute('name'), operator: '==', operand: text('A') };

  it('compares the path inside the braces', () => {
    expect(parse('rel{name}=="A"')).toEqual({ kind: 'linked', relationship: 'x:rel', query: inner });
    expect(parse('rel{name=="A"}')).toEqual({ kind: 'linked', relationship: 'x:rel', query: inner });
    expect(parse('rel{Shop:name}=="A"')).toMatchObject({ type: 'x:Shop', query: inner });
    expect(parse('rel{other{name}}=="A"')).toEqual({
      kind: 'linked',
      relationship: 'x:rel',
      query: { kind: 'linked', relationship: 'x:other', query: inner },
    });
  });
});

it.each([
  '',
  ';',
  'a==',
  '==1',
  'a=1',
  'a==b',
  'a==1;',
  'a||b',
  '(a',
  'a)',
  'a=="x',
  'a==null',
  'a:1',
  'a>1..2',
  'a>1,2',
  'a==1.."b"',
  'a==true..false',
  'a~=(',
  'a~=',
  'a[',
  'a[]',
  'a..b',
  '1a==2',
  'a b',
  'a==2020-13-01',
  'a==2020-01-01T00:00:00+01:00',
  'rel{a',
  'rel{a|b}==1',
  'rel{}',
  'a-b==1',
])('refuses %s', (query) => {
  expect(faultOf(query)).toMatchObject({ type: 'BadRequestData' });
});

it.each([
  ['conditions', Array.from({ length: 101 }, () => 'a').join(';')],
  ['values', `a==${Array.from({ length: 1001 }, (_, n) => n).join(',')}`],
  ['depth', `${'('.repeat(5000)}a${')'.repeat(5000)}`],
  ['linked depth', `${'r{'.repeat(5000)}a${'}'.repeat(5000)}`],
])('bounds %s', (_, query) => {
  expect(faultOf(query)).toMatchObject({ type: 'TooComplexQuery' });
});
