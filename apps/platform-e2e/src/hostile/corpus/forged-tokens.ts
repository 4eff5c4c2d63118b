import { createHmac } from 'node:crypto';

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const signed = (head: object, claims: object, secret: string) => {
  const text = `${part(head)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const unsigned = (head: object, claims: object, signature = '') =>
  `${part(head)}.${part(claims)}.${signature}`;

const HS256 = { alg: 'HS256', typ: 'JWT' };
const ADMIN = {
  id: 'admin',
  username: 'admin',
  email: 'admin@test.com',
  type: 'user',
  organizations: [],
  roles: [{ id: 'provider', name: 'Provider' }],
  exp: 4_102_444_800,
};

/** Tokens that nobody was given: JWTs in all the ways they are forged, and texts that are no tokens at all. */
export const FORGED_TOKENS: readonly string[] = [
  ...[
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS1',
    'HS256 ',
    'RS256',
    'ES256',
    'PS256',
    'EdDSA',
    'HS384',
    'HS512',
  ].flatMap((alg) => [unsigned({ alg, typ: 'JWT' }, ADMIN), unsigned({ alg, typ: 'JWT' }, ADMIN, 'AAAA')]),
  ...['', 'secret', 'idm', 'null', 'undefined', '-----BEGIN PUBLIC KEY-----', '\u0000'.repeat(32)].map(
    (secret) => signed(HS256, ADMIN, secret || ' '),
  ),
  ...[
    { kid: '../../../../dev/null' },
    { kid: "x' UNION SELECT 'a" },
    { kid: ['a'] },
    { jku: 'http://127.0.0.1:9/jwks' },
    { x5u: 'http://127.0.0.1:9/cert' },
    { jwk: { kty: 'oct', k: part('secret') } },
    { crit: ['b64'], b64: false },
    { cty: 'JWT' },
    { zip: 'DEF' },
    { typ: 'at+jwt' },
  ].map((head) => signed({ ...HS256, ...head }, ADMIN, 'secret')),
  ...[
    { exp: 1 },
    { exp: '4102444800' },
    { exp: -1 },
    { exp: null },
    { nbf: 4_102_444_800 },
    { iat: 'x' },
    { aud: '*' },
  ].map((claims) => signed(HS256, { ...ADMIN, ...claims }, 'secret')),
  unsigned(HS256, {}),
  `${part(HS256)}.${part('[]')}.AAAA`,
  `${part(HS256)}.${part('null')}.AAAA`,
  `${part(HS256)}.${part(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`)}.AAAA`,
  `${part('{')}.${part('{')}.${part('{')}`,
  '.',
  '..',
  '...',
  'a.b.c.d.e',
  'e30.e30.',
  part(HS256),
  'x'.repeat(7_000),
  'null',
  'undefined',
  'true',
  '0',
  '{}',
  '[object Object]',
  '__proto__',
  "' OR 1=1 --",
  '{{token}}x',
  'x{{token}}',
  '{{revokedToken}}',
];
