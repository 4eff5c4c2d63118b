import {
  entityArbitrary,
  extendedQArbitrary,
  mqArbitrary,
  qArbitrary,
  toJsonValue,
} from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import {
  type Attribute,
  compileSimpleQuery,
  type Entity,
  type QuerySemantics,
  type SimpleQuery,
} from '@smart-city/context';
import { parseMq, parseQ } from './parse-simple-query';

function attribute(value: unknown, metadata: Record<string, unknown> = {}): Attribute {
  const items = Object.entries(metadata).map(
    ([name, item]) => [name, { type: 'Text', value: toJsonValue(item) }] as const,
  );
  return { type: 'Text', value: toJsonValue(value), metadata: new Map(items), creDate: 10, modDate: 20 };
}

const entity = (attrs: Record<string, Attribute>): Entity => ({
  id: 'E',
  type: 'T',
  servicePath: '/a/b',
  attrs: new Map(Object.entries(attrs)),
  creDate: 100,
  modDate: 200,
});

const matches = (q: string, value: unknown, semantics?: QuerySemantics) =>
  compileSimpleQuery(parseQ(q), { semantics })(entity({ A: attribute(value) }));

describe('q as the database answers it', () => {
  it.each<[string, unknown, boolean]>([
    ['A', null, true],
    ['!A', null, false],
    ['B', 1, false],
    ['!B', 1, true],
    // types never mix
    ['A==5', 5, true],
    ['A==5', '5', false],
    ["A=='5'", '5', true],
    ["A=='5'", 5, false],
    ['A==true', true, true],
    ['A==true', 'true', false],
    ["A=='true'", 'true', true],
    ['A==2026-01-02', Date.parse('2026-01-02') / 1000, true],
    ['A>5', '6', false],
    ['A>a', 'b', true],
    ['A>a', 1, false],
    ['A<5', null, false],
    ['A<=5', 5, true],
    ['A>=5', 4.999, false],
    // null is a value
    ['A==null', null, true],
    ['A==null', 0, false],
    ['A!=null', 'x', true],
    ['A!=null', null, false],
    ['B==null', 1, false],
    ['B!=null', 1, false],
    ['A==x,null', null, true],
    ['A==null,x', 'x', true],
    ['B==x,null', 1, false],
    ['A!=x,null', null, false],
    ['A!=x,null', 'y', true],
    ['B!=x,null', 1, false],
    // differing needs existing
    ['A!=5', 6, true],
    ['A!=5', '5', true],
    ['A!=5', 5, false],
    ['B!=5', 5, false],
    ['A!=1..5', 6, true],
    ['A!=1..5', 'x', true],
    ['A!=1..5', 5, false],
    ['B!=1..5', 1, false],
    ['A!=1,2', 3, true],
    ['A!=1,2', 2, false],
    // ranges and lists
    ['A==1..5', 1, true],
    ['A==1..5', 5, true],
    ['A==1..5', 5.1, false],
    ['A==a..c', 'bzz', true],
    ['A==a..c', 'ca', false],
    ["A==null,'1','2'", '2', true],
    ["A==null,'1','2'", 2, false],
    // arrays match by element, or as a whole
    ['A==5', [1, 5], true],
    ['A==5', ['5'], false],
    ['A!=5', [1, 5], false],
    ['A!=5', [], true],
    ['A==null', [null], true],
    ['A!=null', [null], false],
    ['A>4', [1, 5], true],
    ['A>4', ['x'], false],
    ['A==1..5', [3], true],
    ['A==4..6', [1, 10], true],
    ['A!=4..6', [1, 10], false],
    ['A==x,y', ['z', 'y'], true],
    ['A~=^a', ['b', 'ab'], true],
    ['A==5', [[5]], false],
    // patterns look at text only
    ['A~=^a', 'ab', true],
    ['A~=5', 5, false],
    ['A~=.', '', false],
    // paths
    ['A.k', { k: null }, true],
    ['A.k', {}, false],
    ['A.k', 'text', false],
    ['!A.k', 'text', true],
    ['A.k.l==1', { k: { l: 1 } }, true],
    ["A.'x.y'==1", { 'x.y': 1 }, true],
    ['A.x.y==1', { 'x.y': 1 }, false],
    ['A.constructor', {}, false],
    ['A.__proto__', {}, false],
    ['A.length', 'text', false],
    // paths through arrays
    ['A.k==1', [{ k: 1 }, { k: 2 }], true],
    ['A.k!=1', [{ k: 1 }, { k: 2 }], false],
    ['A.k!=3', [{ k: 1 }, {}], true],
    ['A.k==1', [[{ k: 1 }]], false],
    ['A.k', [1, 2], false],
    ['A.0==1', [1, 2], true],
    ['A.1==1', [1, 2], false],
    ['A.1==4', [{ 1: 4 }, 5], true],
    ['A.1==5', [{ 1: 4 }, 5], true],
    ['A.1.k==4', [{ 1: { k: 4 } }, { k: 5 }], true],
    ['A.1.k==5', [{ 1: { k: 4 } }, { k: 5 }], true],
    ['A.0.k==1', [[{ k: 1 }]], true],
    ['A.0.1==2', [[1, 2]], true],
    ['A.0==1', [[1, 2]], false],
    ['A.00==1', [1], false],
    ['A.k==1', { k: [2, 1] }, true],
    ['A.k.l==1', { k: [{ l: [0, 1] }] }, true],
  ])('%s on %j is %s', (q, value, expected) => {
    expect(matches(q, value)).toBe(expected);
  });

  it('orders text by bytes', () => {
    expect(matches("A>'\uffee'", '\u{1f600}')).toBe(true);
    expect(matches('A>Z', 'a')).toBe(true);
    expect(matches('A>z', 'ä')).toBe(true);
  });

  it.each([
    ['dateCreated==100', true],
    ['dateModified>100', true],
    ['dateCreated<1970-01-01T00:01:40.001Z', true],
    ['servicePath==/a/b', true],
    ['servicePath~=^/a', true],
    ['dateCreated', false],
    ['A==1;B==2', true],
    ['A==1;B==3', false],
    ['A>0;A<2', true],
    ['A>0;A<1', false],
  ])('%s', (q, expected) => {
    expect(compileSimpleQuery(parseQ(q))(entity({ A: attribute(1), B: attribute(2) }))).toBe(expected);
  });

  it.each([
    ['A.m==1', true],
    ['A.m', true],
    ['A.x', false],
    ['!A.x', true],
    ['!B.m', true],
    ["A.'n.o'.k==2", true],
    ['A.l==2', true],
    ['A.dateCreated==10', true],
    ['A.dateModified==20', true],
    ['B.dateModified==20', false],
    ['A.dateCreated', true],
    ['B.dateCreated', false],
    ['A.x!=1', false],
  ])('mq %s', (mq, expected) => {
    const holder = entity({ A: attribute(0, { m: 1, 'n.o': { k: 2 }, l: [1, 2] }) });
    expect(compileSimpleQuery(parseMq(mq))(holder)).toBe(expected);
  });
});

describe('q as notifications see it', () => {
  it.each<[string, unknown, boolean]>([
    ['A==5', 5, true],
    ['A==5', [5], false],
    ['A!=5', [5], true],
    ['A>4', [5], false],
    ['A~=a', ['a'], false],
    ['A==null', null, true],
    ['A==x,null', null, true],
    ['A.k==1', [{ k: 1 }], false],
    ['A.k!=1', [{ k: 2 }], false],
    ['A.0', [1], false],
    ['A.k.l==1', { k: { l: 1 } }, true],
    ['A.k!=1', {}, false],
    ['A==1..5', 3, true],
    ['A!=1..5', 'x', true],
    ['B!=5', 1, false],
    ['!B', 1, true],
  ])('%s on %j is %s', (q, value, expected) => {
    expect(matches(q, value, 'notification')).toBe(expected);
  });

  it('lets the absence of metadata hold only where the attribute is', () => {
    const test = compileSimpleQuery(parseMq('!A.m'), { semantics: 'notification' });
    expect(test(entity({ A: attribute(1) }))).toBe(true);
    expect(test(entity({ A: attribute(1, { m: 1 }) }))).toBe(false);
    expect(test(entity({}))).toBe(false);
  });
});

describe('the extended language', () => {
  const holds = (q: string, attrs: Parameters<typeof entity>[0], semantics: 'database' | 'notification') =>
    compileSimpleQuery(parseQ(q, { extended: true }), { semantics })(entity(attrs));
  const both = (q: string, attrs: Parameters<typeof entity>[0]) => {
    const [first, second] = (['database', 'notification'] as const).map((semantics) =>
      holds(q, attrs, semantics),
    );
    expect(first).toBe(second);
    return first;
  };

  it.each<[string, boolean]>([
    ['A==1|A==2', true],
    ['A==1|B==2', false],
    ['A==2;(B|!B)', true],
    ['!(A==2)', false],
    ['!(A==1)', true],
    // Negation holds where what it names is not there; `!=` needs it.
    ['!(B==1)', true],
    ['B!=1', false],
    ['!(!(A==2))', true],
    ['T=*HALLO,other', true],
    ['T=*hallo', true],
    ['T=*hall', false],
    ['T==hallo', false],
    ["T~*'^(hAL|x)'", true],
    ['T~*^al', false],
    ['A=*2', false],
  ])('%s is %s', (q, expected) => {
    expect(both(q, { A: attribute(2), T: attribute('Hallo') })).toBe(expected);
  });

  it('has no line feed behind a text, and letters beyond ASCII', () => {
    expect(both('T=*straße', { T: attribute('STRAẞE') })).toBe(true);
    expect(both('T=*ñandú', { T: attribute('ÑANDÚ') })).toBe(true);
    expect(both('T=*a', { T: attribute('A\n') })).toBe(false);
    expect(both("T=*'a.c'", { T: attribute('abc') })).toBe(false);
  });
});

describe('properties', () => {
  const anyEntity = entityArbitrary();
  it('negates: of a statement and its opposite, one holds where the target exists', () => {
    fc.assert(
      fc.property(anyEntity, fc.oneof(qArbitrary, mqArbitrary), (holder, query) => {
        for (const statement of query) {
          if (statement.kind !== 'compare' || (statement.operator !== '==' && statement.operator !== '!='))
            continue;
          const holds = (operator: '==' | '!=') => compileSimpleQuery([{ ...statement, operator }])(holder);
          const exists = compileSimpleQuery([{ kind: 'exists', target: statement.target }])(holder);
          expect(Number(holds('==')) + Number(holds('!='))).toBe(Number(exists));
        }
      }),
    );
  });

  it('takes groups for what logic says of them', () => {
    fc.assert(
      fc.property(anyEntity, qArbitrary, extendedQArbitrary, (holder, some, others) => {
        const [a, b] = [some, others].map((query) => compileSimpleQuery(query)(holder));
        const not = (query: SimpleQuery): SimpleQuery => [{ kind: 'not', query }];
        expect(compileSimpleQuery([{ kind: 'or', branches: [some, others] }])(holder)).toBe(a || b);
        expect(compileSimpleQuery(not(others))(holder)).toBe(!b);
        expect(compileSimpleQuery(not([...not(some), ...not(others)]))(holder)).toBe(a || b);
      }),
    );
  });

  it('is the conjunction of its statements', () => {
    fc.assert(
      fc.property(anyEntity, qArbitrary, (holder, query) => {
        expect(compileSimpleQuery(query)(holder)).toBe(
          query.every((statement) => compileSimpleQuery([statement])(holder)),
        );
      }),
    );
  });
});
