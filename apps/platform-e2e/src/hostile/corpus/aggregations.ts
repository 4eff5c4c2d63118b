import type { HostileGroup, HostileRequest, Outcome } from './hostile-request';
import { INJECTIONS, PROTOTYPE_NAMES } from './tricks';

const get = (search: string, outcome: Outcome): HostileRequest => ({
  path: `/v2/entities?${search}`,
  outcome,
});
/** Everything there is, asked for in a body. */
const post = (search: string, outcome: Outcome): HostileRequest => ({
  path: `/v2/op/query?${search}`,
  method: 'POST',
  body: { entities: [{ idPattern: '.*' }] },
  outcome,
});
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n}`).join(',');

/** Numbers that nobody can work out, groups without end, grids of cells without size. */
const REFUSED = [
  'groupBy=type',
  'aggregate=',
  'aggregate=,',
  'aggregate=median:a',
  'aggregate=sum',
  'aggregate=sum:',
  'aggregate=avg(a)',
  'aggregate=count;drop',
  'aggregate=count,,sum:a',
  `aggregate=${many(21, 'sum:a')}`,
  `aggregate=${many(5_000, 'sum:a')}`,
  'aggregate=sum:$a',
  'aggregate=count&groupBy=$where',
  'aggregate=count&groupBy=',
  `aggregate=count&groupBy=${many(4, 'a')}`,
  'aggregate=count&groupBy=geo:cell:1,geo:cell:2',
  'aggregate=count&orderBy=a',
  'aggregate=count&limit=1001',
  ...['', '0', '-1', '1e-9', '0.00000001', '181', 'NaN', 'Infinity', '1:2', '0x1'].map(
    (degrees) => `aggregate=count&groupBy=geo:cell:${degrees}`,
  ),
  ...['', '-1', '21', '1.5', '99999'].map((zoom) => `aggregate=count&groupBy=geo:zoom:${zoom}`),
  'aggregate=count&groupBy=geo:distance',
];

export const AGGREGATIONS: HostileGroup = {
  name: 'aggregations',
  to: 'broker',
  requests: [
    ...REFUSED.map((search) => get(search, 'refused')),
    ...REFUSED.filter((search) => search.startsWith('aggregate')).map((search) => post(search, 'refused')),
    ...PROTOTYPE_NAMES.flatMap((name) => [
      get(`aggregate=count,sum:${name},distinct:${name}&groupBy=${name}`, 'harmless'),
      get(`aggregate=${name}&groupBy=type`, 'refused'),
    ]),
    ...INJECTIONS.flatMap((text) => [
      get(`aggregate=count,max:${encodeURIComponent(text)}`, 'harmless'),
      get(`aggregate=count&groupBy=${encodeURIComponent(text)}`, 'harmless'),
    ]),
  ],
};
