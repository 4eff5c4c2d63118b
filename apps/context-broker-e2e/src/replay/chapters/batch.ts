import { ask, get, pairs, post, send, type Chapter, type Step } from '../step';
import { Seeded } from '../seeded';
import { fixture } from './fixture';

const ACTIONS: readonly unknown[] = [
  'append',
  'appendStrict',
  'update',
  'delete',
  'replace',
  'APPEND',
  'UPDATE',
  'DELETE',
  'bogus',
  '',
  5,
];
const entity = (id: string, attrs: object = {}, type = 'T') => ({ id, type, ...attrs });
const LISTS: readonly unknown[] = [
  [entity('B1', { a: { value: 1 } })],
  [entity('B1', { a: { value: 2 }, b: { value: 'x' } })],
  [entity('B1')],
  [entity('B1', { nope: { value: 1 } })],
  [entity('B2', { a: { value: 1 } }), entity('B1', { a: { value: 3 } })],
  [entity('B3', { a: { value: 1 } }), entity('B3', { a: { value: 2 } })],
  [{ id: 'twice', n: { value: 8 } }],
  [{ id: 'nobody', n: { value: 8 } }],
  [
    { id: 'nobody', n: { value: 8 } },
    { id: 'nobody2', n: { value: 8 } },
  ],
  [entity('B1', { a: { value: { $inc: 2 } } })],
  [entity('B1', { a: { value: { $push: 2 } } })],
  [entity('B1', { a: { value: 1 } }), entity('B<')],
  [{ type: 'T' }],
  [{ id: '' }],
  [5],
  [],
  {},
  'x',
  null,
  [{ idPattern: '.*', type: 'T' }],
  [{ id: 'B1', idPattern: '.*' }],
  [{ id: 'B1', typePattern: '.*' }],
  [entity('B1', { a: 5 })],
  [entity('B1', { a: { value: 'x<' } })],
  [entity('B1', { p: { type: 'geo:point', value: '1,2' }, q: { type: 'geo:point', value: '1,2' } })],
  [entity('B1', { p: { type: 'geo:json', value: { type: 'Bogus' } } }), entity('B9', { a: { value: 1 } })],
];
const update: readonly Step[] = [
  ...pairs(LISTS, ACTIONS).map(([entities, actionType]) => post('/v2/op/update', { actionType, entities })),
  get('/v2/entities?options=keyValues&type=T'),
  ...[
    {},
    [],
    'x',
    5,
    null,
    { actionType: 'append' },
    { entities: [] },
    { actionType: 'append', entities: [], bogus: 1 },
    { entities: [entity('X')] },
  ].map((body) => post('/v2/op/update', body)),
  ...[
    'keyValues',
    'overrideMetadata',
    'forcedUpdate',
    'flowControl',
    'bogus',
    'append',
    'keyValues,forcedUpdate',
    'count',
    'dryRun',
  ].flatMap((options) => [
    post(`/v2/op/update?options=${options}`, {
      actionType: 'append',
      entities: [entity('KV', { a: 1, b: { x: [1] } })],
    }),
    post(`/v2/op/update?options=${options}`, {
      actionType: 'update',
      entities: [entity('KV', { a: { value: 2, metadata: { m: { value: 1 } } } })],
    }),
    get('/v2/entities/KV'),
  ]),
];

const NOTIFICATIONS: readonly unknown[] = [
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [{ id: 'N1', type: 'T', a: { value: 1 } }] },
  {},
  [],
  'x',
  { data: [] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f' },
  { subscriptionId: 'x', data: [] },
  { subscriptionId: 5, data: [] },
  { subscriptionId: '', data: [{ id: 'N2' }] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: {} },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [5] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [{ type: 'T' }] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [{ id: 'N3', a: 5 }] },
  { subscriptionId: '5aeb0ee97d4ef10a12a0262f', data: [], bogus: 1 },
];
const notify: readonly Step[] = [
  ...NOTIFICATIONS.flatMap((body) => [
    post('/v2/op/notify', body),
    post('/v2/op/notify?options=keyValues', body),
    post('/v2/op/notify', body, { headers: { 'Ngsiv2-AttrsFormat': 'keyValues' } }),
  ]),
  get('/v2/entities?idPattern=^N'),
];

const SELECTIONS = [
  'type=Room&limit=100',
  'type=Room&limit=1',
  'q=n>5&limit=10',
  'id=R1&limit=1',
  'type=Nope&limit=5',
  'limit=0',
  'limit=x',
  'type=Room',
  'type=Room&limit=100001',
  'q=n>&limit=5',
  'type=Room&limit=2&orderBy=!n',
  'limit=5&bogus=1',
  'idPattern=[&limit=5',
  'type=Room&limit=5&attrs=n',
];
const FILTERS: readonly unknown[] = [
  { entities: [{ idPattern: '.*', type: 'Room' }] },
  { entities: [{ idPattern: '.*', type: 'Room' }], expression: { q: 'n>0' } },
  {},
  5,
  { entities: [] },
  { entities: [{ id: 'R1' }] },
  { bogus: 1 },
  { expression: { q: 'n>' } },
  { entities: [{}] },
];
const selected: readonly Step[] = [
  ...pairs(SELECTIONS, ['&options=dryRun', '', '&options=bogus']).flatMap(([selection, options]) => [
    send('PATCH', `/v2/entities?${selection}${options}`, { n: { value: 77 } }),
    ask('DELETE', `/v2/entities?${selection}&attrs=t${options}`),
  ]),
  ...pairs(FILTERS, ['update', 'append', 'delete', 'replace', 'bogus']).map(([filter, actionType]) =>
    post('/v2/op/update', { actionType, filter, attrs: { f: { value: 1 } }, limit: 10 }),
  ),
  ...[{ limit: 0 }, { limit: 'x' }, {}, { limit: 1, attrs: 5 }, { limit: 1, entities: [] }].map((more) =>
    post('/v2/op/update', { actionType: 'update', filter: FILTERS[0], attrs: { n: { value: 5 } }, ...more }),
  ),
  get('/v2/entities?options=keyValues&attrs=n,t,f'),
  ask('DELETE', '/v2/entities?type=Room&limit=100'),
  get('/v2/entities?options=values&attrs=n'),
];

const random = new Seeded(2026);
const IDS = ['A', 'B', 'C', 'D'];
const NAMES = ['a', 'b', 'c'];
const VALUES: readonly unknown[] = [
  0,
  1,
  -5,
  2.5,
  'x',
  'y',
  true,
  null,
  [1],
  [],
  { k: 1 },
  { $inc: 1 },
  { $push: 5 },
  'long text of several words',
];
const path = () => `/v2/entities/${random.pick(IDS)}`;
const attribute = () => ({
  value: random.pick(VALUES),
  ...(random.below(3) === 0 && { type: random.pick(['Number', 'Text', 'X']) }),
  ...(random.below(3) === 0 && { metadata: { m: { value: random.below(9) } } }),
});
const some = () =>
  Object.fromEntries(random.some(NAMES, 1 + random.below(3)).map((name) => [name, attribute()]));
const WHATEVER: readonly (() => Step)[] = [
  () => post('/v2/entities', { id: random.pick(IDS), type: 'T', ...some() }),
  () => post('/v2/entities?options=upsert', { id: random.pick(IDS), type: 'T', ...some() }),
  () => post(`${path()}/attrs`, some()),
  () => post(`${path()}/attrs?options=append`, some()),
  () => send('PATCH', `${path()}/attrs`, some()),
  () => send('PATCH', `${path()}/attrs?options=overrideMetadata`, some()),
  () => send('PUT', `${path()}/attrs`, some()),
  () => send('PUT', `${path()}/attrs/${random.pick(NAMES)}`, attribute()),
  () => send('PUT', `${path()}/attrs/${random.pick(NAMES)}/value`, { v: random.below(9) }),
  () => ask('DELETE', `${path()}/attrs/${random.pick(NAMES)}`),
  () => ask('DELETE', path()),
  () =>
    post('/v2/op/update', {
      actionType: random.pick(['append', 'appendStrict', 'update', 'replace', 'delete']),
      entities: random.some(IDS, 2).map((id) => ({ id, type: 'T', ...some() })),
    }),
  () => get(path()),
  () => get(`${path()}?options=keyValues`),
  () => get(`/v2/entities?q=${random.pick(NAMES)}>${random.below(5)}&options=keyValues`),
  () => get(`/v2/entities?orderBy=${random.pick(NAMES)}&options=values,count&limit=3`),
  () => get('/v2/types'),
];
const life: readonly Step[] = Array.from({ length: 520 }, () => random.pick(WHATEVER)());

export const batch: readonly Chapter[] = [
  { name: 'batches', steps: [...fixture, ...update, ...notify] },
  { name: 'changes of what a filter selects', steps: [...fixture, ...selected] },
  { name: 'a life of four entities', steps: life },
];
