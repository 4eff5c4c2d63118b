import { combine, type HostileGroup, type HostileRequest, type Outcome } from './hostile-request';
import { BAD_BYTES, INJECTIONS, METHODS, nested, PATHS, PATTERNS, PROTOTYPE_NAMES, SMUGGLED } from './tricks';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const encode = encodeURIComponent;
const get = (path: string, outcome: Outcome, headers: Record<string, string> = {}): HostileRequest => ({
  path,
  headers,
  outcome,
});
const post = (path: string, body: unknown, outcome: Outcome): HostileRequest => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body,
  outcome,
});
const attribute = (value: unknown) => ({ id: 'E', type: 'T', A: { value } });
const subscription = (subject: object, notification: object) => ({ subject, notification });
const somewhere = { http: { url: 'http://127.0.0.1:9' } };
/** Lacks the name of an attribute. */
const placeOf = '/v2/entities?georel=near;maxDistance:9&geometry=point&coords=1,2&geoproperty=';
const anything = { entities: [{ idPattern: '.*' }] };

const long = (length: number) => 'x'.repeat(length);
const SIZES: readonly HostileRequest[] = [
  ...[257, 5_000, 60_000].flatMap((length) => [
    post('/v2/entities', { id: long(length), type: 'T' }, 'refused'),
    post('/v2/entities', { id: 'E', type: long(length) }, 'refused'),
    post('/v2/entities', { id: 'E', type: 'T', [long(length)]: { value: 1 } }, 'refused'),
    post('/v2/entities', { id: 'E', A: { value: 1, type: long(length) } }, 'refused'),
    post('/v2/entities', { id: 'E', A: { value: 1, metadata: { [long(length)]: { value: 1 } } } }, 'refused'),
    get(`/v2/entities/${long(length)}`, 'refused'),
    get('/v2/entities', 'refused', { 'Fiware-Service': long(length) }),
    get('/v2/entities', 'refused', { 'Fiware-ServicePath': `/${long(length)}` }),
    get('/v2/entities', 'harmless', { 'Fiware-Correlator': long(length) }),
    get(`/v2/entities?idPattern=${long(length)}`, 'harmless'),
  ]),
  get('/v2/entities', 'refused', { 'Fiware-ServicePath': '/a'.repeat(11) }),
  get('/v2/entities', 'refused', { 'Fiware-ServicePath': Array(12).fill('/a').join(',') }),
  post('/v2/entities', long(1_100_000), 'refused'),
  post('/v2/op/update', { actionType: 'append', entities: Array(20_000).fill({ id: '' }) }, 'refused'),
  get('/v2/entities?limit=100000', 'refused'),
  get('/v2/entities?offset=99999999999999999999', 'harmless'),
  get('/v2/types?offset=99999999999999999999', 'harmless'),
  get('/v2/subscriptions?offset=99999999999999999999', 'harmless'),
  get('/v2/registrations?offset=99999999999999999999', 'harmless'),
  get(`/v2/entities?orderBy=${Array.from({ length: 3_000 }, (_, n) => `a${n}`).join(',')}`, 'harmless'),
  get(`/v2/entities?attrs=${Array.from({ length: 3_000 }, (_, n) => `a${n}`).join(',')}`, 'harmless'),
  get(`/v2/entities?id=${Array.from({ length: 3_000 }, (_, n) => `a${n}`).join(',')}`, 'harmless'),
  get(`/v2/entities?${Array.from({ length: 3_000 }, (_, n) => `a${n}=1`).join('&')}`, 'harmless'),
];

const DEEP = combine([51, 500, 5_000, 50_000], ['array', 'object'] as const, (depth, kind) =>
  nested(depth, kind),
).flatMap((deep) => [
  post('/v2/entities', `{"id":"E","A":{"value":${deep}}}`, 'refused'),
  post('/v2/entities', deep, 'refused'),
  post('/v2/op/update', `{"actionType":"append","entities":[{"id":"E","A":{"value":${deep}}}]}`, 'refused'),
  post('/v2/op/query', `{"entities":${deep}}`, 'refused'),
  post('/v2/op/notify', `{"subscriptionId":"x","data":${deep}}`, 'refused'),
  post('/v2/subscriptions', `{"subject":${deep}}`, 'refused'),
  post('/v2/registrations', `{"dataProvided":${deep}}`, 'refused'),
  post('/v1/updateContext', `{"updateAction":"APPEND","contextElements":${deep}}`, 'harmless'),
]);

const PROTOTYPES = PROTOTYPE_NAMES.flatMap((name) => [
  post('/v2/entities', `{"id":"P","type":"T","${name}":{"value":1}}`, 'harmless'),
  post('/v2/entities', `{"id":"P","A":{"value":1,"metadata":{"${name}":{"value":1}}}}`, 'harmless'),
  post('/v2/entities', `{"id":"P","A":{"value":{"${name}":{"polluted":true}}}}`, 'harmless'),
  post('/v2/entities?options=upsert', `{"id":"${name}","type":"${name}"}`, 'harmless'),
  post('/v2/op/update', `{"actionType":"append","${name}":{"polluted":true},"entities":[]}`, 'refused'),
  post('/v2/op/query', `{"entities":[{"idPattern":".*"}],"expression":{"${name}":"a"}}`, 'harmless'),
  post('/v2/subscriptions', `{"${name}":{"polluted":true}}`, 'refused'),
  get(`/v2/entities?orderBy=${name}`, 'harmless'),
  get(`${placeOf}${name}`, 'harmless'),
  get(`/v2/entities?q=${name}==1`, 'harmless'),
  get(`/v2/entities?q=a.${name}.b==1`, 'harmless'),
  get(`/v2/entities?options=${name}`, 'refused'),
  get(`/v2/entities/P/attrs/${name}`, 'harmless'),
  get(`/v2/types/${name}`, 'harmless'),
  get(`/${name}`, 'refused'),
]);

const REPEATED: readonly HostileRequest[] = [
  '{"id":"A","id":"B"}',
  '{"id":"A","type":"T","type":"U"}',
  '{"id":"A","a":{"value":1},"a":{"value":2}}',
  '{"id":"A","a":{"value":1,"value":2}}',
  '{"id":"A","a":{"value":{"k":1,"k":2}}}',
  '{"id":"A","\\u0069d":"B"}',
].flatMap((body) => [
  post('/v2/entities', body, 'harmless'),
  post('/v2/op/update', `{"actionType":"append","actionType":"delete","entities":[${body}]}`, 'harmless'),
  post('/v2/op/query', `{"entities":[${body}],"entities":[]}`, 'harmless'),
]);

const ODD_BODIES = combine(
  [
    'null',
    'true',
    '0',
    '1e999',
    '"text"',
    '[]',
    '[[]]',
    '{}',
    '{"',
    '{"id":}',
    "{'id':'E'}",
    '{"id":"E",}',
    '\u0000',
  ],
  [
    '/v2/entities',
    '/v2/op/update',
    '/v2/op/query',
    '/v2/op/notify',
    '/v2/subscriptions',
    '/v2/registrations',
    '/v1/queryContext',
  ],
  (body, path) => post(path, body, 'harmless'),
);

const BLOW_UPS = PATTERNS.flatMap((pattern) => [
  get(`/v2/entities?idPattern=${encode(pattern)}`, 'harmless'),
  get(`/v2/entities?typePattern=${encode(pattern)}`, 'harmless'),
  post('/v2/op/query', { entities: [{ idPattern: pattern }] }, 'harmless'),
  post('/v2/op/query', { ...anything, expression: { q: `A~=${pattern}` } }, 'harmless'),
  post('/v2/subscriptions', subscription({ entities: [{ idPattern: pattern }] }, somewhere), 'harmless'),
]);

const CRLF = [
  '%0d%0aX-Injected:%20yes',
  '%0aX-Injected:yes',
  '\\r\\nX-Injected: yes',
  '%E5%98%8D%E5%98%8AX-Injected:yes',
];
const HEADER_INJECTIONS = CRLF.flatMap((text) => [
  ...['id', 'type', 'q', 'attrs', 'orderBy', 'limit', 'options', 'metadata', 'unknown'].map((name) =>
    get(`/v2/entities?${name}=${text}`, 'harmless'),
  ),
  get(`/v2/entities/${text}`, 'refused'),
  get(`/v2/types/${text}`, 'refused'),
  get('/v2/entities', 'refused', { 'Fiware-Service': text }),
  get('/v2/entities', 'refused', { 'Fiware-ServicePath': `/${text}` }),
  get('/v2/entities', 'harmless', { 'Fiware-Correlator': text }),
  get('/v2/entities', 'harmless', { Origin: text }),
  post(
    '/v2/subscriptions',
    subscription(anything, { httpCustom: { url: 'http://127.0.0.1:9', headers: { 'x-a': text } } }),
    'harmless',
  ),
]);

/** Addresses that somebody makes a broker call. Nothing is notified here: it is about what is taken. */
const TARGETS = [
  ...[
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/x',
    'ftp://127.0.0.1/',
    'dict://127.0.0.1:11211/',
    'ldap://127.0.0.1/',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    '//127.0.0.1/',
    '127.0.0.1',
    '',
    ' ',
  ],
  ...[
    'http://',
    'http://:80',
    'http://127.0.0.1:0',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:-1',
    'http://a b/',
  ],
  ...[
    'http://user:pass@127.0.0.1/',
    'http://127.0.0.1\r\nX-Injected: yes',
    'http://127.0.0.1/\r\nX-Injected: yes',
  ],
  ...[
    'http://[::1',
    'http://[zz]/',
    'http://127.0.0.1#@evil.invalid/',
    'http://evil.invalid\\@127.0.0.1/',
    'HTTP://127.0.0.1/',
  ],
].flatMap((url) => [
  post('/v2/subscriptions', subscription(anything, { http: { url } }), 'harmless'),
  post('/v2/subscriptions', subscription(anything, { mqtt: { url, topic: 't' } }), 'harmless'),
  post(
    '/v2/registrations',
    { dataProvided: { entities: [{ id: 'far' }] }, provider: { http: { url } } },
    'harmless',
  ),
]);

const INJECTED = INJECTIONS.flatMap((text) => [
  ...['id', 'type', 'q', 'mq', 'orderBy', 'attrs'].map((name) =>
    get(`/v2/entities?${name}=${encode(text)}`, 'harmless'),
  ),
  get(`/v2/entities?georel=near;maxDistance:1&geometry=point&coords=${encode(text)}`, 'refused'),
  get(`${placeOf}${encode(text)}`, 'harmless'),
  get(`/v2/entities/${encode(text)}`, 'harmless'),
  post('/v2/entities', { id: text }, 'harmless'),
  post('/v2/op/query', { entities: [{ id: text, type: text }] }, 'harmless'),
  post('/v2/op/query', { ...anything, expression: { q: `A==${text}` } }, 'harmless'),
  post('/v2/op/query', { ...anything, attributes: [text], metadata: [text] }, 'harmless'),
  post('/v2/entities', attribute({ [text]: text }), 'harmless'),
  post('/v2/op/update', { actionType: text, entities: [] }, 'refused'),
]);

const TENANTS = [
  ...[
    '..',
    '../x',
    '/etc',
    'a/b',
    'a\\b',
    'a.b',
    'a-b',
    'a b',
    'a%00',
    'a;b',
    'a$b',
    '$where',
    '*',
    "a'b",
    'ä',
    'a\tb',
  ],
  ...[
    'con',
    'nul',
    'orion',
    'sqlite',
    '__proto__',
    'constructor',
    'x'.repeat(50),
    'x'.repeat(51),
    'A'.repeat(50),
    '_',
  ],
].flatMap((tenant) => {
  const outcome: Outcome = /^[A-Za-z0-9_]{1,50}$/.test(tenant) ? 'harmless' : 'refused';
  return [
    get('/v2/entities', outcome, { 'Fiware-Service': tenant }),
    get('/v2/subscriptions', outcome, { 'Fiware-Service': tenant }),
    { ...post('/v2/op/query', anything, outcome), headers: { ...JSON_TYPE, 'Fiware-Service': tenant } },
    get('/v2/entities', 'harmless', { 'Fiware-ServicePath': `/${tenant}` }),
  ];
});

const encodedList = (list: unknown) => Buffer.from(JSON.stringify(list)).toString('base64url');
/** Cursors that nobody gave out; some have the form of one. */
const CURSORS = [
  ...[
    'x',
    'null',
    '-1',
    '__proto__',
    'A'.repeat(3_999),
    'A'.repeat(12_000),
    encodeURIComponent('\'"'),
    'start,start',
  ],
  ...[[], [''], ['', 'x', 1], ['', null, null], ['', 1e308, {}], ['', [], []], ['', ['%'], 1], { 0: '' }].map(
    encodedList,
  ),
  ...[
    ['', 1, "x' OR 1=1 --"],
    ['', { $gt: 0 }, 'E'],
    ['', 1, 'E', 'T', { $ne: 1 }],
    ['id', 1, 2],
  ].map(encodedList),
].flatMap((cursor): readonly HostileRequest[] => [
  get(`/v2/entities?cursor=${cursor}`, 'refused'),
  get(`/v2/entities?orderBy=!A,id&cursor=${cursor}`, 'refused'),
  post(`/v2/op/query?cursor=${cursor}`, anything, 'refused'),
  get(`/v2/subscriptions?cursor=${cursor}`, 'refused'),
  get(`/v2/subscriptions?options=filter&cursor=${cursor}`, 'refused'),
  get(`/v2/registrations?cursor=${cursor}`, 'refused'),
]);
const LONG_ORDERS = [8, 9, 33].map((length) =>
  get(`/v2/entities?cursor=start&orderBy=${Array.from({ length }, (_, n) => `a${n}`).join(',')}`, 'harmless'),
);

/** Metadata by their names in the path. */
const METADATA = [
  '__proto__',
  'constructor',
  'x'.repeat(257),
  'a%2Fb',
  '%00',
  "a'b",
  '$set',
  'a.b',
  'value',
].flatMap((name): readonly HostileRequest[] =>
  [{ type: 'T' }, { value: nested(500, 'array') }, { other: 1 }, [], 'x', '{', { type: '', value: 1 }].map(
    (body) => ({
      ...post(`/v2/entities/E/attrs/A/metadata/${name}`, body, 'harmless'),
      method: 'PUT',
    }),
  ),
);

/** Conditions on versions that nobody gave out. A read takes no notice of one that is none; a write is refused. */
const CONDITIONS = [
  ...['x', '"x', '"a" "b"', '*, *', 'W/x', '"a",'.repeat(2_000) + 'x', '"a" '.repeat(2_000), ' "'],
  ...['"x"', 'W/"*"', '"a",'.repeat(2_000), '"a",'.repeat(10_000), '"__proto__"', '"\\"'],
].flatMap((tags): readonly HostileRequest[] => [
  get('/v2/entities/E', 'harmless', { 'If-Match': tags, 'If-None-Match': tags }),
  {
    ...post('/v2/entities?options=upsert', attribute(1), 'refused'),
    headers: { ...JSON_TYPE, 'If-Match': tags },
  },
  { method: 'DELETE', path: '/v2/entities/E', headers: { 'If-Match': tags }, outcome: 'refused' },
]);

const UTF8 = BAD_BYTES.flatMap((bytes): readonly HostileRequest[] => [
  { path: `/v2/entities/${bytes}`, outcome: 'refused' },
  { path: `/v2/entities?q=${bytes}`, outcome: 'harmless' },
  get('/v2/entities', 'refused', { 'Fiware-Service': bytes }),
  get('/v2/entities', 'harmless', { 'Fiware-Correlator': bytes }),
  post('/v2/entities', `{"id":"${bytes}"}`, 'harmless'),
  post('/v2/entities?options=upsert', `{"id":"U","A":{"value":"${bytes}"}}`, 'harmless'),
  post('/v2/entities', `${bytes}{"id":"B"}`, 'harmless'),
]);

const requestTo = (path: string, method: string, outcome: Outcome): HostileRequest => ({
  path,
  method,
  outcome,
});

/** What shows how notifications went, and has some made. */
const INSPECTIONS: readonly HostileRequest[] = [
  ...['', '%00', '..%2f..', 'x', '5'.repeat(24), '5'.repeat(25), '__proto__', '${token}'].flatMap((id) => [
    get(`/v2/subscriptions/${id}/attempts`, 'refused'),
    post(`/v2/subscriptions/${id}/test`, {}, 'refused'),
    get(`/v2/deadLetters/${id}`, id === '' ? 'harmless' : 'refused'),
    post(`/v2/deadLetters/${id}/resend`, {}, 'refused'),
    get(`/v2/deadLetters?subscription=${id}`, id === '5'.repeat(24) ? 'harmless' : 'refused'),
    post(`/v2/subscriptions/${id}/deadLetters/resend`, {}, id === '5'.repeat(24) ? 'harmless' : 'refused'),
  ]),
  ...['(a+)+$', '%00', '__proto__', long(60_000)].flatMap((text) => [
    get(`/v2/subscriptions?options=filter&id=${encode(text)}`, 'harmless'),
    get(`/v2/subscriptions?options=filter&label=${encode(text)}`, 'harmless'),
    get(`/v2/subscriptions?options=filter&${encode(text)}=x`, 'refused'),
  ]),
  post(
    '/v2/subscriptions',
    { ...subscription(anything, somewhere), labels: Array(10_000).fill('x') },
    'refused',
  ),
  post('/v2/subscriptions', { ...subscription(anything, somewhere), labels: { __proto__: [] } }, 'refused'),
  post('/v2/subscriptions', { ...subscription(anything, somewhere), owner: long(60_000) }, 'refused'),
  ...['', '..', 'a/b', '__proto__', 'http://169.254.169.254', '${id}', long(60_000)].map((name) =>
    post('/v2/subscriptions', subscription(anything, { endpoint: { name } }), 'refused'),
  ),
  get('/v2/deadLetters?limit=1001', 'refused'),
  get('/v2/deadLetters?offset=-1', 'refused'),
  get(`/v2/deadLetters?offset=${'9'.repeat(30)}`, 'harmless'),
  get(`/v2/deadLetters/${long(60_000)}`, 'refused'),
  post(`/v2/subscriptions/${'5'.repeat(24)}/test`, { url: 'http://169.254.169.254' }, 'refused'),
  post(`/v2/subscriptions/${'5'.repeat(24)}/test`, nested(50_000, 'array'), 'refused'),
];

const near = { georel: 'near;maxDistance:9', geometry: 'point', coords: '1,2' };
/** Values that are no geometries where one is looked for. */
const NO_PLACES = [
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
        [0, 0],
      ],
    ],
  },
  { type: 'Point', coordinates: ['$gt', { $gt: '' }] },
  { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'FeatureCollection' } }] },
  { type: 'GeometryCollection', geometries: JSON.parse(nested(40, 'array')) as unknown },
  [[[1, 2]]],
  null,
];
const PLACES: readonly HostileRequest[] = [
  ...NO_PLACES.map((value) =>
    post(
      '/v2/entities?options=upsert',
      { id: 'P', yard: { type: 'geo:json', value, metadata: { ignoreType: { value: true } } } },
      'harmless',
    ),
  ),
  get(`${placeOf}yard`, 'harmless'),
  get(`${placeOf}yard&orderBy=geo:distance`, 'harmless'),
  get(`${placeOf}${long(257)}`, 'refused'),
  get(`${placeOf}a%20b`, 'refused'),
  ...[1, '', null, ['yard'], { $gt: '' }, 'a b', long(60_000)].flatMap((geoproperty) => {
    const expression = { ...near, geoproperty };
    return [
      post('/v2/op/query', { ...anything, expression }, 'refused'),
      post(
        '/v2/subscriptions',
        subscription({ ...anything, condition: { expression } }, somewhere),
        'refused',
      ),
    ];
  }),
];

export const BROKER_GROUPS: readonly HostileGroup[] = [
  { name: 'sizes', to: 'broker', requests: SIZES },
  { name: 'deep JSON', to: 'broker', requests: DEEP },
  { name: 'names of prototypes', to: 'broker', requests: PROTOTYPES },
  { name: 'repeated members', to: 'broker', requests: REPEATED },
  { name: 'odd bodies', to: 'broker', requests: ODD_BODIES },
  { name: 'patterns that blow up', to: 'broker', requests: BLOW_UPS },
  { name: 'line breaks for headers', to: 'broker', requests: HEADER_INJECTIONS },
  { name: 'inspections', to: 'broker', requests: INSPECTIONS },
  { name: 'targets', to: 'broker', requests: TARGETS },
  { name: 'injections', to: 'broker', requests: INJECTED },
  { name: 'tenants and service paths', to: 'broker', requests: TENANTS },
  { name: 'cursors', to: 'broker', requests: [...CURSORS, ...LONG_ORDERS] },
  { name: 'metadata', to: 'broker', requests: METADATA },
  { name: 'places', to: 'broker', requests: PLACES },
  { name: 'conditions', to: 'broker', requests: CONDITIONS },
  { name: 'invalid UTF-8', to: 'broker', requests: UTF8 },
  {
    name: 'smuggled messages',
    to: 'broker',
    requests: SMUGGLED.map((raw) => ({ raw, outcome: 'harmless' })),
  },
  {
    name: 'methods',
    to: 'broker',
    requests: combine(METHODS, ['/v2/entities', '/version'], (method, path) =>
      requestTo(path, method, 'refused'),
    ),
  },
  {
    name: 'paths',
    to: 'broker',
    requests: combine(PATHS, ['GET', 'DELETE'], (path, method) => requestTo(path, method, 'harmless')),
  },
  {
    name: 'paths without a token',
    to: 'guarded broker',
    requests: combine(
      PATHS.filter((path) => !path.startsWith('/version?')),
      ['GET', 'POST', 'DELETE'],
      (path, method) => requestTo(path, method, 'refused'),
    ),
  },
  {
    name: 'methods without a token',
    to: 'guarded broker',
    requests: METHODS.map((method) => requestTo('/v2/entities', method, 'refused')),
  },
  {
    name: 'smuggled messages without a token',
    to: 'guarded broker',
    requests: SMUGGLED.map((raw) => ({ raw, outcome: 'refused' })),
  },
];
