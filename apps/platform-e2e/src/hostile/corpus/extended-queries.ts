import type { HostileGroup, HostileRequest, Outcome } from './hostile-request';
import { PATTERNS, PROTOTYPE_NAMES } from './tricks';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const many = (count: number, text: string, between = '|') => Array(count).fill(text).join(between);

/** Conditions that are too many or too deep, that are not finished, or that say what nobody means. */
const REFUSED = [
  '',
  ';',
  '|',
  '()',
  '!()',
  '((((',
  '))))',
  '('.repeat(60_000),
  ')'.repeat(60_000),
  '!('.repeat(20_000),
  `${'('.repeat(11)}a${')'.repeat(11)}`,
  many(101, 'a'),
  many(20_000, 'a'),
  many(20_000, '', '|'),
  many(20_000, 'a==1', ';'),
  "'",
  "a=='",
  `a==${"'".repeat(30_001)}`,
  'a(b)',
  '(a)(b)',
  'a=*',
  'a=*,',
  `a=*${'x'.repeat(30_000)}`,
  `a=*${many(5_000, 'abc', ',')}`,
  'a~*(',
  "a~*'('",
  "a~*'(?=a)'",
  "a~*'(a)\\1'",
  `a~*'${'(x{0,999})'.repeat(50)}'`,
];
const HARMLESS = [
  '!(a)',
  '!(!(!(!(!(!(!(!(!(!(a))))))))))',
  many(100, '!(a==1)'),
  many(100, "a~*'(x+x+)+y'"),
  ...PATTERNS.map((pattern) => `a~*'${pattern.replaceAll("'", "''")}'`),
  ...PROTOTYPE_NAMES.map((name) => `${name}|!(${name}==1)|${name}=*x`),
  "a=*'$where: 1|{$gt: 0}'",
  "a=*'%27 OR 1=1 --'",
];

const asked = (q: string, outcome: Outcome): readonly HostileRequest[] => [
  ...(q.length < 10_000
    ? [{ path: `/v2/entities?options=extendedQuery&q=${encodeURIComponent(q)}`, outcome }]
    : []),
  {
    method: 'POST',
    path: '/v2/op/query',
    headers: JSON_TYPE,
    outcome,
    body: bodyOf({ q, extendedQuery: true }),
  },
];
const bodyOf = (expression: object) => ({ entities: [{ idPattern: '.*' }], expression });

export const EXTENDED_QUERIES: HostileGroup = {
  name: 'queries of the extended language',
  to: 'broker',
  requests: [
    ...REFUSED.flatMap((q) => asked(q, 'refused')),
    ...HARMLESS.flatMap((q) => asked(q, 'harmless')),
  ],
};
