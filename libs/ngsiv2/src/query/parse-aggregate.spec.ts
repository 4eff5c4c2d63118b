import { parseAggregate } from './parse-aggregate';

it('reads numbers and keys', () => {
  expect(parseAggregate('count,avg:a.b:c,count,distinct:x', 'type,x,geo:cell:0.5')).toEqual({
    terms: [{ kind: 'count' }, { kind: 'avg', attribute: 'a.b:c' }, { kind: 'distinct', attribute: 'x' }],
    groupBy: [{ by: 'type' }, { by: 'attribute', name: 'x' }, { by: 'cell', degrees: 0.5 }],
  });
  expect(parseAggregate('count', 'geo:zoom:3').groupBy).toEqual([{ by: 'cell', degrees: 45 }]);
  expect(parseAggregate('count', undefined).groupBy).toEqual([]);
});

it.each([
  ['', undefined, 'empty item in aggregate'],
  ['count,', undefined, 'empty item in aggregate'],
  [
    'sum',
    undefined,
    'invalid aggregate: /sum/ [must be count, or one of sum, avg, min, max, distinct with an attribute, such as avg:temperature]',
  ],
  ['sum:', undefined, 'invalid attribute name in aggregate'],
  ['sum:$a', undefined, 'invalid attribute name in aggregate'],
  ['count', '$a', 'invalid attribute name in groupBy'],
  ['count', 'a,b,c,d', 'too many items in groupBy, max supported: 3'],
  ['count', 'geo:cell:1,geo:zoom:1', 'groupBy takes one grid of cells only'],
  ...['geo:cell:0', 'geo:cell:181', 'geo:cell:1e1', 'geo:zoom:21', 'geo:zoom:1.5', 'geo:x'].map((key) => [
    'count',
    key,
    `invalid groupBy: /${key}/ [geo:cell: takes degrees, 0.0001 to 180, geo:zoom: 0 to 20]`,
  ]),
] as [string, string | undefined, string][])('refuses %s by %s', (aggregate, groupBy, fault) => {
  expect(() => parseAggregate(aggregate, groupBy)).toThrow(fault);
});
