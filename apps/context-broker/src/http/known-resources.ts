/** How the operations of a resource change whatever a filter selects. */
export interface SelectionChange {
  /** Those that take it from the URL parameters. */
  readonly verbs: ReadonlySet<string>;
  /** The row of `/statistics` that counts them: the original's rows have no such verbs. */
  readonly statistics?: string;
  /** Whether the body may hold one. */
  readonly inBody?: boolean;
}

export interface KnownResource {
  readonly path: string;
  /** `false`: a wrong verb is answered like an unknown path. Absent: the verbs in registration order. */
  readonly allow?: string | false;
  readonly statistics: string;
  readonly selection?: SelectionChange;
}

/** What cannot be read from the registered routes: spelling of `Allow` and names of counters. */
export const KNOWN: readonly KnownResource[] = [
  { path: '/', allow: false, statistics: '/' },
  { path: '/v2', allow: 'GET', statistics: '/v2' },
  {
    path: '/v2/entities',
    allow: 'POST, GET',
    statistics: '/v2/entities',
    selection: { verbs: new Set(['PATCH', 'DELETE']), statistics: '/v2/entities?limit' },
  },
  { path: '/v2/entities/:id', allow: 'GET, DELETE', statistics: '/v2/entities/{id}[/attrs]' },
  { path: '/v2/entities/:id/attrs', allow: 'GET, PATCH, POST, PUT', statistics: '/v2/entities/{id}[/attrs]' },
  {
    path: '/v2/entities/:id/attrs/:name',
    allow: 'GET, PUT, DELETE',
    statistics: '/v2/entities/{id}/attrs/{name}',
  },
  {
    path: '/v2/entities/:id/attrs/:name/value',
    allow: 'GET, PUT',
    statistics: '/v2/entities/{id}/attrs/{name}/value',
  },
  { path: '/v2/types', allow: 'GET', statistics: '/v2/types' },
  { path: '/v2/types/:type', allow: 'GET', statistics: '/v2/types/{type}' },
  { path: '/v2/subscriptions', allow: 'POST, GET', statistics: '/v2/subscriptions' },
  { path: '/v2/subscriptions/:id', allow: 'GET, DELETE, PATCH', statistics: '/v2/subscriptions/{id}' },
  { path: '/v2/registrations', allow: 'POST, GET', statistics: '/v2/registrations' },
  { path: '/v2/registrations/:id', allow: 'GET, DELETE', statistics: '/v2/registrations/{id}' },
  { path: '/v2/op/query', allow: 'POST', statistics: '/v2/op/query' },
  {
    path: '/v2/op/update',
    allow: 'POST',
    statistics: '/v2/op/update',
    selection: { verbs: new Set(), inBody: true },
  },
  { path: '/v2/op/notify', allow: false, statistics: '/v2/op/notify' },
  { path: '/log/trace', allow: 'GET, DELETE', statistics: '/log/trace[/{level}]' },
  { path: '/log/trace/:levels', allow: 'PUT, DELETE', statistics: '/log/trace[/{level}]' },
  { path: '/statistics', allow: 'GET, DELETE', statistics: '/statistics' },
  { path: '/cache/statistics', allow: 'GET, DELETE', statistics: '/cache/statistics' },
  { path: '/admin/log', allow: 'PUT', statistics: '/admin/log' },
  { path: '/admin/sem', allow: 'GET', statistics: '/admin/sem' },
  { path: '/admin/metrics', allow: 'GET, DELETE', statistics: '/admin/metrics' },
  { path: '/version', allow: 'GET', statistics: '/version' },
];

/** Order in which `/statistics` lists the resources. */
export const STATISTICS_ORDER: readonly string[] = [
  '/v2/entities',
  '/v2/entities/{id}[/attrs]',
  '/v2/entities/{id}/attrs/{name}',
  '/v2/entities/{id}/attrs/{name}/value',
  '/v2/types',
  '/v2/types/{type}',
  '/v2/subscriptions',
  '/v2/subscriptions/{id}',
  '/v2/registrations',
  '/v2/registrations/{id}',
  '/v2/op/query',
  '/v2/op/update',
  '/v2/op/notify',
  '/log/trace[/{level}]',
  '/statistics',
  '/cache/statistics',
  '/admin/log',
  '/admin/sem',
  '/admin/metrics',
  '/exit[/*]',
  '/leak[/*]',
  '/version',
  '/v2',
];

/** Where people look. */
export const PAGE_PATHS = /^\/(?:admin\/console(?:\/|$)|$)/;

/** Verbs that the original counts without having the operation. */
export const COUNTED_ONLY: readonly (readonly [statistics: string, verb: string])[] = [
  ['/v2/registrations/{id}', 'PATCH'],
  ['/exit[/*]', 'GET'],
  ['/leak[/*]', 'GET'],
];
