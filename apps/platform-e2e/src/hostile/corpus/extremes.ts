import { type HostileGroup, type HostileRequest, type Outcome } from './hostile-request';
import { INJECTIONS, nested, PATTERNS, PROTOTYPE_NAMES } from './tricks';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const EVENTS = { Accept: 'text/event-stream' };
const get = (path: string, outcome: Outcome, headers: Readonly<Record<string, string>> = {}) => ({
  path,
  headers,
  outcome,
});
const send = (method: string, path: string, body: unknown, outcome: Outcome): HostileRequest => ({
  method,
  path,
  headers: JSON_TYPE,
  body,
  outcome,
});
const url = encodeURIComponent;

/** Filters that select all there is, in every place that takes one. */
const EVERYTHING: HostileGroup = {
  name: 'filters that select everything',
  to: 'broker',
  requests: ['idPattern=.*', 'typePattern=.*', 'idPattern=', 'q=!nothing', 'q=dateModified>0'].flatMap(
    (all): HostileRequest[] => [
      get(`/v2/entities?${all}&aggregate=count,distinct:a&groupBy=type,a,b&limit=1000`, 'harmless'),
      get(`/v2/entities?${all}&limit=1000&cursor=start`, 'harmless'),
      get(`/v2/entities?${all}`, 'harmless', EVENTS),
      { ...get(`/v2/entities?${all}&limit=100000&options=dryRun`, 'harmless'), method: 'DELETE' },
      { ...get(`/v2/entities?${all}`, 'refused'), method: 'DELETE' },
    ],
  ),
};

const selectsBy = (pattern: string) => [{ idPattern: pattern, typePattern: pattern }];

/** Patterns that blow up, in each place that came with an addition. */
const NEW_PATTERNS: HostileGroup = {
  name: 'patterns in the additions',
  to: 'broker',
  requests: PATTERNS.flatMap((pattern): HostileRequest[] => [
    get(`/v2/entities?aggregate=count&idPattern=${url(pattern)}`, 'harmless'),
    get(`/v2/entities?aggregate=count&q=${url(`a~=${pattern}`)}`, 'harmless'),
    get(`/v2/entities?typePattern=${url(pattern)}`, 'harmless', EVENTS),
    get(`/v2/entities?cursor=start&typePattern=${url(pattern)}`, 'harmless'),
    get(`/v2/subscriptions?options=filter&description=${url(pattern)}&id=${url(pattern)}`, 'harmless'),
    { ...get(`/v2/entities?limit=1&options=dryRun&idPattern=${url(pattern)}`, 'harmless'), method: 'DELETE' },
    send(
      'POST',
      '/v2/op/update?limit=1&options=dryRun',
      { actionType: 'delete', filter: { entities: selectsBy(pattern), expression: { q: `a~=${pattern}` } } },
      'harmless',
    ),
    send(
      'POST',
      '/v2/subscriptions',
      {
        subject: { entities: selectsBy(pattern), condition: { expression: { q: `a~=${pattern}` } } },
        notification: { sse: {} },
        expires: '2000-01-01T00:00:00Z',
      },
      'harmless',
    ),
  ]),
};

const subscription = (more: object) => ({
  subject: { entities: [{ id: 'none' }] },
  notification: { http: { url: 'http://127.0.0.1:9/' } },
  ...more,
});

/** Owners and labels that are too long, too many, or none. */
const LABELS: HostileGroup = {
  name: 'owners and labels',
  to: 'broker',
  requests: [
    ...[
      { owner: 'x'.repeat(100_000) },
      { owner: null },
      { owner: 1 },
      { owner: {} },
      { owner: ['a'] },
      { labels: 'a' },
      { labels: {} },
      { labels: [1] },
      { labels: [null] },
      { labels: [['a']] },
      { labels: [''] },
      { labels: ['x'.repeat(100_000)] },
      { labels: Array.from({ length: 10_000 }, (_, n) => `l${n}`) },
      { labels: JSON.parse(nested(200, 'array')) as unknown },
    ].map((more) => send('POST', '/v2/subscriptions', subscription(more), 'refused')),
    ...[...PROTOTYPE_NAMES, ...INJECTIONS].flatMap((text): HostileRequest[] => [
      send('POST', '/v2/subscriptions', subscription({ owner: text, labels: [text, text] }), 'harmless'),
      get(`/v2/subscriptions?options=filter&owner=${url(text)}&label=${url(text)}`, 'harmless'),
    ]),
    ...[
      'label=,',
      'status=dead',
      'nobody=1',
      'labels=a',
      `label=${'a,'.repeat(5_000)}`,
      'limit=0&status=',
    ].map((text) => get(`/v2/subscriptions?options=filter&${text}`, 'harmless')),
  ],
};

/** Numbers over more groups, keys and values than anybody reads. */
const GROUPS: HostileGroup = {
  name: 'groups without end',
  to: 'broker',
  requests: [
    'aggregate=count&groupBy=type,n,geo:cell:0.00001&limit=1000&options=count',
    `aggregate=${Array.from({ length: 20 }, (_, n) => `distinct:a${n}`).join(',')}&groupBy=n,type&limit=1000`,
    'aggregate=count,distinct:n&groupBy=n&limit=1000&offset=999999999',
    'aggregate=count&groupBy=n&offset=99999999999999999999&options=count',
    'aggregate=count&groupBy=dateCreated,dateModified,id',
    'aggregate=min:n,max:n,avg:n&q=n>=-1e308&groupBy=n',
  ].map((search) => get(`/v2/entities?${search}`, 'harmless')),
};

const contradictions: readonly unknown[] = [
  { verbs: ['read'], ids: ['A'], id_pattern: '^B$' },
  { verbs: ['read'], types: ['T'], ids: ['A'], service_paths: ['/none'] },
  { verbs: ['delete'], attrs: ['a'] },
  { verbs: ['read', 'read', 'read'], types: ['T', 'T'] },
  { verbs: ['subscribe'], id_pattern: 'x^' },
  { verbs: ['create', 'delete'], attrs: [...PROTOTYPE_NAMES].slice(0, 5), service_paths: ['/#', '/'] },
];

/** Permissions of which the members rule each other out: they cover nothing, and break nothing. */
const CONTRADICTIONS: HostileGroup = {
  name: 'permissions that contradict themselves',
  to: 'identity manager',
  requests: contradictions.map((entities, n) => ({
    method: 'POST',
    path: '/v1/applications/{{application}}/permissions',
    headers: { ...JSON_TYPE, 'X-Auth-Token': '{{adminToken}}' },
    body: { permission: { name: `contradiction ${n}`, entities } },
    outcome: 'harmless' as const,
  })),
};

export const EXTREMES: readonly HostileGroup[] = [EVERYTHING, NEW_PATTERNS, LABELS, GROUPS, CONTRADICTIONS];
