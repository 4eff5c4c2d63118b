import { get, pairs, withParameters, type Chapter, type Step } from '../step';
import { Seeded } from '../seeded';
import { fixture } from './fixture';

const OPTIONS = [
  '',
  'keyValues',
  'values',
  'unique',
  'count',
  'keyValues,count',
  'values,count',
  'normalized',
  'dateCreated',
  'dateModified',
  'keyValues,values',
  'unique,values',
  'append',
  'upsert',
  'skipForwarding',
  'noAttrDetail',
  'bogus',
  'keyValues,bogus',
  'flowControl',
  'extendedQuery',
  'dryRun',
];
const PATHS = [
  '/v2/entities/R1',
  '/v2/entities/R3',
  '/v2/entities/C1',
  '/v2/entities/twice',
  '/v2/entities/nobody',
  '/v2/entities/R2/attrs',
  '/v2/entities/nobody/attrs',
  '/v2/entities/R1/attrs/n',
  '/v2/entities/R1/attrs/nope',
  '/v2/entities/nobody/attrs/n',
  '/v2/entities/twice/attrs/n',
  '/v2/entities/R1/attrs/t/value',
  '/v2/entities/R3/attrs/o/value',
  '/v2/entities/R3/attrs/l/value',
  '/v2/entities/R2/attrs/z/value',
  '/v2/entities/R1/attrs/n/metadata',
  '/v2/entities/R1/attrs/n/metadata/unit',
  '/v2/entities/R1/attrs/n/metadata/nope',
  '/v2/entities/C2/attrs/odd-name:x',
  '/v2/entities/urn:ngsi-ld:Thing:1',
  '/v2/entities/none',
  '/v2/entities/none/attrs',
];
const ATTRS = [
  '',
  'n',
  't,n',
  '*',
  'n,dateCreated',
  '*,dateModified',
  'nope',
  'n,n',
  '!n',
  'a b',
  'n<',
  ',n',
  'dateExpires',
  'alterationType',
  'servicePath,*',
];
const METADATA = [
  'unit',
  '*',
  'dateCreated',
  'dateModified,unit',
  'previousValue',
  'actionType',
  'nope',
  '*,dateCreated',
  'u<',
];
const TYPES = ['Room', 'Car', 'Nope', 'Room,Car', '(', 'R<', ''];
const ACCEPTS = [
  '*/*',
  'application/json',
  'text/plain',
  'text/html',
  'application/xml',
  'application/json;q=0.1,text/plain',
  'text/*',
  'application/geo+json',
  'application/ld+json',
  'application/json;q=x',
  'application/json;charset=utf-8',
  'foo',
  '',
  'text/plain;q=0',
];

const single: readonly Step[] = [
  ...pairs(PATHS, OPTIONS).map(([path, options]) => get(withParameters(path, { options }))),
  ...pairs(PATHS.slice(0, 17), ATTRS).map(([path, attrs]) => get(withParameters(path, { attrs }))),
  ...pairs(PATHS.slice(5, 9), METADATA).map(([path, metadata]) => get(withParameters(path, { metadata }))),
  ...pairs(PATHS.slice(3, 12), TYPES).map(([path, type]) => get(`${path}?type=${encodeURIComponent(type)}`)),
  ...pairs(
    [...PATHS.slice(0, 2), ...PATHS.slice(7, 15), '/v2/entities?limit=2&type=Room', '/v2/types'],
    ACCEPTS,
  ).map(([path, accept]) => get(path, { headers: { Accept: accept } })),
];

const SELECTIONS: readonly Readonly<Record<string, string>>[] = [
  { id: 'R1' },
  { id: 'R1,R2' },
  { id: 'nobody' },
  { id: 'R1', type: 'Room' },
  { id: 'twice' },
  { id: 'R<' },
  { id: 'R1,,R2' },
  { idPattern: 'R.*' },
  { idPattern: '^R[12]$' },
  { idPattern: '[' },
  { idPattern: '(a' },
  { id: 'R1', idPattern: 'R' },
  { type: 'Room' },
  { type: 'Room,Car' },
  { type: 'Nope' },
  { type: 'R<' },
  { typePattern: '^C' },
  { typePattern: '[' },
  { type: 'Room', typePattern: 'R' },
  { type: 'Car', idPattern: 'C' },
  { idPattern: 'a*a*a*b' },
  { idPattern: '(?=x)' },
  { limit: '2' },
  { limit: '0' },
  { limit: '-1' },
  { limit: 'x' },
  { limit: '1001' },
  { limit: '1000' },
  { limit: '1.5' },
  { limit: '2x' },
  { offset: '3' },
  { offset: '-1' },
  { offset: 'x' },
  { offset: '100' },
  { limit: '3', offset: '2' },
  { limit: '99999999999' },
  { orderBy: 'n' },
  { orderBy: '!n' },
  { orderBy: 't,!n' },
  { orderBy: 'id' },
  { orderBy: '!type,id' },
  { orderBy: 'dateCreated' },
  { orderBy: '!dateModified' },
  { orderBy: 'geo:distance' },
  { orderBy: 'n,n' },
  { orderBy: ',' },
  { orderBy: '!' },
  { orderBy: 'servicePath' },
  { orderBy: 'b' },
  { orderBy: 'o.x' },
  { orderBy: 'when' },
  { orderBy: 'nope' },
  { attrs: 'n' },
  { attrs: 'nope' },
  { attrs: 'n,t' },
  { metadata: 'unit', attrs: 'n' },
  { aggregate: 'count' },
  { aggregate: 'sum:n' },
  { aggregate: 'avg:n,min:n,max:n,distinct:t' },
  { aggregate: 'sum' },
  { aggregate: 'bogus:n' },
  { aggregate: 'count', groupBy: 'type' },
  { aggregate: 'sum:n', groupBy: 'type,t' },
  { groupBy: 'type' },
  { aggregate: 'count', groupBy: 'geo:zoom:3' },
  { aggregate: 'count', groupBy: 'geo:cell:10' },
  { aggregate: 'count', groupBy: 'geo:cell:0' },
  { aggregate: 'count', groupBy: 'a,b,c,d' },
  { aggregate: 'count', orderBy: 'n' },
  { aggregate: 'avg:t' },
  { aggregate: 'max:when', groupBy: 'type' },
  { aggregate: 'count', attrs: 'n' },
  { bogus: '1' },
  { geoproperty: 'p' },
  { cursor: 'start' },
  { cursor: 'bogus' },
  { cursor: 'start', offset: '1' },
  { local: 'true' },
];

const lists: readonly Step[] = pairs(SELECTIONS, ['keyValues', 'values,count', 'extendedQuery,unique']).map(
  ([selection, options]) =>
    get(
      withParameters('/v2/entities', {
        ...selection,
        options,
        ...(selection['attrs'] === undefined && { attrs: 'n,t' }),
      }),
    ),
);

const pathLists: readonly Step[] = pairs(
  [
    '/v2/entities?options=keyValues&attrs=n',
    '/v2/types',
    '/v2/types?options=values',
    '/v2/types/Room',
    '/v2/entities/P1?options=values',
    '/v2/entities/R1/attrs/n',
  ],
  [
    '/',
    '/a',
    '/a/b',
    '/a/#',
    '/#',
    '/a,/a/b',
    '/b',
    'a',
    '/a/',
    '/a//b',
    '/A',
    '/é',
    '/a b',
    '/a,/b,/c',
    '#',
    ',',
    '/1/2/3/4/5/6/7/8/9/10/11',
  ],
).map(([path, servicePath]) => get(path, { headers: { 'Fiware-ServicePath': servicePath } }));

const types: readonly Step[] = [
  ...pairs(
    ['/v2/types', '/v2/types/Room', '/v2/types/Nope', '/v2/types/R<'],
    ['', 'count', 'values', 'noAttrDetail', 'values,count', 'keyValues', 'bogus'],
  ).map(([path, options]) => get(withParameters(path, { options }))),
  ...['limit=1', 'limit=1&offset=1', 'limit=0', 'offset=9', 'limit=1&options=count'].flatMap((query) => [
    get(`/v2/types?${query}`),
    get(`/v2/types/Room?${query}`),
  ]),
];

const pages: readonly Step[] = ['', '&orderBy=n', '&orderBy=!type,id'].flatMap((order) => [
  get(`/v2/entities?limit=3&options=values,count&attrs=n&cursor=start${order}`, {
    keep: { as: 'next', from: 'cursor' },
  }),
  get(`/v2/entities?limit=3&options=values&attrs=n&cursor={next}${order}`, {
    keep: { as: 'next', from: 'cursor' },
  }),
  get(`/v2/entities?limit=3&options=values&attrs=n&cursor={next}&orderBy=t`),
  get(`/v2/entities?limit=30&options=values&attrs=n&cursor={next}${order}`),
]);

const tags: readonly Step[] = ['/v2/entities/R1', '/v2/entities/R1/attrs/n', '/v2/entities/R1/attrs'].flatMap(
  (path) => [
    get(path, { headers: { 'If-None-Match': '"x"' }, keep: { as: 'tag', from: 'tag' } }),
    get(path, { headers: { 'If-None-Match': '{tag}' } }),
    get(path, { headers: { 'If-Match': '{tag}' } }),
    ...['*', 'x', '"a","b"', 'W/"x"', '', '"'].flatMap((tag) => [
      get(path, { headers: { 'If-None-Match': tag } }),
      get(path, { headers: { 'If-Match': tag } }),
    ]),
  ],
);

const GEORELS = [
  'near;maxDistance:100000',
  'near;minDistance:1000',
  'near;minDistance:5;maxDistance:1000000',
  'near',
  'coveredBy',
  'intersects',
  'disjoint',
  'equals',
  'bogus',
  'near;bogus:1',
  'near;maxDistance:x',
  'coveredBy;maxDistance:5',
];
const GEOMETRIES = ['point', 'line', 'polygon', 'box', 'bogus', ''];
const COORDS = [
  '40.4,-3.7',
  '41.3,2.1;40,2',
  '0,0;0,10;10,10;10,0;0,0',
  '0,0;0,10;10,10;10,0',
  '91,0',
  '0,181',
  'x,y',
  '',
  '1,2,3',
  '40.418889,-3.691944',
  ';',
  '-90,-180;90,180',
];
const areas: readonly Step[] = new Seeded(7)
  .some(pairs(pairs(GEORELS, GEOMETRIES), COORDS), 260)
  .map(([[georel, geometry], coords], at) =>
    get(
      withParameters('/v2/entities', {
        georel,
        geometry,
        coords,
        options: 'values',
        attrs: 'n',
        ...(at % 7 === 0 && { orderBy: 'geo:distance' }),
        ...(at % 11 === 0 && { geoproperty: 'p' }),
      }),
    ),
  );

export const reading: readonly Chapter[] = [
  { name: 'reads of one entity', steps: [...fixture, ...single, ...tags] },
  { name: 'lists', steps: [...fixture, ...lists, ...pathLists, ...types, ...pages] },
  { name: 'areas', steps: [...fixture, ...areas] },
];
