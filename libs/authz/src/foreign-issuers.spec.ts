import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { AuthzGuard } from './authz-guard';
import { AUTHZ_DEFAULTS, type AuthzSettings } from './settings';
import { StubIdentityManager } from './stub-identity-manager';

const AUDIENCE = 'https://broker.city.example';
const KID = 'key-1';

let issuer: StubIdentityManager;
let idm: StubIdentityManager;
let privateKey: CryptoKey;
let metadata: () => object;
beforeEach(async () => {
  issuer = await StubIdentityManager.start();
  idm = await StubIdentityManager.start();
  idm.answer = (_request, response) => {
    response.statusCode = 401;
    return { error_description: 'nobody knows it' };
  };
  const pair = await generateKeyPair('ES256');
  ({ privateKey } = pair);
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: KID, alg: 'ES256', use: 'sig' };
  metadata = () => ({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` });
  issuer.answer = ({ path }) => (path === '/keys' ? { keys: [jwk] } : metadata());
});
afterEach(() => Promise.all([issuer.close(), idm.close()]));

const judge = (token: string, more: Partial<AuthzSettings> = {}) =>
  new AuthzGuard({
    ...AUTHZ_DEFAULTS,
    identityManagerUrl: idm.url,
    applicationId: 'broker',
    level: 'authentication',
    audience: AUDIENCE,
    issuers: [issuer.url],
    ...more,
  }).check({ token, action: 'GET', resource: '/v2/entities' });

const now = () => Math.floor(Date.now() / 1000);
const signed = (claims: JWTPayload = {}, key = privateKey, alg = 'ES256') =>
  new SignJWT({ iss: issuer.url, sub: 'ana', azp: 'client', aud: AUDIENCE, exp: now() + 60, ...claims })
    .setProtectedHeader({ alg, kid: KID, typ: 'JWT' })
    .sign(key);

describe('a JWT of an issuer that an option names', () => {
  it('passes by its signature, and the identity manager is not asked', async () => {
    expect(await judge(await signed())).toEqual({
      kind: 'permit',
      caller: { id: 'ana', applicationId: 'client' },
    });
    expect(idm.requests).toEqual([]);
    expect(issuer.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it.each<[string, JWTPayload]>([
    ['for another audience', { aud: 'https://elsewhere.example' }],
    ['without end', { exp: undefined }],
    ['that has ended', { exp: 1 }],
    ['of nobody', { sub: undefined }],
    ['that is an ID token', { nonce: 'n' }],
    ['that counts later', { nbf: 9_999_999_999 }],
  ])('is refused %s', async (_case, claims) => {
    expect(await judge(await signed(claims))).toMatchObject({ kind: 'unauthenticated' });
  });

  it('is refused with the signature of another key', async () => {
    const other = await generateKeyPair('ES256');
    expect(await judge(await signed({}, other.privateKey))).toMatchObject({ kind: 'unauthenticated' });
  });

  it('is left to the identity manager when the issuer is not named', async () => {
    expect(await judge(await signed(), { issuers: [] })).toMatchObject({ kind: 'unauthenticated' });
    expect(idm.requests).toHaveLength(1);
    expect(issuer.requests).toEqual([]);
  });

  it.each<[string, () => object]>([
    ['names another issuer', () => ({ issuer: 'https://evil.example', jwks_uri: `${issuer.url}/keys` })],
    ['names no keys', () => ({ issuer: issuer.url })],
  ])('gives no decision while the metadata %s', async (_case, told) => {
    metadata = told;
    expect(await judge(await signed())).toMatchObject({ kind: 'unavailable' });
  });
});

describe('an access token of the identity manager for the audience of the service', () => {
  const own = (claims: JWTPayload, typ: string) =>
    new SignJWT({ iss: idm.url, sub: 'ana', client_id: 'client', aud: AUDIENCE, exp: now() + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: KID, typ })
      .sign(privateKey);
  const judgeOwn = async (claims: JWTPayload = {}, typ = 'at+jwt') =>
    judge(await own(claims, typ), { issuers: [], jwt: { secrets: [], jwksUrl: `${issuer.url}/keys` } });

  it('stands alone, with the time of its login', async () => {
    expect(await judgeOwn({ auth_time: 1 })).toEqual({
      kind: 'permit',
      caller: { id: 'ana', applicationId: 'client' },
    });
    expect(await judgeOwn({ sub: 'client' })).toEqual({
      kind: 'permit',
      caller: { id: '', applicationId: 'client' },
    });
    expect(idm.requests).toEqual([]);
  });

  it('is asked about when it is for others, or an ID token', async () => {
    expect(await judgeOwn({ aud: 'https://elsewhere.example' })).toMatchObject({ kind: 'unauthenticated' });
    expect(await judgeOwn({ auth_time: 1 }, 'JWT')).toMatchObject({ kind: 'unauthenticated' });
    expect(idm.requests).toHaveLength(2);
  });
});
