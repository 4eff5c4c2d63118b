import { combine, FORM, type HostileGroup, type HostileRequest, type Outcome } from './hostile-request';
import { FORGED_TOKENS } from './forged-tokens';
import { OPENID_GROUPS } from './openid-requests';
import { BAD_BYTES, INJECTIONS, METHODS, nested, PATHS, PATTERNS, PROTOTYPE_NAMES, SMUGGLED } from './tricks';

const encode = encodeURIComponent;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ADMIN = { ...JSON_TYPE, 'X-Auth-Token': '{{adminToken}}' };
const USER = { ...JSON_TYPE, 'X-Auth-Token': '{{userToken}}' };
const CLIENT = { ...FORM, Authorization: 'Basic {{client}}' };
const form = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString().replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');

const post = (
  path: string,
  body: unknown,
  outcome: Outcome,
  headers: Record<string, string> = JSON_TYPE,
): HostileRequest => ({ method: 'POST', path, headers, body, outcome });
const get = (path: string, outcome: Outcome, headers: Record<string, string> = {}): HostileRequest => ({
  path,
  headers,
  outcome,
});
const token = (fields: Record<string, string>, outcome: Outcome = 'refused') =>
  post('/oauth2/token', form(fields), outcome, CLIENT);

const FORGERIES = FORGED_TOKENS.flatMap((forged) => [
  get(
    `/user?access_token=${encode(forged).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}')}`,
    'refused',
  ),
  get('/v1/users', 'refused', { 'X-Auth-Token': forged }),
  get('/v1/applications', 'refused', { Authorization: `Bearer ${forged}` }),
]);

const REUSE: readonly HostileRequest[] = [
  token({ grant_type: 'refresh_token', refresh_token: '{{usedRefresh}}' }),
  token({ grant_type: 'refresh_token', refresh_token: '{{token}}' }),
  token({ grant_type: 'refresh_token', refresh_token: '{{revokedToken}}' }),
  token({ grant_type: 'authorization_code', code: '{{token}}', redirect_uri: 'http://127.0.0.1:9/callback' }),
  get('/user?access_token={{usedRefresh}}', 'refused'),
  get('/v1/users', 'refused', { 'X-Auth-Token': '{{usedRefresh}}' }),
  ...INJECTIONS.flatMap((text) => [
    token({ grant_type: 'authorization_code', code: text, redirect_uri: 'http://127.0.0.1:9/callback' }),
    token({ grant_type: 'refresh_token', refresh_token: text }),
    token({ grant_type: text }),
    token({ grant_type: 'password', username: text, password: text }),
  ]),
];

const INJECTED = INJECTIONS.flatMap((text) => [
  post('/v1/auth/tokens', { name: text, password: text }, 'refused'),
  post('/v1/auth/tokens', { name: { $gt: text }, password: { $ne: text } }, 'refused'),
  get(`/v1/users/${encode(text)}`, 'refused', ADMIN),
  get(`/v1/applications/${encode(text)}`, 'refused', ADMIN),
  get(`/v1/applications/{{application}}/roles/${encode(text)}`, 'refused', ADMIN),
  post('/v1/users', { user: { username: text, email: text, password: 'passw0rd' } }, 'harmless', ADMIN),
  post('/v1/applications', { application: { name: text, redirect_uri: text, url: text } }, 'harmless', ADMIN),
  get(`/oauth2/authorize?response_type=code&client_id=${encode(text)}`, 'harmless'),
  get(
    `/user?access_token={{token}}&app_id=${encode(text)}&action=${encode(text)}&resource=${encode(text)}`,
    'harmless',
  ),
]);

const RULES = PATTERNS.map((resource) =>
  post(
    '/v1/applications/{{application}}/permissions',
    { permission: { name: 'rule', action: 'GET', resource, is_regex: true } },
    'harmless',
    ADMIN,
  ),
);

const FOREIGN_SITES = [
  'http://evil.invalid',
  'null',
  '{{host}}.evil.invalid',
  'https://{{host}}@evil.invalid',
];
const FORMS = [
  ...[
    '/auth/login',
    '/sign_up',
    '/password/request',
    '/idm/applications',
    '/idm/organizations',
    '/idm/settings/password',
  ],
  ...[
    '/idm/settings/cancel',
    '/idm/users/_third_party',
    '/idm/admins/users',
    '/oauth2/enable_app',
    '/auth/logout',
  ],
];
const FORGED_FORMS = combine(FORMS, FOREIGN_SITES, (path, Origin) => [
  post(path, 'name=x&password=x', 'harmless', { ...FORM, Origin, 'Sec-Fetch-Site': 'cross-site' }),
  post(path, '--b--', 'harmless', { 'Content-Type': 'multipart/form-data; boundary=b', Origin }),
  post(path, '{"name":"x"}', 'harmless', { 'Content-Type': 'text/plain', Origin }),
]).flat();

const REDIRECTS = [
  ...[
    'http://evil.invalid',
    '//evil.invalid',
    '///evil.invalid',
    '/\\evil.invalid',
    '\\\\evil.invalid',
    'https:evil.invalid',
  ],
  ...[
    '/%09/evil.invalid',
    '/%2f%2fevil.invalid',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
  ],
  ...[
    'http://127.0.0.1:9/callback@evil.invalid',
    'http://127.0.0.1:9/callback/../../evil',
    'http://127.0.0.1:9/callback#x',
  ],
  ...[
    'http://127.0.0.1:9/CALLBACK',
    'http://127.0.0.1:90/callback',
    'http://127.0.0.1:9/callback%0d%0aX-Injected: yes',
  ],
].flatMap((target) => [
  get(
    `/oauth2/authorize?response_type=code&client_id={{application}}&redirect_uri=${encode(target)}`,
    'harmless',
  ),
  get(`/auth/login?next=${encode(target)}`, 'harmless'),
  get(`/auth/login?redirect=${encode(target)}&return_to=${encode(target)}&url=${encode(target)}`, 'harmless'),
  get(
    `/auth/external_logout?_method=DELETE&client_id={{application}}&post_logout_redirect_uri=${encode(target)}`,
    'harmless',
  ),
]);

const DEEP = combine([50, 1_000, 20_000], ['array', 'object'] as const, nested).flatMap((deep) => [
  post('/v1/auth/tokens', deep, 'refused'),
  post('/v1/users', `{"user":${deep}}`, 'refused', ADMIN),
  post('/v1/applications', `{"application":{"name":${deep}}}`, 'refused', ADMIN),
  { ...post('/v1/users/admin', `{"user":{"extra":${deep}}}`, 'harmless', ADMIN), method: 'PATCH' },
]);

const PROTOTYPES = PROTOTYPE_NAMES.flatMap((name) => [
  post('/v1/auth/tokens', `{"${name}":{"name":"admin@test.com","password":"1234"}}`, 'refused'),
  post('/v1/users', `{"user":{"${name}":{"admin":true}}}`, 'refused', ADMIN),
  post('/oauth2/token', `${name}=x&grant_type=${name}`, 'refused', CLIENT),
  post('/oauth2/token', `grant_type[${name}]=password`, 'refused', CLIENT),
  get(`/v1/${name}`, 'refused', ADMIN),
  get(`/v1/users/${name}`, 'refused', ADMIN),
  get(`/user?${name}=x`, 'refused'),
]);

const UTF8 = BAD_BYTES.flatMap((bytes): readonly HostileRequest[] => [
  { path: `/v1/users/${bytes}`, headers: ADMIN, outcome: 'refused' },
  { path: `/user?access_token=${bytes}`, outcome: 'refused' },
  get('/v1/users', 'refused', { 'X-Auth-Token': bytes }),
  post('/v1/auth/tokens', `{"name":"${bytes}","password":"${bytes}"}`, 'refused'),
  post('/oauth2/token', `grant_type=password&username=${bytes}&password=${bytes}`, 'refused', CLIENT),
]);

const requestTo = (path: string, method: string, outcome: Outcome): HostileRequest => ({
  path,
  method,
  outcome,
});
const to = 'identity manager';

/** Ways to another user's username, by a user: a login by it would reach the wrong one, and applications would show it. */
const NAMES_OF_OTHERS = ['admin', 'ADMIN', 'ａｄｍｉｎ', 'ad\u200bmin', ' admin ', 'admin@test.com'].flatMap(
  (username): HostileRequest[] => [
    {
      method: 'PATCH',
      path: '/v1/users/{{user}}',
      headers: USER,
      body: { user: { username } },
      outcome: 'refused',
    },
    {
      method: 'PATCH',
      path: '/v1/users/{{user}}',
      headers: USER,
      body: { user: { username, description: 'x' } },
      outcome: 'refused',
    },
  ],
);

const redirect_uri = 'http://127.0.0.1:9/callback';
/** New things with the ids of others, internal ones among them, or with ids that are paths: none takes another's place. */
const IDS_OF_OTHERS: readonly HostileRequest[] = [
  ...['{{application}}', 'idm_admin_app', '..', '../users', 'new', 'a/b', 'a%2fb', 'x'.repeat(37)].map((id) =>
    post('/v1/applications', { application: { name: 'mine', redirect_uri, id } }, 'refused', ADMIN),
  ),
  ...['stolen-id', '{{application}}'].flatMap((id) => [
    post('/v1/applications', { application: { name: 'mine', redirect_uri, id } }, 'refused', USER),
    post('/v1/organizations', { organization: { name: 'mine', id } }, 'refused', USER),
  ]),
  ...['provider', 'purchaser', '..'].map((id) =>
    post('/v1/applications/{{application}}/roles', { role: { name: 'mine', id } }, 'refused', ADMIN),
  ),
  ...['1', '6', '..'].map((id) =>
    post(
      '/v1/applications/{{application}}/permissions',
      { permission: { name: 'mine', action: 'GET', resource: '/', id } },
      'refused',
      ADMIN,
    ),
  ),
];

export const IDENTITY_GROUPS: readonly HostileGroup[] = [
  ...OPENID_GROUPS,
  { name: 'ids of others', to, requests: IDS_OF_OTHERS },
  { name: 'usernames of others', to, requests: NAMES_OF_OTHERS },
  { name: 'forged tokens', to, requests: FORGERIES },
  {
    name: 'forged tokens',
    to: 'guarded broker',
    requests: FORGED_TOKENS.map((forged) => get('/v2/entities', 'refused', { 'X-Auth-Token': forged })),
  },
  { name: 'codes and tokens that were used', to, requests: REUSE },
  { name: 'injections', to, requests: INJECTED },
  { name: 'rules that blow up', to, requests: RULES },
  { name: 'forms of other sites', to, requests: FORGED_FORMS },
  { name: 'redirects to elsewhere', to, requests: REDIRECTS },
  { name: 'deep JSON', to, requests: DEEP },
  { name: 'names of prototypes', to, requests: PROTOTYPES },
  { name: 'invalid UTF-8', to, requests: UTF8 },
  { name: 'smuggled messages', to, requests: SMUGGLED.map((raw) => ({ raw, outcome: 'harmless' })) },
  {
    name: 'methods',
    to,
    requests: combine(METHODS, ['/v1/users', '/oauth2/token'], (method, path) =>
      requestTo(path, method, 'harmless'),
    ),
  },
  {
    name: 'paths',
    to,
    requests: PATHS.map((path) => path.replaceAll('v2/entities', 'v1/users')).map((path) =>
      requestTo(path, 'GET', 'harmless'),
    ),
  },
];
