import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { AuthzGuard } from './authz-guard';
import { AUTHZ_DEFAULTS, type AuthzSettings } from './settings';
import { StubIdentityManager } from './stub-identity-manager';
import type { AccessQuestion, Verdict } from './verdict';

const APPLICATION = 'app-1';
const SECRET = 'a secret of the application';
const user = (decision = 'Permit') => ({
  id: 'alice',
  app_id: APPLICATION,
  trusted_apps: [],
  authorization_decision: decision,
});

let idm: StubIdentityManager;
beforeEach(async () => {
  idm = await StubIdentityManager.start();
  idm.answer = () => user();
});
afterEach(() => idm.close());

const guard = (more: Partial<AuthzSettings> = {}) =>
  new AuthzGuard({
    ...AUTHZ_DEFAULTS,
    identityManagerUrl: idm.url,
    applicationId: APPLICATION,
    cacheSeconds: 60,
    ...more,
  });

const question = (more: Partial<AccessQuestion> = {}): AccessQuestion => ({
  token: 'token-1',
  action: 'GET',
  resource: '/v2/entities',
  ...more,
});

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const key = (secret: string) => new TextEncoder().encode(secret);
const jwt = (claims: JWTPayload = {}, secret = SECRET, alg = 'HS256') =>
  new SignJWT({ id: 'alice', app_id: APPLICATION, iat: seconds(0), exp: seconds(600), ...claims })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(key(secret));

describe('the identity manager decides', () => {
  it('about verb, path, tenant and service paths, as the application', async () => {
    const verdict = await guard().check(
      question({
        action: 'PATCH',
        resource: '/v2/entities/a b&x=1/attrs',
        service: 'city',
        servicePaths: ['/a', '/b/#'],
      }),
    );
    expect(verdict).toEqual({ kind: 'permit', caller: { id: 'alice', applicationId: APPLICATION } });
    const [{ path, query }] = idm.requests as [StubIdentityManager['requests'][0]];
    expect(path).toBe('/user');
    expect(Object.fromEntries(query)).toEqual({
      access_token: 'token-1',
      app_id: APPLICATION,
      action: 'PATCH',
      resource: '/v2/entities/a b&x=1/attrs',
      authorization_service_header: 'city',
      authorization_service_path: '/a,/b/#',
    });
  });

  it.each([
    ['Deny', user('Deny'), 'deny'],
    ['no decision', user(''), 'deny'],
    ['a decision of another spelling', user('permit'), 'deny'],
    ['another application', { ...user(), app_id: 'other' }, 'unauthenticated'],
    ['a trusted application', { ...user(), app_id: 'other', trusted_apps: ['other'] }, 'permit'],
    ['no application', { id: 'alice', authorization_decision: 'Permit' }, 'unauthenticated'],
    ['a list', [], 'unavailable'],
  ])('%s', async (_, answer, kind) => {
    idm.answer = () => answer;
    expect((await guard().check(question())).kind).toBe(kind);
  });

  it.each([
    [401, 'unauthenticated'],
    [400, 'unauthenticated'],
    [403, 'unavailable'],
    [404, 'unavailable'],
    [302, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('status %s makes it %s, whatever the body says', async (status, kind) => {
    idm.answer = (_, response) => {
      response.statusCode = status;
      response.setHeader('Location', '/elsewhere');
      return user();
    };
    expect((await guard().check(question())).kind).toBe(kind);
  });

  it('says in which words a token was refused', async () => {
    idm.answer = (_, response) => {
      response.statusCode = 401;
      return 'Invalid token: access token has expired';
    };
    expect(await guard().check(question())).toEqual({
      kind: 'unauthenticated',
      reason: 'Invalid token: access token has expired',
    });
  });
});

describe('without an answer nothing is permitted', () => {
  it('nobody listens', async () => {
    const lost = guard({ identityManagerUrl: 'http://127.0.0.1:1' });
    expect(await lost.check(question())).toMatchObject({ kind: 'unavailable' });
  });

  it('no answer comes', async () => {
    idm.answer = () => undefined;
    expect(await guard({ timeoutMs: 100 }).check(question())).toEqual({
      kind: 'unavailable',
      reason: 'the identity manager did not answer in time',
    });
  });

  it('the answer never ends, or is no JSON', async () => {
    idm.answer = (_, response) => void response.write('{"authorization_decision":"Permit",');
    expect((await guard({ timeoutMs: 100 }).check(question())).kind).toBe('unavailable');
    idm.answer = (_, response) => void response.end('Permit');
    expect((await guard().check(question())).kind).toBe('unavailable');
  });

  it('an unavailable identity manager is asked again at once when it is back', async () => {
    const one = guard({ timeoutMs: 1_500 });
    idm.answer = () => undefined;
    expect((await one.check(question())).kind).toBe('unavailable');
    idm.answer = () => user();
    expect((await one.check(question())).kind).toBe('permit');
  });
});

describe('answers are kept', () => {
  it('for the same question only', async () => {
    const one = guard();
    const asked: Partial<AccessQuestion>[] = [
      {},
      { action: 'POST' },
      { resource: '/v2/types' },
      { service: 'a' },
      { servicePaths: ['/a'] },
      { token: 'token-2' },
    ];
    for (const more of [...asked, ...asked]) await one.check(question(more));
    expect(idm.requests).toHaveLength(asked.length);
    expect(one.check(question())).toMatchObject({ kind: 'permit' });
  });

  it('no longer than said', async () => {
    const one = guard({ cacheSeconds: 0 });
    await one.check(question());
    await one.check(question());
    expect(idm.requests).toHaveLength(2);
  });

  it('and many who ask at once ask once', async () => {
    const one = guard({ cacheSeconds: 0 });
    const verdicts = await Promise.all(Array.from({ length: 50 }, async () => one.check(question())));
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['permit']));
    expect(idm.requests).toHaveLength(1);
  });

  it('until the token is refused: then nothing about it is believed', async () => {
    const one = guard();
    await one.check(question());
    idm.answer = (_, response) => {
      response.statusCode = 401;
      return {};
    };
    expect((await one.check(question({ resource: '/v2/types' }))).kind).toBe('unauthenticated');
    expect((await one.check(question())).kind).toBe('unauthenticated');
  });
});

describe('JWTs', () => {
  const checking = (more: Partial<AuthzSettings> = {}) => guard({ jwt: { secrets: [SECRET] }, ...more });

  it('that are good still need a decision: they say who, not what', async () => {
    idm.answer = () => user('Deny');
    expect((await checking().check(question({ token: await jwt() }))).kind).toBe('deny');
    expect(idm.requests).toHaveLength(1);
  });

  it('that are good need nobody where authentication is enough', async () => {
    const one = checking({ level: 'authentication' });
    expect(await one.check(question({ token: await jwt() }))).toEqual({
      kind: 'permit',
      caller: { id: 'alice', applicationId: APPLICATION },
    });
    expect(idm.requests).toHaveLength(0);
  });

  it.each([
    ['never expires', { exp: undefined }],
    ['is an id token', { auth_time: 1, nonce: 'n' }],
  ])('that %s is asked about all the same', async (_, claims) => {
    await checking({ level: 'authentication' }).check(question({ token: await jwt(claims) }));
    expect(idm.requests).toHaveLength(1);
  });

  const refusals: readonly (readonly [string, () => Promise<string> | string, string])[] = [
    ['forged', () => jwt({}, 'another secret'), 'the signature of the token is wrong'],
    ['expired', () => jwt({ exp: seconds(-60) }), 'the token has expired'],
    ['not valid yet', () => jwt({ nbf: seconds(60) }), 'the token is not valid now'],
    ['from the future', () => jwt({ iat: seconds(60) }), 'the token was issued in the future'],
    [
      'of algorithm none',
      () => new UnsecuredJWT({ app_id: APPLICATION }).encode(),
      'the algorithm of the token is not accepted',
    ],
    [
      'of another algorithm',
      () => jwt({}, SECRET.repeat(3), 'HS512'),
      'the algorithm of the token is not accepted',
    ],
  ];
  it.each(refusals)('%s: refused without asking', async (_, make, reason) => {
    expect(await checking().check(question({ token: await make() }))).toEqual({
      kind: 'unauthenticated',
      reason,
    });
    expect(idm.requests).toHaveLength(0);
  });

  it('whose payload was changed are refused', async () => {
    const [header, , signature] = (await jwt()).split('.');
    const payload = Buffer.from(JSON.stringify({ id: 'admin', app_id: APPLICATION })).toString('base64url');
    const verdict = await checking().check(question({ token: `${header}.${payload}.${signature}` }));
    expect(verdict.kind).toBe('unauthenticated');
  });

  it('of a foreign application are left to the identity manager, which knows whom it trusts', async () => {
    idm.answer = (_, response) => {
      response.statusCode = 401;
      return { message: 'User not authorized in application' };
    };
    const verdict = await checking().check(question({ token: await jwt({ app_id: 'other' }) }));
    expect(verdict).toEqual({ kind: 'unauthenticated', reason: 'User not authorized in application' });
  });

  it('are believed a little after their end, and kept no longer', async () => {
    const one = checking({ level: 'authentication', clockSkewSeconds: 5 });
    expect((await one.check(question({ token: await jwt({ exp: seconds(-2) }) }))).kind).toBe('permit');
    expect((await one.check(question({ token: await jwt({ exp: seconds(-8) }) }))).kind).toBe(
      'unauthenticated',
    );
  });

  it('are accepted with the old and the new secret while it is changed', async () => {
    const one = guard({ level: 'authentication', jwt: { secrets: ['new secret', SECRET] } });
    const verdicts = await Promise.all(
      [jwt(), jwt({}, 'new secret'), jwt({}, 'third secret')].map(async (token) =>
        one.check(question({ token: await token })),
      ),
    );
    expect(verdicts.map(({ kind }) => kind)).toEqual(['permit', 'permit', 'unauthenticated']);
  });
});

describe('JWTs by a key set', () => {
  const generate = promisify(generateKeyPair);
  const pair = (alg: string) =>
    alg === 'ES256' ? generate('ec', { namedCurve: 'P-256' }) : generate('rsa', { modulusLength: 2048 });
  const signed = (privateKey: KeyObject, alg: string, kid: string) =>
    new SignJWT({ sub: 'alice', aud: APPLICATION, exp: seconds(600) })
      .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
      .sign(privateKey);
  const published = async (publicKey: KeyObject, alg: string, kid: string) => ({
    keys: [{ ...(await exportJWK(publicKey)), alg, kid, use: 'sig' }],
  });
  const checking = () =>
    guard({ level: 'authentication', jwt: { secrets: [], jwksUrl: `${idm.url}/jwks` }, timeoutMs: 20_000 });

  it.each(['RS256', 'ES256'])('%s is checked with the published key', async (alg) => {
    const [ours, theirs] = await Promise.all([pair(alg), pair(alg)]);
    idm.answer = () => published(ours.publicKey, alg, 'k1');
    const one = checking();
    const ask = async (token: Promise<string>): Promise<Verdict> =>
      one.check(question({ token: await token }));
    expect(await ask(signed(ours.privateKey, alg, 'k1'))).toMatchObject({
      kind: 'permit',
      caller: { id: 'alice' },
    });
    expect(await ask(signed(theirs.privateKey, alg, 'k1'))).toMatchObject({ kind: 'unauthenticated' });
    expect(await ask(signed(theirs.privateKey, alg, 'k2'))).toMatchObject({ kind: 'unauthenticated' });
  });

  it('a public key is no HS256 secret', async () => {
    const { publicKey } = await pair('RS256');
    idm.answer = () => published(publicKey, 'RS256', 'k1');
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const one = guard({ jwt: { secrets: [SECRET], jwksUrl: `${idm.url}/jwks` } });
    expect((await one.check(question({ token: await jwt({}, pem) }))).kind).toBe('unauthenticated');
  });

  it('no key set, no access', async () => {
    const { privateKey } = await pair('ES256');
    idm.answer = (_, response) => {
      response.statusCode = 500;
      return {};
    };
    expect((await checking().check(question({ token: await signed(privateKey, 'ES256', 'k1') }))).kind).toBe(
      'unavailable',
    );
  });
});

describe('credentials of the PEP proxy', () => {
  const credentials = { id: 'pep_proxy_1', password: 'secret' };

  it('are used once, and the token they give goes along', async () => {
    idm.answer = ({ path }, response) => {
      if (path === '/user') return user();
      response.statusCode = 201;
      response.setHeader('X-Subject-Token', 'pep-token');
      return { token: { expires_at: new Date(Date.now() + 3_600_000).toISOString() } };
    };
    const one = guard({ credentials });
    await one.check(question());
    await one.check(question({ resource: '/v2/types' }));
    expect(idm.requests.map(({ path, headers }) => [path, headers['x-auth-token']])).toEqual([
      ['/v1/auth/tokens', undefined],
      ['/user', 'pep-token'],
      ['/user', 'pep-token'],
    ]);
  });

  it('that are wrong open nothing', async () => {
    idm.answer = ({ path }, response) => {
      response.statusCode = path === '/user' ? 200 : 401;
      return user();
    };
    expect(await guard({ credentials }).check(question())).toEqual({
      kind: 'unavailable',
      reason: 'the identity manager refused the login of the PEP proxy with 401',
    });
  });
});
