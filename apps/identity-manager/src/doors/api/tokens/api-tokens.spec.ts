import supertest, { type Response } from 'supertest';
import { ApiTokenRow } from '../../../database/entities/token.row';
import { PepProxyRow } from '../../../database/entities/application.row';
import { UserRow } from '../../../database/entities/user.row';
import { addApplication, addUser } from '../../../database/test-rows';
import { tokenHash } from '../../../service/random-token';
import { ApiTokensService } from '../../../subjects/tokens/api-tokens.service';
import { PasswordHasher } from '../../../subjects/users/password-hasher';
import { openTestPages, type TestPages } from '../../../test-pages';

const PASSWORD = 'a long password';
const UNKNOWN = '4a9a2d3c-0000-4000-8000-000000000000';

let pages: TestPages;
let passwordHash: string;
let user: UserRow;
beforeAll(async () => {
  pages = await openTestPages();
  passwordHash = await pages.app.get(PasswordHasher, { strict: false }).hash(PASSWORD);
});
afterAll(() => pages.close());
beforeEach(async () => {
  user = await addUser(pages, { passwordHash });
});

const client = () => supertest(pages.app.getHttpServer());
const login = (body: object) => client().post('/v1/auth/tokens').send(body);

async function tokenOf(
  owner: { readonly userId: string } | { readonly pepProxyId: string },
): Promise<string> {
  const issued = await pages.app.get(ApiTokensService, { strict: false }).issue(owner, Date.now(), undefined);
  return issued!.token;
}

async function addProxy(): Promise<string> {
  const { id: applicationId } = await addApplication(pages);
  const id = `pep_proxy_${applicationId}`;
  await pages.dataSource.manager.insert(PepProxyRow, { id, passwordHash, applicationId, createdAt: 0 });
  return id;
}

const told = ({ status, body }: Response) => {
  const { error } = body as { readonly error?: { readonly message: string; readonly code: number } };
  return error ? `${error.code} ${error.message}` : `${status} fine`;
};
const INVALID = '401 Invalid email or password';

describe('An API token', () => {
  it.each<[string, () => Promise<object> | object, readonly string[]]>([
    ['a password', () => ({ name: user.email, password: PASSWORD }), ['password']],
    [
      'an address in other letters',
      () => ({ name: user.email.toUpperCase(), password: PASSWORD }),
      ['password'],
    ],
    ['another token', async () => ({ token: await tokenOf({ userId: user.id }) }), ['token']],
    [
      'both of one owner',
      async () => ({ name: user.email, password: PASSWORD, token: await tokenOf({ userId: user.id }) }),
      ['password', 'token'],
    ],
    ['the password of a proxy', async () => ({ name: await addProxy(), password: PASSWORD }), ['password']],
  ])('is given for %s', async (_case, sent, methods) => {
    const answer = await login(await sent());
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        token: { methods, expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) },
        idm_authorization_config: { level: 'basic', authzforce: false },
      },
    ]);
    expect(answer.headers['x-subject-token']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each<[string, () => Promise<object> | object, string]>([
    ['nothing', () => ({}), INVALID],
    ['a name alone', () => ({ name: user.email }), INVALID],
    ['a password alone', () => ({ password: PASSWORD }), INVALID],
    ['another password', () => ({ name: user.email, password: 'other' }), INVALID],
    ['a name that nobody has', () => ({ name: 'nobody@city.example', password: PASSWORD }), INVALID],
    ['members that are no text', () => ({ name: { $ne: 1 }, password: [PASSWORD] }), INVALID],
    ['empty texts', () => ({ name: '', password: '', token: '' }), INVALID],
    ['a name with a NUL', () => ({ name: 'a\0@city.example', password: 'x' }), INVALID],
    ['an unknown token', () => ({ token: UNKNOWN }), INVALID],
    [
      'the digest of a token',
      async () => ({ token: tokenHash(await tokenOf({ userId: user.id })) }),
      INVALID,
    ],
    [
      'another password of a proxy',
      async () => ({ name: await addProxy(), password: 'other' }),
      '401 Invalid id or password',
    ],
    ['a proxy that is none', () => ({ name: 'pep_proxy_none', password: PASSWORD }), INVALID],
    [
      'two owners',
      async () => ({
        name: user.email,
        password: PASSWORD,
        token: await tokenOf({ userId: (await addUser(pages)).id }),
      }),
      '401 Token not correspond to user',
    ],
    [
      'a user and a proxy',
      async () => ({
        name: user.email,
        password: PASSWORD,
        token: await tokenOf({ pepProxyId: await addProxy() }),
      }),
      '401 Token not correspond to user',
    ],
    [
      'a right password and an unknown token',
      () => ({ name: user.email, password: PASSWORD, token: UNKNOWN }),
      INVALID,
    ],
    [
      'a token of somebody who was disabled',
      async () => {
        const token = await tokenOf({ userId: user.id });
        await pages.dataSource.manager.update(UserRow, { id: user.id }, { enabled: false });
        return { token };
      },
      INVALID,
    ],
    [
      'a token that has ended',
      async () => {
        const token = await tokenOf({ userId: user.id });
        await pages.dataSource.manager.update(
          ApiTokenRow,
          { userId: user.id },
          { expiresAt: Date.now() - 1 },
        );
        return { token };
      },
      '401 Token has expired',
    ],
  ])('is not given for %s', async (_case, sent, refusal) => {
    const answer = await login(await sent());
    expect(told(answer)).toBe(refusal);
    expect(answer.headers).not.toHaveProperty('x-subject-token');
  });

  type Pair = { readonly 'X-Auth-Token'?: string; readonly 'X-Subject-Token'?: string };
  const ask = (method: 'get' | 'delete', pair: Pair) => client()[method]('/v1/auth/tokens').set(pair);

  it('is shown to its owner', async () => {
    const mine = await tokenOf({ userId: user.id });
    const { body } = await ask('get', { 'X-Auth-Token': mine, 'X-Subject-Token': mine });
    expect(body).toEqual({
      access_token: mine,
      expires: expect.stringMatching(/Z$/),
      valid: true,
      User: {
        id: user.id,
        username: user.username,
        email: user.email,
        date_password: '1970-01-01T00:00:00.000Z',
        enabled: true,
        admin: false,
      },
    });
  });

  it('of a proxy is shown to it by its id', async () => {
    const pepProxyId = await addProxy();
    const token = await tokenOf({ pepProxyId });
    const { body } = await ask('get', { 'X-Auth-Token': token, 'X-Subject-Token': token });
    expect(body).toMatchObject({ access_token: token, PepProxy: { id: pepProxyId } });
  });

  it.each<[string, () => Promise<Pair>, string, string]>([
    ['no token at all', async () => ({}), INVALID, '400 Expecting to find X-Subject-token in requests'],
    [
      'no token that is asked about',
      async () => ({ 'X-Auth-Token': await tokenOf({ userId: user.id }) }),
      INVALID,
      '400 Expecting to find X-Subject-token in requests',
    ],
    [
      'no token of who asks',
      async () => ({ 'X-Subject-Token': await tokenOf({ userId: user.id }) }),
      INVALID,
      '400 Expecting to find X-Auth-token/Authorization in requests',
    ],
    [
      'an unknown token of who asks',
      async () => ({ 'X-Auth-Token': UNKNOWN, 'X-Subject-Token': await tokenOf({ userId: user.id }) }),
      INVALID,
      '404 Auth Token not found',
    ],
    [
      'an unknown token',
      async () => ({ 'X-Auth-Token': await tokenOf({ userId: user.id }), 'X-Subject-Token': UNKNOWN }),
      INVALID,
      '404 Subject Token not found',
    ],
    [
      'a token of somebody else',
      async () => ({
        'X-Auth-Token': await tokenOf({ userId: user.id }),
        'X-Subject-Token': await tokenOf({ userId: (await addUser(pages)).id }),
      }),
      INVALID,
      '403 User must be admin or owner of the two tokens',
    ],
    [
      'a token of a user, as a proxy',
      async () => ({
        'X-Auth-Token': await tokenOf({ pepProxyId: await addProxy() }),
        'X-Subject-Token': await tokenOf({ userId: user.id }),
      }),
      INVALID,
      '403 Subject and auth token are not owned by the same entity',
    ],
  ])('is neither shown nor ended with %s', async (_case, pair, shown, ended) => {
    const sent = await pair();
    expect(told(await ask('get', sent))).toBe(shown);
    expect(told(await ask('delete', sent))).toBe(ended);
  });

  it('ends for its owner, and for an administrator, and is good for nothing then', async () => {
    const admin = await tokenOf({ userId: (await addUser(pages, { admin: true })).id });
    for (const asker of ['owner', 'administrator']) {
      const mine = await tokenOf({ userId: user.id });
      const pair = { 'X-Auth-Token': asker === 'owner' ? mine : admin, 'X-Subject-Token': mine };
      const answer = await ask('delete', pair);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(told(await client().get('/v1').set('X-Auth-Token', mine))).toBe('404 Token not found');
    }
  });
});

describe('A request to the management API', () => {
  it.each<[string, (token: string) => Readonly<Record<string, string>>, string]>([
    ['a token of its own header', (token) => ({ 'x-auth-token': token }), '200 fine'],
    ['a Bearer token', (token) => ({ authorization: `bearer ${token}` }), '200 fine'],
    [
      'both, of which Bearer counts',
      (token) => ({ authorization: `Bearer ${token}`, 'x-auth-token': UNKNOWN }),
      '200 fine',
    ],
    [
      'its own header beside that of a proxy',
      (token) => ({ authorization: 'Basic YTpi', 'x-auth-token': token }),
      '200 fine',
    ],
    ['no token', () => ({}), '400 Expecting to find X-Auth-token/Authorization in requests'],
    [
      'an empty token',
      () => ({ 'x-auth-token': '' }),
      '400 Expecting to find X-Auth-token/Authorization in requests',
    ],
    ['an unknown token', () => ({ 'x-auth-token': UNKNOWN }), '404 Token not found'],
    ['the digest of a token', (token) => ({ 'x-auth-token': tokenHash(token) }), '404 Token not found'],
    ['credentials of another kind', () => ({ authorization: 'Basic YTpi' }), '404 Token not found'],
    ['a bare token in Authorization', (token) => ({ authorization: token }), '200 fine'],
  ])('comes with %s', async (_case, headers, outcome) => {
    const token = await tokenOf({ userId: user.id });
    for (const prefix of ['v1', 'v3'])
      expect(told(await client().get(`/${prefix}`).set(headers(token)))).toBe(outcome);
  });

  it('of a proxy opens nothing of it', async () => {
    const token = await tokenOf({ pepProxyId: await addProxy() });
    for (const path of ['/v1', '/v1/users', '/v1/applications'])
      expect(told(await client().get(path).set('X-Auth-Token', token))).toBe(
        '403 User not allow to perform the action',
      );
  });

  it('of a user opens nothing that is for proxies or administrators', async () => {
    const token = await tokenOf({ userId: user.id });
    const ask = async (path: string) => told(await client().get(path).set('X-Auth-Token', token));
    expect(await ask('/v1/access-tokens/x')).toBe('403 User not allow to perform the action');
    expect(await ask('/v1/users')).toBe('403 User not authorized to perform action');
    expect(await ask('/v1/service_providers/configs')).toBe('403 User not authorized to perform action');
  });
});
