import { ask, get, pairs, post, send, withParameters, type Chapter, type Step } from '../step';
import { fixture } from './fixture';

const polygon = (coordinates: unknown) => ({ type: 'geo:json', value: { type: 'Polygon', coordinates } });

/** Attributes as a body may have them, good ones and bad ones. */
const ATTRIBUTES: readonly (readonly [name: string, attribute: unknown])[] = [
  ['a', { value: 1 }],
  ['a', { type: 'Number', value: 1.5 }],
  ['a', { type: 'Text' }],
  ['a', {}],
  ['a', 5],
  ['a', 'x'],
  ['a', null],
  ['a', []],
  ['a', true],
  ['a', { value: { x: 1 } }],
  ['a', { value: [1, 'b', null] }],
  ['a', { value: null }],
  ['a', { value: 'x<y' }],
  ['a', { value: { deep: ['a=b'] } }],
  ['a', { value: { 'k<': 1 } }],
  ['a', { value: 1, type: 5 }],
  ['a', { value: 1, type: '' }],
  ['a', { value: 1, type: 'a<b' }],
  ['a', { value: 1, type: 'T T' }],
  ['a', { value: 1, type: 'x'.repeat(257) }],
  ['a', { value: 1, bogus: 2 }],
  ['a', { value: 1, metadata: 5 }],
  ['a', { value: 1, metadata: [] }],
  ['a', { value: 1, metadata: { m: 5 } }],
  ['a', { value: 1, metadata: { m: {} } }],
  ['a', { value: 1, metadata: { m: { value: 'x', type: 'T' } } }],
  ['a', { value: 1, metadata: { m: { value: 'x<' } } }],
  ['a', { value: 1, metadata: { m: { value: 1, type: 5 } } }],
  ['a', { value: 1, metadata: { m: { value: 1, type: 't<' } } }],
  ['a', { value: 1, metadata: { m: { value: 1, bogus: 1 } } }],
  ['a', { value: 1, metadata: { 'm<': { value: 1 } } }],
  ['a', { value: 1, metadata: { '': { value: 1 } } }],
  ['a', { value: 1, metadata: { m: { value: { x: [1] } } } }],
  ['a', { value: 1, metadata: { m: { type: 'DateTime', value: 'x' } } }],
  ['a', { value: 1, metadata: { m: { type: 'DateTime', value: '2020-02-30' } } }],
  ['a', { value: 1, metadata: { m: { type: 'DateTime', value: '2020-02-03T04:05:06+02' } } }],
  ['a', { value: 1, metadata: { previousValue: { value: 1 }, dateCreated: { value: '2001-01-01' } } }],
  ['a', { value: 1, metadata: { ignoreType: { type: 'Boolean', value: true } } }],
  ['a', { type: 'DateTime', value: '2020-01-01' }],
  ['a', { type: 'DateTime', value: '2020-01-01T10:20:30.4567Z' }],
  ['a', { type: 'DateTime', value: 'yesterday' }],
  ['a', { type: 'DateTime', value: 5 }],
  ['a', { type: 'DateTime', value: '' }],
  ['a', { type: 'DateTime', value: null }],
  ['a', { type: 'ISO8601', value: '1999-13-01' }],
  ['a', { type: 'DateTime', value: '2020-06-30T25:00:00Z' }],
  ['dateExpires', { type: 'DateTime', value: '2090-01-01T00:00:00Z' }],
  ['dateExpires', { type: 'Text', value: 'x' }],
  ['dateExpires', { type: 'DateTime', value: 'x' }],
  ['dateExpires', { value: 5 }],
  ['dateCreated', { value: 1 }],
  ['dateModified', { type: 'DateTime', value: '2020-01-01' }],
  ['alterationType', { value: 1 }],
  ['id', { value: 1 }],
  ['type', { value: 1 }],
  ['geo:distance', { value: 1 }],
  ['', { value: 1 }],
  ['a b', { value: 1 }],
  ['a<', { value: 1 }],
  ['a/b', { value: 1 }],
  ['a&b', { value: 1 }],
  ['ä', { value: 1 }],
  ['a.b', { value: 1 }],
  ['$a', { value: 1 }],
  ['x'.repeat(257), { value: 1 }],
  ['__proto__', { value: 1 }],
  ['p2', { type: 'geo:point', value: '1,2' }],
  ['p2', { type: 'geo:point', value: '91,2' }],
  ['p2', { type: 'geo:point', value: 'x' }],
  ['p2', { type: 'geo:point', value: 5 }],
  ['p2', { type: 'geo:point', value: null }],
  ['p2', { type: 'geo:line', value: ['1,2', '3,4'] }],
  ['p2', { type: 'geo:line', value: ['1,2'] }],
  ['p2', { type: 'geo:line', value: '1,2' }],
  ['p2', { type: 'geo:polygon', value: ['0,0', '0,1', '1,1', '0,0'] }],
  ['p2', { type: 'geo:polygon', value: ['0,0', '0,1', '1,1', '2,2'] }],
  ['p2', { type: 'geo:polygon', value: ['0,0', '0,1'] }],
  ['p2', { type: 'geo:box', value: ['0,0', '1,1'] }],
  ['p2', { type: 'geo:box', value: ['0,0', '0,0'] }],
  ['p2', { type: 'geo:box', value: ['0,0'] }],
  ['p2', { type: 'geo:json', value: { type: 'Point', coordinates: [1, 2] } }],
  ['p2', { type: 'geo:json', value: { type: 'Point', coordinates: [200, 2] } }],
  ['p2', { type: 'geo:json', value: { type: 'Point' } }],
  ['p2', { type: 'geo:json', value: { type: 'Bogus', coordinates: [1, 2] } }],
  ['p2', { type: 'geo:json', value: 'x' }],
  ['p2', { type: 'geo:json', value: {} }],
  ['p2', { type: 'geo:json', value: null }],
  [
    'p2',
    polygon([
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ]),
  ],
  [
    'p2',
    polygon([
      [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
    ]),
  ],
  [
    'p2',
    polygon([
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
        [0, 0],
      ],
    ]),
  ],
  ['p2', polygon([])],
  ['p2', { type: 'geo:json', value: { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } } }],
  ['p2', { type: 'geo:json', value: { type: 'FeatureCollection', features: [] } }],
  [
    'p2',
    {
      type: 'geo:json',
      value: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    },
  ],
  [
    'p2',
    {
      type: 'geo:json',
      value: {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    },
  ],
  ['p2', { type: 'geo:point', value: '1,2', metadata: { ignoreType: { type: 'Boolean', value: true } } }],
];

const OPERATORS: readonly unknown[] = [
  { $inc: 1 },
  { $inc: -2.5 },
  { $inc: 'x' },
  { $inc: null },
  { $mul: 3 },
  { $mul: 'x' },
  { $min: 1 },
  { $max: 100 },
  { $min: 'x' },
  { $max: [1] },
  { $push: 1 },
  { $push: { $each: [1, 2] } },
  { $push: { $each: [3, 1, 2], $sort: 1, $slice: 2 } },
  { $push: { $each: 5 } },
  { $push: { $each: [1], $sort: 'x' } },
  { $push: { $each: [1], $slice: 'x' } },
  { $push: { $each: [1], $position: 'x' } },
  { $push: { $each: [7], $position: 0 } },
  { $addToSet: 1 },
  { $addToSet: { $each: [1, 9] } },
  { $pull: 1 },
  { $pull: { $gt: 1 } },
  { $pull: { $bogus: 1 } },
  { $pull: { $in: [1] } },
  { $pull: { $in: 5 } },
  { $pullAll: [1] },
  { $pullAll: 1 },
  { $set: { x: 1 } },
  { $set: 5 },
  { $unset: { x: 1 } },
  { $unset: 5 },
  { $set: { y: 2 }, $unset: { x: 1 } },
  { $inc: 1, $mul: 2 },
  { $bogus: 1 },
  { $inc: 1, x: 2 },
  { x: 2, $inc: 1 },
  { $set: { 'a.b': 1 } },
  { $inc: { x: 1 } },
];

const LISTS = ['a', 't', 'l', 'o', 'fresh', 'p'];
const operators: readonly Step[] = [
  post('/v2/entities?options=keyValues', { id: 'O', type: 'T' }),
  ...pairs(OPERATORS, LISTS)
    .flatMap(([operator, name], at) => [
      ...(at % LISTS.length === 0
        ? [
            send('PUT', '/v2/entities/O/attrs?options=keyValues', {
              a: 5,
              t: 'x',
              l: [1, 2, 3],
              o: { x: 1, y: [1] },
            }),
          ]
        : []),
      send(name === 'fresh' ? 'POST' : 'PATCH', '/v2/entities/O/attrs', { [name]: { value: operator } }),
    ])
    .flatMap((step, at) => (at % 3 === 2 ? [step, get('/v2/entities/O?options=keyValues')] : [step])),
  ...OPERATORS.flatMap((operator, at) => [
    post('/v2/entities', { id: `N${at}`, type: 'N', a: { value: operator } }),
    send('PUT', '/v2/entities/O/attrs/a/value', operator),
    send('PUT', '/v2/entities/O/attrs/a', { value: operator }),
  ]),
  get('/v2/entities?type=N&options=keyValues&limit=100'),
  ...[
    { $max: '2030-01-01' },
    { $min: '2010-01-01' },
    { $max: 'x' },
    { $min: 5 },
    { $inc: 1 },
    { $max: '2030-01-01', $min: '2010-01-01' },
  ].flatMap((value) => [
    post('/v2/entities/O/attrs', { d: { type: 'DateTime', value } }),
    get('/v2/entities/O/attrs/d'),
  ]),
];

const ENDPOINTS: readonly (readonly [string, string])[] = [
  ['POST', '/v2/entities/W/attrs'],
  ['PATCH', '/v2/entities/W/attrs'],
  ['PUT', '/v2/entities/W/attrs'],
];
const attributes: readonly Step[] = [
  post('/v2/entities', { id: 'W', type: 'T', a: { value: 0 }, p: { type: 'geo:point', value: '5,5' } }),
  ...ATTRIBUTES.flatMap(([name, attribute], at) => [
    post('/v2/entities', { id: `A${at}`, type: 'T', [name]: attribute }),
    ...ENDPOINTS.map(([method, path]) => send(method, path, { [name]: attribute })),
    send('PUT', `/v2/entities/W/attrs/${encodeURIComponent(name)}`, attribute),
    post('/v2/op/update', { actionType: 'append', entities: [{ id: 'B', type: 'T', [name]: attribute }] }),
    post(`/v2/entities?options=keyValues`, { id: `K${at}`, type: 'T', [name]: attribute }),
  ]),
  get('/v2/entities/W'),
  get('/v2/entities/B'),
  get('/v2/entities?idPattern=^A&limit=200'),
];

/** Entities as a body may have them. */
const ENTITIES: readonly unknown[] = [
  {},
  [],
  'x',
  5,
  null,
  { id: '' },
  { id: 5 },
  { id: null },
  { type: 'T' },
  { id: 'E<' },
  { id: 'é' },
  { id: 'a b' },
  { id: 'a/b' },
  { id: 'x'.repeat(257) },
  { id: 'x'.repeat(256) },
  { id: 'E', type: '' },
  { id: 'E', type: 5 },
  { id: 'E', type: 'T<' },
  { id: 'E', type: 'x'.repeat(257) },
  { id: 'E', type: null },
  { id: 'E1', type: 'T' },
  { id: 'E1', type: 'T' },
  { id: 'E1' },
  { id: 'E1', type: 'U' },
  { id: 'E2', type: 'T', isPattern: true },
  { idPattern: '.*' },
  {
    id: 'E3',
    a: { value: 1 },
    p: { type: 'geo:point', value: '1,2' },
    q: { type: 'geo:point', value: '3,4' },
  },
  { id: 'E4', attrs: { value: 1 } },
  [{ id: 'E5' }],
];
const WRITE_OPTIONS = [
  '',
  'keyValues',
  'upsert',
  'append',
  'forcedUpdate',
  'overrideMetadata',
  'flowControl',
  'upsert,keyValues',
  'append,keyValues',
  'bogus',
  'count',
  'values',
  'skipForwarding',
  'overrideMetadata,append',
  'dryRun',
];

const entities: readonly Step[] = [
  ...pairs(ENTITIES, ['', 'keyValues', 'upsert']).map(([body, options]) =>
    post(withParameters('/v2/entities', { options }), body),
  ),
  ...WRITE_OPTIONS.flatMap((options, at) => {
    const at0 = (path: string) => withParameters(path, { options });
    const a = options.includes('keyValues') ? at : { value: at, metadata: { m: { value: at } } };
    const b = options.includes('keyValues') ? at : { value: at };
    return [
      post(at0('/v2/entities'), { id: 'opt', type: 'T', a }),
      post(at0('/v2/entities/opt/attrs'), { a, [`b${at}`]: b }),
      post(at0('/v2/entities/opt/attrs'), { [`c${at}`]: b }),
      send('PATCH', at0('/v2/entities/opt/attrs'), { a: b }),
      send('PATCH', at0('/v2/entities/opt/attrs'), { nope: b }),
      send('PATCH', at0('/v2/entities/opt/attrs'), { a: b, nope: b }),
      send('PUT', at0('/v2/entities/opt/attrs'), { a, z: b }),
      send('PUT', at0('/v2/entities/opt/attrs/a'), { value: at }),
      send('PUT', at0('/v2/entities/opt/attrs/nope'), { value: at }),
      send('PUT', at0('/v2/entities/opt/attrs/a/value'), [at]),
      ask('DELETE', at0('/v2/entities/opt/attrs/nope')),
      get('/v2/entities/opt'),
    ];
  }),
];

const TEXTS = [
  '5',
  '5.5',
  '"x"',
  'x',
  'true',
  'null',
  '',
  ' 7 ',
  '"',
  '""',
  '0x10',
  'NaN',
  '1e3',
  '{"a":1}',
  '[1]',
  "'x'",
  '"a<b"',
  '-',
  '00',
  '"x',
  'TRUE',
];
const values: readonly Step[] = [
  post('/v2/entities', {
    id: 'V',
    type: 'T',
    a: { value: 0, metadata: { m: { value: 1 } } },
    d: { type: 'DateTime', value: '2020-01-01' },
  }),
  ...TEXTS.flatMap((text) => [
    send('PUT', '/v2/entities/V/attrs/a/value', text, { headers: { 'Content-Type': 'text/plain' } }),
    send('PUT', '/v2/entities/V/attrs/a/value', text),
    get('/v2/entities/V/attrs/a/value', { headers: { Accept: 'text/plain' } }),
    send('PUT', '/v2/entities/V/attrs/d/value', text, { headers: { 'Content-Type': 'text/plain' } }),
  ]),
  ...['nobody/attrs/a', 'V/attrs/nope', 'V/attrs/a<'].map((path) =>
    send('PUT', `/v2/entities/${path}/value`, { x: 1 }),
  ),
];

const METADATA: readonly unknown[] = [
  { m: { value: 2 } },
  {},
  [],
  5,
  { m: 5 },
  { m: {} },
  { 'm<': { value: 1 } },
  { m: { value: 'a<' } },
  { m: { value: 1, type: 'DateTime' } },
  { m: { value: 1, x: 1 } },
];
const ITEMS: readonly unknown[] = [
  { value: 3 },
  { type: 'T', value: 'x' },
  {},
  5,
  [],
  { value: 'a<' },
  { value: 1, x: 1 },
  { type: 'DateTime', value: 'x' },
];
const metadata: readonly Step[] = [
  post('/v2/entities', {
    id: 'M',
    type: 'T',
    a: { value: 0, metadata: { m: { value: 1 }, k: { type: 'Q', value: 'x' } } },
  }),
  ...METADATA.flatMap((body) => [
    send('PUT', '/v2/entities/M/attrs/a/metadata', body),
    get('/v2/entities/M/attrs/a/metadata'),
  ]),
  ...ITEMS.flatMap((body) => [
    send('PUT', '/v2/entities/M/attrs/a/metadata/m', body),
    send('PUT', '/v2/entities/M/attrs/a/metadata/new', body),
    get('/v2/entities/M/attrs/a/metadata/new'),
    ask('DELETE', '/v2/entities/M/attrs/a/metadata/new'),
  ]),
  ...['M/attrs/nope', 'nobody/attrs/a'].flatMap((path) => [
    get(`/v2/entities/${path}/metadata`),
    send('PUT', `/v2/entities/${path}/metadata`, {}),
    ask('DELETE', `/v2/entities/${path}/metadata`),
    send('PUT', `/v2/entities/${path}/metadata/m`, { value: 1 }),
    ask('DELETE', `/v2/entities/${path}/metadata/m`),
  ]),
  ask('DELETE', '/v2/entities/M/attrs/a/metadata'),
  get('/v2/entities/M'),
];

const deletes: readonly Step[] = [
  ...[
    'R1/attrs/n',
    'R1/attrs/n',
    'R1/attrs/nope',
    'nobody/attrs/n',
    'twice/attrs/n',
    'twice/attrs/n?type=Car',
    'R1?type=Car',
    'R1?type=Room',
    'R1',
    'twice',
    'twice?type=Car',
    'twice',
    'nobody',
    'R<',
  ].map((path) => ask('DELETE', `/v2/entities/${path}`)),
  ...pairs(
    ['PATCH', 'PUT', 'POST'],
    ['twice', 'nobody', 'R2?type=Car', 'R2?type=Room', 'C1?options=append', 'R<'],
  ).map(([method, path]) =>
    send(method, `/v2/entities/${path.replace(/\?|$/, '/attrs$&')}`, { n: { value: 1 } }),
  ),
  get('/v2/entities?options=values&attrs=n'),
];

const matched: readonly Step[] = [
  send(
    'POST',
    '/v2/entities',
    { id: 'I', type: 'T', a: { value: 1 } },
    { headers: { 'If-None-Match': '*' }, keep: { as: 'first', from: 'tag' } },
  ),
  send(
    'POST',
    '/v2/entities?options=upsert',
    { id: 'I', type: 'T', a: { value: 2 } },
    { headers: { 'If-None-Match': '*' } },
  ),
  send(
    'PATCH',
    '/v2/entities/I/attrs',
    { a: { value: 3 } },
    { headers: { 'If-Match': '{first}' }, keep: { as: 'second', from: 'tag' } },
  ),
  send('PATCH', '/v2/entities/I/attrs', { a: { value: 4 } }, { headers: { 'If-Match': '{first}' } }),
  send('PUT', '/v2/entities/I/attrs/a', { value: 4 }, { headers: { 'If-Match': '{second}, "x"' } }),
  ask('DELETE', '/v2/entities/I', { headers: { 'If-Match': '"x"' } }),
  ask('DELETE', '/v2/entities/I', { headers: { 'If-Match': 'bad' } }),
  ask('DELETE', '/v2/entities/I', { headers: { 'If-Match': '*' } }),
  ask('DELETE', '/v2/entities/I', { headers: { 'If-Match': '*' } }),
];

export const writing: readonly Chapter[] = [
  { name: 'attributes', steps: attributes },
  { name: 'operators', steps: operators },
  { name: 'entities', steps: [...fixture, ...entities, ...deletes] },
  { name: 'values and metadata', steps: [...values, ...metadata, ...matched] },
];
