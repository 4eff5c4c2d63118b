import { FORM, type HostileGroup, type HostileRequest, type Outcome } from './hostile-request';
import { FORGED_TOKENS } from './forged-tokens';
import { INJECTIONS } from './tricks';

const encode = encodeURIComponent;
const form = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString().replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');
const get = (path: string, outcome: Outcome, headers: Record<string, string> = {}): HostileRequest => ({
  path,
  headers,
  outcome,
});
const post = (
  path: string,
  body: string,
  outcome: Outcome,
  headers: Record<string, string>,
): HostileRequest => ({ method: 'POST', path, headers, body, outcome });
const token = (fields: Record<string, string>) =>
  post('/oauth2/token', form(fields), 'refused', { ...FORM, Authorization: 'Basic {{client}}' });
const change = (members: object): HostileRequest => ({
  method: 'PATCH',
  path: '/v1/applications/{{application}}',
  headers: { 'Content-Type': 'application/json', 'X-Auth-Token': '{{adminToken}}' },
  body: { application: members },
  outcome: 'refused',
});

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example/',
  'javascript:alert(1)',
  '/\\evil.example',
  'http://127.0.0.1:9/callback@evil.example',
];
const HTML = { Accept: 'text/html' };

/** Ways out by the parameters of OpenID Connect: none leads to another host, and none signs anybody out from elsewhere. */
const OPENID: readonly HostileRequest[] = [
  ...ELSEWHERE.flatMap((address) => [
    get(
      `/auth/external_logout?post_logout_redirect_uri=${encode(address)}&client_id={{application}}`,
      'harmless',
      HTML,
    ),
    get(
      `/auth/external_logout?post_logout_redirect_uri=${encode(address)}&id_token_hint={{token}}`,
      'refused',
      HTML,
    ),
    post(
      '/auth/external_logout',
      form({ post_logout_redirect_uri: address, client_id: '{{application}}' }),
      'harmless',
      {
        ...FORM,
        ...HTML,
      },
    ),
    post(
      '/auth/confirm_logout',
      form({ post_logout_redirect_uri: address, client_id: '{{application}}' }),
      'refused',
      {
        ...FORM,
        ...HTML,
      },
    ),
    post(
      '/oauth2/authorize',
      form({ response_type: 'code', client_id: '{{application}}', redirect_uri: address }),
      'harmless',
      FORM,
    ),
    ...[
      'id_token_hint',
      'claims',
      'acr_values',
      'ui_locales',
      'login_hint',
      'resource',
      'request',
      'request_uri',
    ].map((name) =>
      get(`/oauth2/authorize?response_type=code&client_id=nobody&${name}=${encode(address)}`, 'refused'),
    ),
    token({ grant_type: 'client_credentials', resource: address }),
  ]),
  ...INJECTIONS.flatMap((text) => [
    get(`/auth/external_logout?id_token_hint=${encode(text)}`, 'refused', HTML),
    get(`/auth/external_logout?state=${encode(text)}`, 'harmless', HTML),
    post('/oauth2/userinfo', form({ access_token: text }), 'refused', FORM),
    token({ grant_type: 'client_credentials', resource: text }),
  ]),
  ...FORGED_TOKENS.flatMap((forged) => [
    get('/oauth2/userinfo', 'refused', { Authorization: `Bearer ${forged}` }),
    post('/oauth2/userinfo', form({ access_token: forged }), 'refused', FORM),
  ]),
];

/** Addresses that this service would send logout tokens to, and resources that are others' or none. */
const ADDRESSES_OF_OTHERS: readonly HostileRequest[] = [
  ...[
    'file:///etc/passwd',
    'gopher://127.0.0.1:25/',
    'https://u:p@169.254.169.254/',
    'https://a.example/#x',
    'a\r\nb',
  ].map((address) => change({ backchannel_logout_uri: address })),
  ...['no uri', 'https://a.example/#x', '{{application}}', `urn:${'x'.repeat(600)}`].map((audience) =>
    change({ audience }),
  ),
  ...[
    { openid_style: {} },
    { id_token_signed_response_alg: 'none' },
    { access_token_format: ['at+jwt'] },
  ].map((members) => change(members)),
];

const to = 'identity manager';

export const OPENID_GROUPS: readonly HostileGroup[] = [
  { name: 'ways out of OpenID Connect', to, requests: OPENID },
  { name: 'addresses that the service would ask', to, requests: ADDRESSES_OF_OTHERS },
];
