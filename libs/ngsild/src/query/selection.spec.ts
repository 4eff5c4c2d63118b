import { NgsiLdFault } from '../ngsild-fault';
import { parseProjection, projectedLevels } from './projection';
import { compileScopeQuery, parseScopeQuery } from './scope-query';
import { compileTypeSelection, parseTypeSelection } from './type-selection';

const expand = (name: string) => (name.includes(':') ? name : `x:${name}`);

describe('type selection', () => {
  it.each([
    ['A', ['x:A'], true],
    ['A', ['x:B', 'x:A'], true],
    ['A', ['A'], false],
    ['A,B', ['x:B'], true],
    ['A|B', ['x:C'], false],
    ['(A;B)', ['x:A'], false],
    ['(A;B)', ['x:B', 'x:A'], true],
    ['(A;B),C', ['x:C'], true],
    ['(A|B);C', ['x:C'], false],
    ['*', ['x:C'], true],
    ['https://a/B', ['https://a/B'], true],
  ])('%s of %j is %s', (text, types, expected) => {
    expect(compileTypeSelection(parseTypeSelection(text, expand))(types)).toBe(expected);
  });

  it.each(['', 'A,', ',A', 'A,,B', '(A', 'A)', 'A B', '1A', '()', 'A;'])('refuses %j', (text) => {
    expect(() => parseTypeSelection(text, expand)).toThrow(NgsiLdFault);
  });
});

describe('scopeQ', () => {
  it.each([
    ['/A/B', '/A/B', true],
    ['/A/B', '/A', false],
    ['A/B', '/A/B', true],
    ['/A/+', '/A/B', true],
    ['/A/+', '/A', false],
    ['/A/+', '/A/B/C', false],
    ['/+/B', '/A/B', true],
    ['/A/#', '/A', true],
    ['/A/#', '/A/B/C', true],
    ['/A/#', '/AB', false],
    ['/#', '/A', true],
    ['/A/+/#', '/A', false],
    ['/A/+/#', '/A/B', true],
    ['/B,/A', '/A', true],
    ['(/A;/B)', '/A', false],
  ])('%s of %s is %s', (text, scope, expected) => {
    expect(compileScopeQuery(parseScopeQuery(text))([scope])).toBe(expected);
  });

  it('asks that all of a conjunction are there', () => {
    const test = compileScopeQuery(parseScopeQuery('(/A;/B/#)'));
    expect(test(['/A', '/B/C'])).toBe(true);
    expect(compileScopeQuery(parseScopeQuery('/#'))([])).toBe(false);
  });

  it.each(['', '/', '//A', '/1A', '/A-B', '/A/#/B', '/A B', '/A/', '/A+'])('refuses %j', (text) => {
    expect(() => parseScopeQuery(text)).toThrow(NgsiLdFault);
  });
});

describe('pick and omit', () => {
  it('reads members and those of linked entities', () => {
    const projection = parseProjection('id,name|rel{name,other{id}}', 'pick', expand);
    expect(projection).toEqual(
      new Map([
        ['id', null],
        ['x:name', null],
        [
          'x:rel',
          new Map([
            ['x:name', null],
            ['x:other', new Map([['id', null]])],
          ]),
        ],
      ]),
    );
    expect(projectedLevels(projection)).toBe(2);
  });

  it.each(['', 'a,,b', 'a,', ',a', 'rel{}', 'rel{a', 'rel{a}}', 'a.b', 'createdAt', 'id{a}', '1a', 'a b'])(
    'refuses %j',
    (text) => {
      expect(() => parseProjection(text, 'omit', expand)).toThrow(NgsiLdFault);
    },
  );
});
