import { ask, get, post, send, type Chapter, type Step } from '../step';
import { Seeded } from '../seeded';

const SUBJECT = { entities: [{ idPattern: '.*', type: 'T' }] };
const to = (name: string) => ({ http: { url: `{receiver}/${name}` } });
const custom = (name: string, more: object) => ({ httpCustom: { url: `{receiver}/${name}`, ...more } });
const when = (condition: object) => ({ ...SUBJECT, condition });

/** Subscriptions by the path that they are sent to. */
const SUBSCRIPTIONS: readonly (readonly [
  name: string,
  notification: object,
  subject?: object,
  more?: object,
])[] = [
  ['normalized', {}],
  ['keyValues', { attrsFormat: 'keyValues' }],
  ['values', { attrsFormat: 'values' }],
  ['simplifiedNormalized', { attrsFormat: 'simplifiedNormalized' }],
  ['simplifiedKeyValues', { attrsFormat: 'simplifiedKeyValues' }],
  ['legacy', { attrsFormat: 'legacy' }],
  ['attrs', { attrs: ['b', 'a'] }],
  ['attrs-values', { attrs: ['b', 'nope', 'a'], attrsFormat: 'values' }],
  ['except', { exceptAttrs: ['a'] }],
  ['covered', { attrs: ['a', 'nope'], covered: true }],
  ['covered-keyValues', { attrs: ['a', 'nope'], covered: true, attrsFormat: 'keyValues' }],
  [
    'builtins',
    {
      attrs: ['*', 'dateCreated', 'dateModified', 'alterationType'],
      metadata: ['*', 'previousValue', 'actionType', 'dateCreated'],
    },
  ],
  ['only-changed', { onlyChangedAttrs: true }],
  ['metadata', { metadata: ['m'] }],
  ['on-a', {}, when({ attrs: ['a'] })],
  ['on-q', { attrsFormat: 'keyValues' }, when({ attrs: ['a'], expression: { q: 'a>3' } })],
  ['on-mq', { attrsFormat: 'keyValues' }, when({ expression: { mq: 'a.m>2' } })],
  [
    'on-place',
    { attrs: ['a'] },
    when({ expression: { georel: 'near;maxDistance:1000', geometry: 'point', coords: '1,2' } }),
  ],
  ['on-create', { attrsFormat: 'keyValues' }, when({ alterationTypes: ['entityCreate'] })],
  ['on-delete', { attrs: ['*', 'alterationType'] }, when({ alterationTypes: ['entityDelete'] })],
  ['on-update', { attrsFormat: 'keyValues' }, when({ alterationTypes: ['entityUpdate'] })],
  ['values-only', { attrs: ['a'] }, when({ notifyOnMetadataChange: false })],
  [
    'extended',
    { attrsFormat: 'keyValues' },
    when({ expression: { q: '(a>3;b==x)|c', extendedQuery: true } }),
  ],
  ['one', {}, { entities: [{ id: 'E1', type: 'T' }] }],
  ['oneshot', { attrsFormat: 'keyValues' }, SUBJECT, { status: 'oneshot' }],
  ['throttled', { attrsFormat: 'keyValues' }, SUBJECT, { throttling: 3600 }],
  ['inactive', {}, SUBJECT, { status: 'inactive' }],
  ['expired', {}, SUBJECT, { expires: '2001-01-01T00:00:00Z' }],
  ['refused-500', { attrsFormat: 'keyValues' }, { entities: [{ id: 'E1', type: 'T' }] }],
  ['refused-404', { attrsFormat: 'keyValues' }, { entities: [{ id: 'E2', type: 'T' }] }],
];
const CUSTOM: readonly (readonly [name: string, notification: object])[] = [
  ['payload', custom('payload', { payload: 'a=${a} id=${id} type=${type} ${nope} ${a|nope} %22x%22' })],
  ['no-payload', custom('no-payload', { payload: null })],
  [
    'put',
    custom('put', {
      method: 'PUT',
      qs: { id: '${id}', a: '${a}' },
      headers: { 'X-Id': '${id}', 'Content-Type': 'text/x${a}' },
    }),
  ],
  ['get', custom('get', { method: 'GET', payload: '' })],
  ['url', { httpCustom: { url: '{receiver}/url/${id}/${a}' } }],
  [
    'json',
    custom('json', { json: { id: '${id}', a: '${a}', t: 'a is ${a}', deep: [{ b: '${b}' }, '${nope}', 5] } }),
  ],
  [
    'ngsi',
    custom('ngsi', {
      ngsi: { id: 'X${id}', type: 'Y', a: { value: '${a}', type: 'Z' }, extra: { value: '${b}' } },
    }),
  ],
  [
    'ngsi-keyValues',
    { ...custom('ngsi-keyValues', { ngsi: { c: { value: '${a + 1}' } } }), attrsFormat: 'keyValues' },
  ],
  [
    'jexl',
    custom('jexl', {
      payload:
        '${a+1} ${a*2>5} ${b|uppercase} ${[a,b]} ${id + "-" + type} ${a ? 1 : 2} ${service} ${servicePath} ${l|jsonstringify} ${o.x} ${b|substr(0,1)} ${a|bogus} ${1/0} ${',
    }),
  ],
  ['custom-attrs', { ...custom('custom-attrs', { json: { a: '${a}', b: '${b}' } }), attrs: ['a'] }],
  ['broken-url', { httpCustom: { url: 'http://${nope}:1/x' } }],
];

const subscriptions: readonly Step[] = SUBSCRIPTIONS.map(
  ([name, notification, subject = SUBJECT, more = {}]) =>
    post(
      '/v2/subscriptions',
      { description: name, subject, notification: { ...to(name), ...notification }, ...more },
      { keep: { as: name, from: 'location' }, isWatched: true },
    ),
);
const customs: readonly Step[] = CUSTOM.map(([name, notification]) =>
  post(
    '/v2/subscriptions',
    { description: name, subject: SUBJECT, notification },
    { keep: { as: name, from: 'location' }, isWatched: true },
  ),
);

const watched = { isWatched: true };
const E1 = { id: 'E1', type: 'T', a: { value: 1, metadata: { m: { value: 1 } } }, b: { value: 'x' } };
const changes: readonly Step[] = [
  post('/v2/entities', E1, watched),
  send('PATCH', '/v2/entities/E1/attrs', { a: { value: 2 } }, watched),
  send('PATCH', '/v2/entities/E1/attrs', { a: { value: 2 } }, watched),
  send('PATCH', '/v2/entities/E1/attrs?options=forcedUpdate', { a: { value: 2 } }, watched),
  send('PATCH', '/v2/entities/E1/attrs', { a: { value: 5, metadata: { m: { value: 3 } } } }, watched),
  send('PATCH', '/v2/entities/E1/attrs', { a: { value: 5, metadata: { m: { value: 4 } } } }, watched),
  send('PATCH', '/v2/entities/E1/attrs?options=overrideMetadata', { a: { value: 5 } }, watched),
  post(
    '/v2/entities/E1/attrs',
    { c: { value: [1, { x: null }] }, p: { type: 'geo:point', value: '1,2' } },
    watched,
  ),
  send('PUT', '/v2/entities/E1/attrs/a', { value: { $inc: 2 } }, watched),
  send('PUT', '/v2/entities/E1/attrs/b/value', { x: 1 }, watched),
  ask('DELETE', '/v2/entities/E1/attrs/c', watched),
  send(
    'PUT',
    '/v2/entities/E1/attrs',
    { a: { value: 'ä€😀' }, l: { value: ['x', 1] }, o: { value: { x: 7 } } },
    watched,
  ),
  post('/v2/entities?options=upsert', { id: 'E1', type: 'T', a: { value: 9 }, b: { value: 'up' } }, watched),
  post('/v2/entities', { id: 'E2', type: 'T' }, watched),
  post(
    '/v2/op/update',
    {
      actionType: 'append',
      entities: [
        { id: 'E2', type: 'T', a: { value: 4 } },
        { id: 'E3', type: 'T', a: { value: 6 }, b: { value: 'x' } },
      ],
    },
    watched,
  ),
  post(
    '/v2/op/update',
    {
      actionType: 'update',
      entities: [
        { id: 'E2', type: 'T', a: { value: 8 } },
        { id: 'nobody', type: 'T', a: { value: 6 } },
      ],
    },
    watched,
  ),
  post(
    '/v2/op/update',
    { actionType: 'replace', entities: [{ id: 'E3', type: 'T', z: { value: true } }] },
    watched,
  ),
  post('/v2/op/update', { actionType: 'delete', entities: [{ id: 'E3', type: 'T' }] }, watched),
  post('/v2/entities', { id: 'other', type: 'Other', a: { value: 1 } }, watched),
  post(
    '/v1/updateContext',
    {
      updateAction: 'APPEND',
      contextElements: [
        {
          id: 'E4',
          type: 'T',
          isPattern: 'false',
          attributes: [
            { name: 'a', type: 'x', value: '7', metadatas: [{ name: 'm', type: 'y', value: '1' }] },
          ],
        },
      ],
    },
    watched,
  ),
  post(
    '/v2/op/notify',
    { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [{ id: 'E5', type: 'T', a: { value: 1 } }] },
    watched,
  ),
  send('PATCH', '/v2/entities?type=T&limit=100', { a: { value: 50 } }, watched),
  send('PUT', '/v2/entities/E1/attrs/a/metadata', { m: { value: 'new' } }, watched),
  send(
    'PATCH',
    '/v2/entities/E1/attrs',
    { a: { value: 3 } },
    { ...watched, headers: { 'Fiware-Correlator': 'given', 'X-Auth-Token': 'secret' } },
  ),
  post(
    '/v2/entities',
    { id: 'E6', type: 'T', a: { value: 1 } },
    { ...watched, headers: { 'Fiware-ServicePath': '/p' } },
  ),
  ask('DELETE', '/v2/entities/E1', watched),
];

const random = new Seeded(64);
const mixed: readonly Step[] = Array.from({ length: 60 }, () => {
  const path = `/v2/entities/M${random.below(3)}/attrs`;
  const value = random.pick<unknown>([1, 2, 3, 4.5, 'x', true, null, [1], { x: 2 }]);
  const body = {
    [random.pick(['a', 'b', 'c'])]: {
      value,
      ...(random.below(3) === 0 && { metadata: { m: { value: random.below(4) } } }),
    },
  };
  return random.pick<() => Step>([
    () => send('PATCH', path, body, watched),
    () => post(path, body, watched),
    () => post('/v2/entities?options=upsert', { id: `M${random.below(3)}`, type: 'T', ...body }, watched),
    () => send('PUT', path, body, watched),
    () => ask('DELETE', `/v2/entities/M${random.below(3)}`, watched),
  ])();
});

const settled = { isSettling: true };
const shown = (names: readonly string[]): readonly Step[] =>
  names.map((name) => get(`/v2/subscriptions/{${name}}`, settled));
const NAMES = SUBSCRIPTIONS.map(([name]) => name);
const patches: readonly Step[] = [
  send('PATCH', '/v2/subscriptions/{normalized}', { status: 'inactive' }, watched),
  send('PATCH', '/v2/subscriptions/{on-a}', { subject: when({ attrs: ['b'] }) }, watched),
  send(
    'PATCH',
    '/v2/subscriptions/{keyValues}',
    { notification: { ...to('patched'), attrs: ['a'], attrsFormat: 'values' } },
    watched,
  ),
  post('/v2/entities', { id: 'E7', type: 'T', a: { value: 1 } }, watched),
  post('/v2/subscriptions/{values}/test', {}, { ...watched, hasFigures: true }),
  post('/v2/subscriptions/{legacy}/test', {}, { ...watched, hasFigures: true }),
  post('/v2/subscriptions/{refused-500}/test', {}, { ...watched, hasFigures: true }),
  post('/v2/subscriptions/{values}/test', { x: 1 }),
];

const failures: readonly Step[] = [
  post(
    '/v2/subscriptions',
    { subject: SUBJECT, notification: { ...to('refused-500'), maxFailsLimit: 3 } },
    { keep: { as: 'failing', from: 'location' } },
  ),
  ...Array.from({ length: 5 }, (_, at) => [
    post('/v2/entities?options=upsert,keyValues', { id: 'F', type: 'T', a: at }, watched),
    get('/v2/subscriptions/{failing}', settled),
  ]).flat(),
  get('/v2/deadLetters?options=count', settled),
  send('PATCH', '/v2/subscriptions/{failing}', { status: 'active' }),
  post('/v2/entities?options=upsert,keyValues', { id: 'F', type: 'T', a: 'again' }, watched),
  get('/v2/subscriptions/{failing}', settled),
];

export const notifying: readonly Chapter[] = [
  {
    name: 'notifications',
    steps: [...subscriptions, ...changes, ...shown(NAMES), ...patches, ...mixed, ...shown(NAMES)],
  },
  {
    name: 'custom notifications',
    steps: [...customs, ...changes, ...shown(CUSTOM.map(([name]) => name)), ...mixed],
  },
  { name: 'notifications that fail', steps: failures },
];
