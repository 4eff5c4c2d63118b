import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { openTestPages, type TestPages } from '../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
  await pages.app.listen(0, '127.0.0.1');
});
afterAll(() => pages.close());

const client = () => supertest(pages.app.getHttpServer());

const TOO_LARGE = 'Request body too large';

/** Keyrock's error object. */
const errorObject = (code: number, message: string, title: string) => ({ error: { message, code, title } });

describe('A path that there is not', () => {
  it.each<[string, string, object]>([
    [
      'get',
      '/v1/nothing',
      errorObject(400, 'Expecting to find X-Auth-token/Authorization in requests', 'Bad Request'),
    ],
    ['get', '/pdp/nothing', errorObject(404, 'Path not found', 'Not Found')],
    ['get', '/oauth2/nothing', { error: 'invalid_request', error_description: 'Path not Found' }],
    ['post', '/oauth2/nothing', { error: 'invalid_request', error_description: 'Path not Found' }],
    ['get', '/.well-known/nothing', { error: 'invalid_request', error_description: 'Path not Found' }],
    [
      'get',
      '/idm/applications/a/oauth2/nothing',
      { error: 'invalid_request', error_description: 'Path not Found' },
    ],
    ['get', '/health/nothing', errorObject(404, 'Path not found', 'Not Found')],
    ['post', '/nothing', errorObject(404, 'Path not found', 'Not Found')],
    ['delete', '/idm/nothing', errorObject(404, 'Path not found', 'Not Found')],
  ])('is told by %s %s in the words of its door', async (method, path, body) => {
    const answer = await client()[method as 'get'](path);
    expect(answer.body).toEqual(body);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is a page for people only', async () => {
    const page = await client().get('/nothing').set('Accept', 'text/html');
    expect([page.status, page.type]).toEqual([404, 'text/html']);
    const json = await client().get('/nothing').set('Accept', 'application/json');
    expect([json.status, json.body]).toEqual([404, errorObject(404, 'Path not found', 'Not Found')]);
  });
});

describe('A path of the OAuth door asked in another way', () => {
  it.each([
    ['get', '/oauth2/token', 'POST'],
    ['put', '/oauth2/token', 'POST'],
    ['delete', '/oauth2/authorize', 'GET, HEAD, POST'],
    ['delete', '/user', 'GET, HEAD, POST'],
    ['post', '/.well-known/openid-configuration', 'GET, HEAD'],
  ])('by %s %s is told the ways there are', async (method, path, allowed) => {
    const answer = await client()[method as 'get'](path);
    expect([answer.status, answer.headers['allow']]).toEqual([405, allowed]);
    expect(answer.body).toMatchObject({
      error: 'invalid_request',
      error_description: 'Invalid request: method is not allowed',
    });
  });

  it.each([
    ['/oauth2/token', 'POST'],
    ['/v1/users', 'GET, HEAD, POST'],
    ['/version', 'GET, HEAD'],
  ])('by OPTIONS %s is told the same', async (path, allowed) => {
    const answer = await client().options(path);
    expect([answer.status, answer.headers['allow']]).toEqual([200, expect.stringContaining(allowed)]);
  });
});

describe('A body', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const login = (type: string, body: string) =>
    client().post('/v1/auth/tokens').set('Content-Type', type).send(body);
  const form = (body: string) => client().post('/oauth2/token').set('Content-Type', FORM).send(body);
  /** A body that is announced is not sent to its end. */
  const send = async (path: string, headers: OutgoingHttpHeaders, body: string) => {
    const { port } = pages.app.getHttpServer().address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers }).on(
      'error',
      () => undefined,
    );
    asked.write(body);
    if (headers['Content-Length'] === undefined) asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    asked.destroy();
    return { status: answer.statusCode, body: JSON.parse(text) as unknown };
  };

  it.each([
    ['{"name":', 400, 'Malformed request body'],
    ['{"name": "x"} trailing', 400, 'Malformed request body'],
  ])('of JSON that is none is refused (%#)', async (body, code, message) => {
    const answer = await login('application/json', body);
    expect([answer.status, answer.body]).toEqual([code, { error: { message, code, title: 'Bad Request' } }]);
  });

  it.each<[string, string, number, object]>([
    ['/v1/auth/tokens', 'application/json', 102_401, errorObject(413, TOO_LARGE, 'Payload Too Large')],
    [
      '/v1/auth/tokens',
      'Application/JSON;charset=utf-8',
      1e12,
      errorObject(413, TOO_LARGE, 'Payload Too Large'),
    ],
    ['/oauth2/token', FORM, 102_401, { error: 'invalid_request', error_description: TOO_LARGE }],
  ])('that is announced too large is refused before it comes: %s, %s', async (path, type, length, body) => {
    const headers = { 'Content-Type': type, 'Content-Length': length };
    expect(await send(path, headers, 'a')).toEqual({ status: 413, body });
  });

  it('that comes too large in chunks is refused, too', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect(await send('/v1/auth/tokens', headers, `{"name": "${'x'.repeat(110_000)}"}`)).toEqual({
      status: 413,
      body: errorObject(413, TOO_LARGE, 'Payload Too Large'),
    });
  });

  it('as large as may be is read', async () => {
    const body = `a=${'x'.repeat(102_398)}`;
    expect((await form(body)).body).toMatchObject({ error: 'invalid_client' });
  });

  it.each(['{}', '[]', 'null', '7', '"text"', '{"__proto__": {"name": "admin"}}'])(
    'of JSON that says nobody logs nobody in: %s',
    async (body) => {
      const answer = await login('application/json', body);
      expect([answer.status, answer.body]).toEqual([
        401,
        errorObject(401, 'Invalid email or password', 'Unauthorized'),
      ]);
    },
  );

  it('in a character set or an encoding that nobody reads is refused', async () => {
    const strange = await login('application/json; charset=x-unknown', '{}');
    expect([strange.status, strange.body]).toEqual([
      415,
      errorObject(415, 'Unsupported encoding of the request body', 'Error'),
    ]);
    const packed = client().post('/v1/auth/tokens').set('Content-Encoding', 'compress');
    expect((await packed.set('Content-Type', 'application/json').send('{}')).status).toBe(415);
  });

  it('of a form with too many fields is refused', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `a${at}=x`).join('&');
    expect((await form(many)).status).toBe(413);
  });

  it('of a form has flat names only', async () => {
    const answer = await form('grant_type[a]=x&grant_type=y&__proto__[client_id]=admin');
    expect(answer.body).toEqual({
      error: 'invalid_client',
      error_description: 'Invalid client: cannot retrieve client credentials',
    });
  });
});

describe('An answer', () => {
  it.each(['/version', '/health/live', '/v1/users', '/user', '/nothing', '/auth/login'])(
    'of %s says how browsers are to treat it, and nothing of what made it',
    async (path) => {
      const { headers } = await client().get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers).not.toHaveProperty('x-powered-by');
      expect('etag' in headers).toBe(headers['content-type']?.startsWith('application/json'));
      expect(headers).not.toHaveProperty('strict-transport-security');
    },
  );

  it.each([
    ['/version', '*'],
    ['/v1/users', '*'],
    ['/user', '*'],
    ['/oauth2/token', '*'],
    ['/oauth2/authorize', undefined],
    ['/auth/login', undefined],
    ['/idm', undefined],
    ['/nothing', undefined],
  ])('of %s to a script of another origin allows %s', async (path, allowed) => {
    const { headers } = await client().get(path).set('Origin', 'https://other.example');
    expect(headers['access-control-allow-origin']).toBe(allowed);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('What programs ask first', () => {
  it('is the version, in the words of Keyrock', async () => {
    const body = (await client().get('/version')).body as Record<string, object>;
    expect(body['keyrock']).toEqual({
      version: '8.4.0',
      release_date: expect.any(String),
      uptime: expect.stringMatching(/^\d{2,}:\d\d:\d\d\.\d$/),
      doc: 'http://id.city.example/docs',
      api: { version: 'v1', link: 'http://id.city.example/v1' },
    });
    expect(Object.keys(body)).toEqual(['keyrock', 'identity-manager']);
  });

  it.each(['/health/live', '/health/ready'])('is %s', async (path) => {
    const answer = await client().get(path);
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
  });

  it('is counted by route, never by what a client makes up', async () => {
    await client().get('/user?access_token=secret-token');
    await client().get('/made-up-path');
    const { text } = await client().get('/metrics');
    expect(text).toContain('route="/user"');
    expect(text).toContain('route="other"');
    expect(text).not.toMatch(/made-up|secret-token/);
  });
});
