import { combine, type HostileGroup, type HostileRequest } from './hostile-request';
import { INJECTIONS, nested, PROTOTYPE_NAMES } from './tricks';

const EVENTS = { Accept: 'text/event-stream' };
const follow = (path: string, headers: Readonly<Record<string, string>> = {}): HostileRequest => ({
  path,
  headers: { ...EVENTS, ...headers },
  outcome: 'refused',
});
const SUBSCRIPTION = '/v2/subscriptions/000000000000000000000000/events';

/** Streams of what cannot be followed: none of them may stay open. */
export const STREAMS: HostileGroup = {
  name: 'streams of events',
  to: 'broker',
  requests: [
    ...['/v2/types', '/v2/entities/E', '/v2/subscriptions', '/version', '/metrics'].map((path) =>
      follow(path),
    ),
    ...['q=a>', 'idPattern=(', 'georel=near', 'id=a&idPattern=b', `idPattern=${'(a{1,999})'.repeat(50)}`].map(
      (search) => follow(`/v2/entities?${search}`),
    ),
    ...['not-an-id', '0'.repeat(5_000), '000000000000000000000000'].map((id) =>
      follow(`/v2/subscriptions/${id}/events`),
    ),
    ...['0123456789abcdef.1', '../../etc/passwd', `${'9'.repeat(5_000)}.9`, '-1', '0.NaN'].map(
      (lastEventId) => follow(SUBSCRIPTION, { 'Last-Event-ID': lastEventId }),
    ),
    follow('/v2/entities', { 'Fiware-Service': 'a/../b' }),
    follow('/v2/entities', { 'Fiware-ServicePath': '/a b' }),
    { ...follow('/v2/entities'), method: 'POST' },
    { path: '/v2/subscriptions', method: 'POST', outcome: 'refused', body: subscription([]) },
    { path: '/v2/subscriptions', method: 'POST', outcome: 'refused', body: subscription('http://h') },
  ],
};

function subscription(sse: unknown): object {
  return { subject: { entities: [{ id: 'E' }] }, notification: { sse } };
}

const SCOPES: readonly unknown[] = [
  ...[
    [],
    'read',
    1,
    true,
    {},
    { verbs: [] },
    { verbs: 'read' },
    { verbs: ['read', 'drop'] },
    { verbs: [null] },
  ],
  ...combine(
    ['types', 'ids', 'attrs', 'service_paths'],
    ['', [], [''], [1], {}, ['a'.repeat(300)]],
    (name, value) => ({
      verbs: ['read'],
      [name]: value,
    }),
  ),
  ...['', '(', '(?=a)', '(a)\\1', 'a{999}b{999}c{999}', '('.repeat(1_000), 'x'.repeat(2_000)].map(
    (id_pattern) => ({
      verbs: ['read'],
      id_pattern,
    }),
  ),
  ...PROTOTYPE_NAMES.map((name) => ({ verbs: ['read'], [`x${name}`]: ['a'] })),
  ...INJECTIONS.map((text) => ({ verbs: ['read'], service_paths: [text] })),
  { verbs: ['read'], ids: Array.from({ length: 101 }, (_, n) => `E${n}`) },
  { verbs: ['read'], types: JSON.parse(nested(100, 'array')) as unknown },
];

/** Permissions on entities that mean nothing, or too much: what is not understood is not kept. */
export const ENTITY_PERMISSIONS: HostileGroup = {
  name: 'permissions on entities',
  to: 'identity manager',
  requests: [
    ...SCOPES.map((entities) => ({ name: 'scope', entities })),
    { name: 'both', entities: { verbs: ['read'] }, action: 'GET', resource: '/v2' },
    { name: 'neither', entities: null },
  ].map((permission) => ({
    method: 'POST',
    path: '/v1/applications/{{application}}/permissions',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Token': '{{adminToken}}' },
    body: { permission },
    outcome: 'refused' as const,
  })),
};
