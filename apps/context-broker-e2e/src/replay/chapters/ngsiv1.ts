import { ask, get, pairs, post, send, type Chapter, type Step } from '../step';
import { fixture } from './fixture';

const t = { name: 't', type: 'degree', value: '12' };
const element = (id: string, attributes?: unknown) => ({
  type: 'Room',
  isPattern: 'false',
  id,
  ...(attributes !== undefined && { attributes }),
});
const ACTIONS: readonly unknown[] = [
  'APPEND',
  'UPDATE',
  'DELETE',
  'REPLACE',
  'APPEND_STRICT',
  'append',
  'BOGUS',
  '',
  5,
];
const ELEMENTS: readonly unknown[] = [
  [element('V', [t])],
  [element('V', [{ ...t, value: '13', metadatas: [{ name: 'm', type: 'x', value: '1' }] }])],
  [element('V')],
  [element('V', [])],
  [element('V', [{ name: 'u', value: 'x' }])],
  [element('V', [{ name: 'e', type: 'x', value: '' }])],
  [element('V', [{ name: 'n' }])],
  [element('V', [{ name: 'c', type: 'x', value: { a: [1, 'b', null, true] } }])],
  [element('V', [{ name: 'l', type: 'x', value: ['a', { k: 5 }] }])],
  [element('V', [t, t])],
  [
    element('V', [
      {
        ...t,
        metadatas: [
          { name: 'm', value: '1' },
          { name: 'm', value: '2' },
        ],
      },
    ]),
  ],
  [element('V', [{ ...t, metadatas: [{ type: 'x' }] }])],
  [element('V', [{ ...t, value: '<b>' }])],
  [element('V', [{ ...t, name: 'a b' }])],
  [element('V', [{ ...t, name: '' }])],
  [element('V', [{ ...t, type: 'a<' }])],
  [element('V', [5])],
  [element('V', 'x')],
  [element('V', { a: 1 })],
  [element('V<', [t])],
  [element('', [t])],
  [{ type: 'Room', attributes: [t] }],
  [{ id: 'V', isPattern: 'true', attributes: [t] }],
  [{ id: 'V', isPattern: 'maybe' }],
  [element('V', [t]), element('V2', [t])],
  [element('V', [t]), element('V', [{ ...t, value: '99' }])],
  [element('nobody', [t])],
  [{ id: 'twice', attributes: [{ name: 'n', value: '1' }] }],
  [],
  {},
  'x',
  5,
  [5],
  [
    element('V', [
      {
        name: 'p',
        type: 'coords',
        value: '1, 2',
        metadatas: [{ name: 'location', type: 'string', value: 'WGS84' }],
      },
    ]),
  ],
  [
    element('V', [
      { name: 'p', type: 'geo:point', value: '1, 2' },
      { name: 'q', type: 'geo:point', value: '1, 2' },
    ]),
  ],
  [element('V', [{ name: 'p', type: 'geo:point', value: 'x' }])],
  [element('V', [{ name: 'd', type: 'DateTime', value: 'x' }])],
  [element('V', [{ name: 'd', type: 'DateTime', value: '2020-01-01' }])],
];
const updates: readonly Step[] = [
  ...pairs(ELEMENTS, ACTIONS).map(([contextElements, updateAction]) =>
    post('/v1/updateContext', { contextElements, updateAction }),
  ),
  ...ELEMENTS.slice(0, 6).map((contextElements) =>
    post('/NGSI10/updateContext?attributeFormat=object', { contextElements, updateAction: 'APPEND' }),
  ),
  ...['', '{', '[]', '"x"', '{}', '{"contextElements":[{"id":"x"}]}', 'null', '5', '<a/>'].map((body) =>
    post('/v1/updateContext', body),
  ),
  get('/v2/entities?type=Room'),
];

const QUERIES: readonly unknown[] = [
  {},
  { entities: [] },
  { entities: {} },
  { entities: [5] },
  { entities: [{}] },
  { entities: [{ id: 'R1' }] },
  { entities: [{ id: 'R1', type: 'Room' }] },
  { entities: [{ id: 'R1', type: 'Nope' }] },
  { entities: [{ id: 'R.*', isPattern: 'true' }] },
  { entities: [{ id: 'R.*', isPattern: true, type: 'Room' }] },
  { entities: [{ id: '[', isPattern: 'true' }] },
  { entities: [{ id: '.*', isPattern: 'true' }], attributes: ['n'] },
  { entities: [{ id: '.*', isPattern: 'true' }], attributes: ['nope'] },
  { entities: [{ id: '.*', isPattern: 'true' }], attributes: {} },
  { entities: [{ id: '.*', isPattern: 'true' }], attributes: [5] },
  { entities: [{ id: 'R<' }] },
  { entities: [{ id: 'twice' }] },
  { entities: [{ id: 'R1' }, { id: 'C1' }] },
  { entities: [{ id: 'nobody' }] },
  { entities: [{ id: 'R1', isPattern: 'x' }] },
  { entities: [{ id: 'R1' }], restriction: {} },
  { entities: [{ id: 'R1' }], restriction: [] },
  { entities: [{ id: 'R1' }], restriction: { scopes: [] } },
  { entities: [{ id: 'R1' }], restriction: { attributeExpression: 'x' } },
  ...[
    { type: 'FIWARE::StringQuery', value: 'n>5' },
    { type: 'FIWARE::StringQuery', value: 'n>' },
    { type: 'FIWARE::StringQuery::MD', value: 'n.unit' },
    { type: 'FIWARE::Filter::Existence', value: 'entity::type', oper: 'Not' },
    { type: 'FIWARE::Filter::Existence', value: 'entity::type' },
    { type: 'FIWARE::Location', value: {} },
    { type: 'FIWARE::Location', value: 'x' },
    {
      type: 'FIWARE::Location',
      value: { circle: { centerLatitude: '40.4', centerLongitude: '-3.7', radius: '13500' } },
    },
    {
      type: 'FIWARE::Location',
      value: {
        circle: { centerLatitude: '40.4', centerLongitude: '-3.7', radius: '13500', inverted: 'true' },
      },
    },
    {
      type: 'FIWARE::Location',
      value: { circle: { centerLatitude: 'x', centerLongitude: '-3.7', radius: '1' } },
    },
    {
      type: 'FIWARE::Location',
      value: { circle: { centerLatitude: '91', centerLongitude: '0', radius: '1' } },
    },
    {
      type: 'FIWARE::Location',
      value: {
        polygon: {
          vertices: [
            { latitude: '0', longitude: '0' },
            { latitude: '0', longitude: '10' },
            { latitude: '10', longitude: '10' },
          ],
        },
      },
    },
    { type: 'FIWARE::Location', value: { polygon: { vertices: [{ latitude: '0', longitude: '0' }] } } },
    { type: 'FIWARE::Location', value: { polygon: { vertices: [] } } },
    {
      type: 'FIWARE::Location',
      value: {
        polygon: {
          vertices: [
            { latitude: '91', longitude: '0' },
            { latitude: '0', longitude: '10' },
            { latitude: '10', longitude: '10' },
          ],
        },
      },
    },
    { type: 'Unknown', value: 'x' },
    { type: '' },
    {},
  ].map((scope) => ({
    entities: [{ id: '.*', isPattern: 'true' }],
    attributes: ['n'],
    restriction: { scopes: [scope] },
  })),
];
const queries: readonly Step[] = [
  ...pairs(QUERIES, ['', '?details=on', '?attributeFormat=object&limit=3']).map(([body, query]) =>
    post(`/v1/queryContext${query}`, body),
  ),
  ...[
    'limit=x',
    'limit=0',
    'limit=',
    'offset=x',
    'offset=3&limit=2',
    'details=x',
    'details=OFF',
    'bogus=1',
    'attributesFormat=object',
    '!exist=entity::type',
    'exist=entity::type',
    'exist=x',
  ].map((query) =>
    post(`/ngsi10/queryContext?${query}`, { entities: [{ id: '.*', isPattern: 'true' }], attributes: ['n'] }),
  ),
  ...['/', '/a', '/a/#', 'x', '/a/b,/', '/é'].flatMap((servicePath) => [
    post(
      '/v1/queryContext',
      { entities: [{ id: '.*', isPattern: 'true' }], attributes: ['n'] },
      { headers: { 'Fiware-ServicePath': servicePath } },
    ),
    post(
      '/v1/updateContext',
      { contextElements: [element('S', [t])], updateAction: 'APPEND' },
      { headers: { 'Fiware-ServicePath': servicePath } },
    ),
  ]),
  ...['application/xml', 'text/plain', 'text/html', '*/*', 'x'].flatMap((accept) => [
    post('/v1/queryContext', { entities: [{ id: 'R1' }] }, { headers: { Accept: accept } }),
    post('/v1/queryContext', '{}', { headers: { 'Content-Type': accept } }),
  ]),
];

const one: readonly Step[] = [
  ...['R1', 'nobody', 'twice', 'R<', ''].flatMap((id) => [
    send('PUT', `/v1/contextEntities/${id}`, { attributes: [t] }),
    send('PUT', `/v1/contextEntities/${id}`, { attributes: [{ ...t, name: 'n' }] }),
    send('PUT', `/v1/contextEntities/${id}`, {}),
    send('PUT', `/v1/contextEntities/${id}`, { attributes: {} }),
    send('PUT', `/v1/contextEntities/${id}`, '{'),
    get(`/v1/contextEntities/${id}/attributes/n`),
    get(`/v1/contextEntities/${id}/attributes/nope`),
    get(`/v1/contextEntities/${id}/attributes/t?attributeFormat=object`),
    ask('DELETE', `/v1/contextEntities/${id}`),
    ask('DELETE', `/v1/contextEntities/${id}`),
  ]),
  ...pairs(
    ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'],
    [
      '/v1/updateContext',
      '/v1/queryContext',
      '/v1/contextEntities',
      '/v1/contextEntities/R1',
      '/v1/contextEntities/R1/attributes',
      '/v1/contextEntities/R1/attributes/n',
      '/v1/contextEntities/R1/attributes/n/ID',
      '/v1/contextEntityTypes/Room',
      '/v1/subscribeContext',
      '/v1/contextSubscriptions',
      '/ngsi10/subscribeContext',
      '/ngsi9/registerContext',
      '/v1/registry/registerContext',
      '/v1/contextTypes',
      '/v1',
      '/v1/bogus',
      '/ngsi10',
      '/NGSI10/contextEntities/R1',
      '/v1/admin/log',
      '/v1/contextEntities/type/Room/id/R1',
    ],
  ).map(([method, path]) =>
    ['POST', 'PUT', 'PATCH'].includes(method) ? send(method, path, { a: 1 }) : ask(method, path),
  ),
];

export const ngsiv1: readonly Chapter[] = [
  { name: 'NGSIv1 updates', steps: [...fixture, ...updates] },
  { name: 'NGSIv1 queries', steps: [...fixture, ...queries] },
  { name: 'NGSIv1 operations on one entity', steps: [...fixture, ...one] },
];
