import supertest, { type Response } from 'supertest';
import type { ApplicationRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import { addApplication, addUser } from '../../database/test-rows';
import { PasswordHasher } from '../../subjects/users/password-hasher';
import { openTestPages, type TestPages } from '../../test-pages';

/** With what form-encoding changes. */
const SECRET = 'a:secret+with %41 marks';

let pages: TestPages;
let application: ApplicationRow;
beforeAll(async () => {
  // Applications may ask for tokens with a password or a refresh token without saying their secret.
  pages = await openTestPages({ IDM_OAUTH_NOT_REQUIRE_CLIENT_AUTH_GRANT_TYPE: 'password,refresh_token' });
});
afterAll(() => pages.close());
beforeEach(async () => {
  application = await register();
});

const register = (given: Partial<ApplicationRow> = {}) =>
  addApplication(pages, {
    secretEncrypted: pages.app.get(SecretCipher, { strict: false }).encrypt(SECRET),
    grantType: 'client_credentials,password,authorization_code',
    ...given,
  });

const post = (path: string, form: object, headers: Readonly<Record<string, string>> = {}) =>
  supertest(pages.app.getHttpServer()).post(path).set(headers).type('form').send(form);

const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const told = ({ status, body }: Response) => {
  const { error, error_description: description } = body as Readonly<Record<string, string>>;
  return `${status} ${error ?? 'fine'}${description === undefined ? '' : `: ${description}`}`;
};

const WRONG = '401 invalid_client: Invalid client: client is invalid';
const NONE = '401 invalid_client: Invalid client: cannot retrieve client credentials';

type Sent = readonly [form: object, headers?: Readonly<Record<string, string>>];

describe.each(['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect'])('At %s a client', (path) => {
  const ask = ([form, headers]: Sent) => {
    const asked = path.endsWith('token') ? { grant_type: 'client_credentials' } : { token: 'x' };
    return post(path, { ...asked, ...form }, headers);
  };

  it.each<[string, () => Sent]>([
    ['by the header', () => [{}, basic(application.id, SECRET)]],
    ['by the header, encoded as RFC 6749 says', () => [{}, basic(encoded(application.id), encoded(SECRET))]],
    ['by the form', () => [{ client_id: application.id, client_secret: SECRET }]],
    [
      'by both, when they are the same',
      () => [{ client_id: application.id, client_secret: SECRET }, basic(application.id, SECRET)],
    ],
    [
      'by both, however each is encoded',
      () => [{ client_id: application.id, client_secret: SECRET }, basic(application.id, encoded(SECRET))],
    ],
    [
      'by the header with its id in the form',
      () => [{ client_id: application.id }, basic(application.id, SECRET)],
    ],
    [
      'by the header with small letters',
      () => [{}, { Authorization: basic(application.id, SECRET).Authorization.replace('Basic', 'basic ') }],
    ],
  ])('is known %s', async (_case, sent) => {
    expect(told(await ask(sent()))).toBe('200 fine');
  });

  it.each<[string, () => Sent, string]>([
    ['nothing', () => [{}], NONE],
    ['its id alone', () => [{ client_id: application.id }], NONE],
    ['its id alone, in the header', () => [{}, basic(application.id, '')], NONE],
    ['an empty secret in the form', () => [{ client_id: application.id, client_secret: '' }], NONE],
    ['a secret alone', () => [{ client_secret: SECRET }], NONE],
    ['another secret', () => [{}, basic(application.id, 'other')], WRONG],
    ['another secret in the form', () => [{ client_id: application.id, client_secret: 'other' }], WRONG],
    ['half of its secret', () => [{}, basic(application.id, SECRET.slice(0, 8))], WRONG],
    ['a secret that cannot be decoded', () => [{}, basic(application.id, '%zz')], WRONG],
    ['an id that nobody has', () => [{}, basic('nobody', SECRET)], WRONG],
    ['an id that nobody has, alone', () => [{ client_id: 'nobody' }], WRONG],
    ['a very long id', () => [{}, basic('x'.repeat(5000), SECRET)], WRONG],
    ['the id of the service itself', () => [{ client_id: 'idm_admin_app', client_secret: SECRET }], WRONG],
    ['a token in the header', () => [{}, { Authorization: 'Bearer abc' }], NONE],
    ['a header that is none', () => [{}, { Authorization: 'Basic ???' }], NONE],
    ['a header without colon', () => [{}, { Authorization: 'Basic bm9jb2xvbg==' }], NONE],
    [
      'a broken header beside a good form',
      () => [{ client_id: application.id, client_secret: SECRET }, { Authorization: 'Basic' }],
      NONE,
    ],
  ])('is not known by %s', async (_case, sent, refusal) => {
    const answer = await ask(sent());
    expect(told(answer)).toBe(refusal);
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Basic realm="identity-manager"',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
  });

  it.each<[string, () => Sent]>([
    ['secrets', () => [{ client_secret: 'other' }, basic(application.id, SECRET)]],
    ['ids', () => [{ client_id: 'other' }, basic(application.id, SECRET)]],
  ])('does not say two %s', async (_case, sent) => {
    expect(told(await ask(sent()))).toBe(
      '400 invalid_request: Invalid request: only one client authentication method is allowed',
    );
  });

  it('is not known by what stands in the address', async () => {
    const query = new URLSearchParams({ client_id: application.id, client_secret: SECRET });
    expect(told(await post(`${path}?${query.toString()}`, { token: 'x' }))).toBe(NONE);
  });

  it('sends a form, and each name once', async () => {
    const json = supertest(pages.app.getHttpServer())
      .post(path)
      .set(basic(application.id, SECRET))
      .send({ token: 'x' });
    expect(told(await json)).toBe(
      '400 invalid_request: Invalid request: content must be application/x-www-form-urlencoded',
    );
    expect(told(await ask([{ client_id: [application.id, application.id] }]))).toBe(
      '400 invalid_request: Repeated parameter: `client_id`',
    );
  });
});

describe('A client without its secret', () => {
  const password = { grant_type: 'password', username: 'nobody@city.example', password: 'x' };

  it('may ask for tokens by a grant for which the installation wants none', async () => {
    const id = application.id;
    for (const answer of [
      await post('/oauth2/token', { ...password, client_id: id }),
      await post('/oauth2/token', password, basic(id, '')),
    ])
      expect(told(answer)).toBe('400 invalid_grant: Invalid grant: user credentials are invalid');
    expect(told(await post('/oauth2/token', { ...password, client_id: id, client_secret: 'other' }))).toBe(
      WRONG,
    );
  });

  it('makes no token without end of a refresh token that it may have stolen', async () => {
    const passwordHash = await pages.app.get(PasswordHasher, { strict: false }).hash('a long password');
    const { email } = await addUser(pages, { passwordHash });
    const kinds = { grantType: 'password,refresh_token', tokenTypes: 'bearer,permanent' };
    const { id: client_id } = await register(kinds);
    const first = await post('/oauth2/token', {
      ...password,
      client_id,
      username: email,
      password: 'a long password',
    });
    const { refresh_token } = first.body as { readonly refresh_token: string };
    const refresh = { grant_type: 'refresh_token', refresh_token, scope: 'permanent' };
    for (const answer of [
      await post('/oauth2/token', { ...refresh, client_id }),
      await post('/oauth2/token', { ...refresh, client_id, client_secret: '' }),
      await post('/oauth2/token', refresh, basic(client_id, '')),
    ])
      expect(told(answer)).toContain('400 invalid_scope');
    const own = await post('/oauth2/token', refresh, basic(client_id, SECRET));
    expect([own.status, Object.keys(own.body as object)]).toEqual([200, ['access_token', 'token_type']]);
  });

  it.each(['/oauth2/revoke', '/oauth2/introspect'])(
    'may not name such a grant at %s, where it means nothing',
    async (path) => {
      const form = { grant_type: 'password', token: 'x' };
      expect(told(await post(path, { ...form, client_id: application.id }))).toBe(NONE);
      expect(told(await post(path, form, basic(application.id, '')))).toBe(NONE);
    },
  );

  it('is a public one, which may exchange codes and end its tokens, and ask nothing', async () => {
    const { id: client_id } = await register({ clientType: 'public', secretEncrypted: '' });
    const code = { client_id, grant_type: 'authorization_code', code: 'x' };
    expect(told(await post('/oauth2/token', code))).toContain('authorization code is invalid');
    expect(told(await post('/oauth2/token', { client_id, grant_type: 'client_credentials' }))).toBe(NONE);
    expect(told(await post('/oauth2/revoke', { client_id, token: 'x' }))).toBe('200 fine');
    expect(told(await post('/oauth2/introspect', { client_id, token: 'x' }))).toBe(WRONG);
  });
});

describe('A request for tokens', () => {
  const ask = (form: object, path = '/oauth2/token') => post(path, form, basic(application.id, SECRET));

  it.each<[object, string]>([
    [{}, '400 invalid_request: Missing parameter: `grant_type`'],
    [{ grant_type: '' }, '400 invalid_request: Missing parameter: `grant_type`'],
    [{ grant_type: 'a b' }, '400 invalid_request: Invalid parameter: `grant_type`'],
    [{ grant_type: 'a"b' }, '400 invalid_request: Invalid parameter: `grant_type`'],
    [{ grant_type: 'a\nb' }, '400 invalid_request: Invalid parameter: `grant_type`'],
    [{ grant_type: 'foo' }, '400 unsupported_grant_type: Unsupported grant type: `grant_type` is invalid'],
    [
      { grant_type: '__proto__' },
      '400 unsupported_grant_type: Unsupported grant type: `grant_type` is invalid',
    ],
    [
      { grant_type: 'implicit' },
      '400 unsupported_grant_type: Unsupported grant type: `grant_type` is invalid',
    ],
    [
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
      '400 unsupported_grant_type: Unsupported grant type: `grant_type` is invalid',
    ],
    [{ grant_type: 'hybrid' }, '400 unauthorized_client: Unauthorized client: `grant_type` is invalid'],
    [
      { grant_type: 'refresh_token' },
      '400 unauthorized_client: Unauthorized client: `grant_type` is invalid',
    ],
    [{ grant_type: 'authorization_code' }, '400 invalid_request: Missing parameter: `code`'],
    [{ grant_type: 'authorization_code', code: '' }, '400 invalid_request: Missing parameter: `code`'],
    [{ grant_type: 'password' }, '400 invalid_request: Missing parameter: `username`'],
    [{ grant_type: 'password', username: 'x' }, '400 invalid_request: Missing parameter: `password`'],
    [{ grant_type: 'client_credentials', scope: 'a"b' }, '400 invalid_scope: Invalid parameter: `scope`'],
    [
      { grant_type: 'client_credentials', scope: 'jwt' },
      '400 invalid_scope: Invalid scope: Requested scope is invalid',
    ],
    [
      { grant_type: 'client_credentials', scope: 'openid' },
      '400 invalid_scope: Invalid scope: Requested scope is invalid',
    ],
  ])('%j is refused: %s', async (form, refusal) => {
    const answer = await ask(form);
    expect(told(answer)).toBe(refusal);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it('is answered byte for byte as the interface has it', async () => {
    const answer = await ask({ grant_type: 'client_credentials' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    });
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
  });

  it('below the path of an application is for that application', async () => {
    const path = (id: string) => `/idm/applications/${id}/oauth2/token`;
    expect((await ask({ grant_type: 'client_credentials' }, path(application.id))).status).toBe(200);
    expect(told(await ask({ grant_type: 'client_credentials' }, path('other')))).toBe(
      '400 invalid_request: Invalid request: the path is that of another application',
    );
  });
});
