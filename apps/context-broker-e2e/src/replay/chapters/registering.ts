import { ask, get, pairs, post, send, type Chapter, type Step } from '../step';

const PROVIDED = { entities: [{ id: 'E', type: 'T' }], attrs: ['far'] };
const PROVIDER = { http: { url: 'http://127.0.0.1:1/v2' } };
const long = (count: number) => 'x'.repeat(count);

const PROVIDED_FORMS: readonly unknown[] = [
  PROVIDED,
  {},
  [],
  5,
  { entities: [] },
  { entities: 5 },
  { entities: [5] },
  { entities: [{}] },
  { entities: [{ id: '' }] },
  { entities: [{ id: 'E<' }] },
  { entities: [{ id: 'E', idPattern: '.*' }] },
  { entities: [{ idPattern: '.*' }] },
  { entities: [{ idPattern: 'E.*' }] },
  { entities: [{ idPattern: '.*', type: 'T' }] },
  { entities: [{ id: 'E', type: 5 }] },
  { entities: [{ id: 'E', typePattern: 'T' }] },
  { entities: [{ id: 'E' }], attrs: 'a' },
  { entities: [{ id: 'E' }], attrs: [5] },
  { entities: [{ id: 'E' }], attrs: [''] },
  { entities: [{ id: 'E' }], attrs: ['a<'] },
  { entities: [{ id: 'E' }], attrs: ['a', 'a'] },
  { attrs: ['a'] },
  { entities: [{ id: 'E' }], bogus: 1 },
  { entities: [{ id: 'E' }], expression: {} },
];
const PROVIDER_FORMS: readonly unknown[] = [
  {},
  [],
  5,
  { http: {} },
  { http: 5 },
  { http: { url: 5 } },
  { http: { url: '' } },
  { http: { url: 'x' } },
  { http: { url: 'ftp://a' } },
  { http: { url: 'mqtt://a' } },
  { http: { url: 'http://a_b' } },
  { ...PROVIDER, supportedForwardingMode: 'all' },
  { ...PROVIDER, supportedForwardingMode: 'query' },
  { ...PROVIDER, supportedForwardingMode: 'update' },
  { ...PROVIDER, supportedForwardingMode: 'none' },
  { ...PROVIDER, supportedForwardingMode: 'bogus' },
  { ...PROVIDER, supportedForwardingMode: 5 },
  { ...PROVIDER, legacyForwarding: true },
  { ...PROVIDER, legacyForwarding: 5 },
  { ...PROVIDER, legacyForwarding: null },
  { ...PROVIDER, bogus: 1 },
];
const OTHERS: readonly object[] = [
  { description: 'd' },
  { description: 5 },
  { description: '' },
  { description: 'a<' },
  { description: long(1025) },
  { expires: '2090-01-01' },
  { expires: '2001-01-01' },
  { expires: 'x' },
  { expires: 5 },
  { expires: '' },
  { status: 'active' },
  { status: 'inactive' },
  { status: 'bogus' },
  { status: 5 },
  { bogus: 1 },
  { dataProvided: undefined },
  { provider: undefined },
  { id: 'x' },
];
const BODIES: readonly unknown[] = [
  {},
  [],
  'x',
  5,
  null,
  '{"a',
  ...PROVIDED_FORMS.map((dataProvided) => ({ dataProvided, provider: PROVIDER })),
  ...PROVIDER_FORMS.map((provider) => ({ dataProvided: PROVIDED, provider })),
  ...OTHERS.map((more) => ({ dataProvided: PROVIDED, provider: PROVIDER, ...more })),
];
const PATCHES: readonly unknown[] = [
  {},
  [],
  'x',
  '{"a',
  ...PROVIDED_FORMS.map((dataProvided) => ({ dataProvided })),
  ...PROVIDER_FORMS.map((provider) => ({ provider })),
  ...OTHERS,
];

const kept: readonly Step[] = [
  ...BODIES.map((body) => post('/v2/registrations', body, { keep: { as: 'made', from: 'location' } })),
  ...[
    '',
    '?limit=2',
    '?limit=2&offset=3',
    '?options=count&limit=1',
    '?limit=0',
    '?offset=x',
    '?options=bogus',
    '?cursor=start&limit=3',
  ].map((query) => get(`/v2/registrations${query}`)),
  ...['/', '/a', '/#', 'x'].map((servicePath) =>
    get('/v2/registrations/{made}', { headers: { 'Fiware-ServicePath': servicePath } }),
  ),
  ...PATCHES.flatMap((body, at) => [
    send('PATCH', '/v2/registrations/{made}', body),
    ...(at % 4 === 3 ? [get('/v2/registrations/{made}')] : []),
  ]),
  ...['abc', '5aeb0ee97d4ef10a12a0262f', '5aeb0ee97d4ef10a12a0262z'].flatMap((id) => [
    get(`/v2/registrations/${id}`),
    send('PATCH', `/v2/registrations/${id}`, { status: 'active' }),
    ask('DELETE', `/v2/registrations/${id}`),
  ]),
  ask('DELETE', '/v2/registrations/{made}'),
  ask('DELETE', '/v2/registrations/{made}'),
];

/** How the provider of the tests behaves is in the first segment of its address: see `Counterpart`. */
const BEHAVIOURS = ['good', 'empty', 'missing', 'refusing', 'failing', 'garbled', 'other'];
const watched = { isWatched: true };
const register = (behaviour: string, attrs: readonly string[], legacyForwarding: boolean): Step =>
  post(
    '/v2/registrations',
    {
      dataProvided: { entities: [{ id: `E-${behaviour}`, type: 'T' }], attrs },
      provider: {
        http: { url: `{receiver}/${behaviour}/${legacyForwarding ? 'v1' : 'v2'}` },
        legacyForwarding,
      },
    },
    { keep: { as: 'made', from: 'location' } },
  );

const requestsTo = (id: string): readonly Step[] => [
  get(`/v2/entities/${id}`, watched),
  get(`/v2/entities/${id}?options=keyValues`, watched),
  get(`/v2/entities/${id}?attrs=far`, watched),
  get(`/v2/entities/${id}?attrs=here`, watched),
  get(`/v2/entities/${id}?options=skipForwarding`, watched),
  get(`/v2/entities/${id}/attrs/far`, watched),
  get(`/v2/entities/${id}/attrs/far/value`, watched),
  get(`/v2/entities/${id}/attrs/nope`, watched),
  get(`/v2/entities?id=${id}&type=T&options=count`, watched),
  get(`/v2/entities?type=T&options=keyValues,count&limit=4`, watched),
  post('/v2/op/query', { entities: [{ id, type: 'T' }], attrs: ['far', 'here'] }, watched),
  send('PATCH', `/v2/entities/${id}/attrs`, { far: { value: 5 } }, watched),
  send(
    'PATCH',
    `/v2/entities/${id}/attrs`,
    { far: { value: 5, metadata: { m: { value: 'x' } } }, here: { value: 2 } },
    watched,
  ),
  send('PUT', `/v2/entities/${id}/attrs/far`, { value: [1] }, watched),
  send('PUT', `/v2/entities/${id}/attrs/far/value`, { x: 1 }, watched),
  post(`/v2/entities/${id}/attrs`, { far: { value: 6 } }, watched),
  post('/v2/op/update', { actionType: 'update', entities: [{ id, type: 'T', far: { value: 7 } }] }, watched),
  post('/v2/op/update', { actionType: 'append', entities: [{ id, type: 'T', far: { value: 8 } }] }, watched),
  ask('DELETE', `/v2/entities/${id}/attrs/far`, watched),
  post(
    '/v1/updateContext',
    {
      updateAction: 'UPDATE',
      contextElements: [{ id, type: 'T', attributes: [{ name: 'far', type: 'x', value: '9' }] }],
    },
    watched,
  ),
  post('/v1/queryContext', { entities: [{ id, type: 'T' }] }, watched),
  send(
    'PATCH',
    `/v2/entities/${id}/attrs`,
    { far: { value: 5 } },
    { ...watched, headers: { 'Fiware-Correlator': 'given', 'X-Auth-Token': 'secret' } },
  ),
];
const forwarded = (attrs: readonly string[], legacyForwarding: boolean): readonly Step[] => [
  ...BEHAVIOURS.slice(0, 3).map((behaviour) =>
    post('/v2/entities', { id: `E-${behaviour}`, type: 'T', here: { value: 1 } }),
  ),
  ...BEHAVIOURS.flatMap((behaviour) => [
    register(behaviour, attrs, legacyForwarding),
    ...requestsTo(`E-${behaviour}`),
    ask('DELETE', '/v2/registrations/{made}'),
  ]),
];

const modes: readonly Step[] = pairs(['all', 'query', 'update', 'none'], ['v2', 'v1']).flatMap(
  ([supportedForwardingMode, version]) => [
    post(
      '/v2/registrations',
      {
        dataProvided: { entities: [{ idPattern: '.*', type: 'M' }] },
        provider: {
          http: { url: `{receiver}/good/${version}` },
          supportedForwardingMode,
          legacyForwarding: version === 'v1',
        },
      },
      { keep: { as: 'made', from: 'location' } },
    ),
    get('/v2/entities/E-good?type=M', watched),
    send('PATCH', '/v2/entities/E-good/attrs?type=M', { far: { value: 5 } }, watched),
    get('/v2/entities?type=M', watched),
    ask('DELETE', '/v2/registrations/{made}'),
  ],
);

export const registering: readonly Chapter[] = [
  { name: 'registrations', steps: kept },
  { name: 'forwarding', steps: [...forwarded(['far'], false), ...forwarded([], false), ...modes] },
  { name: 'forwarding in NGSIv1', steps: [...forwarded(['far'], true), ...forwarded([], true)] },
];
