import { generateSync } from 'otplib';
import supertest, { type Response } from 'supertest';
import type { ApplicationRow } from '../../../database/entities/application.row';
import { ConsentRow } from '../../../database/entities/consent.row';
import type { UserRow } from '../../../database/entities/user.row';
import { SecretCipher } from '../../../database/secret-cipher';
import { WebSessionRow } from '../../../database/entities/web-session.row';
import { addApplication, addUser } from '../../../database/test-rows';
import { PasswordHasher } from '../../../subjects/users/password-hasher';
import { openTestPages, type TestPages } from '../../../test-pages';

const BACK = 'https://parking.city.example/back';
const ISSUER = 'http://id.city.example';
const PASSWORD = 'a long password';

type Question = Readonly<Record<string, string | undefined>>;

let pages: TestPages;
let passwordHash: string;
let application: ApplicationRow;
let user: UserRow;
beforeAll(async () => {
  pages = await openTestPages();
  passwordHash = await pages.app.get(PasswordHasher, { strict: false }).hash(PASSWORD);
});
afterAll(() => pages.close());
beforeEach(async () => {
  application = await register();
  user = await addUser(pages, { passwordHash });
});

const cipher = () => pages.app.get(SecretCipher, { strict: false });

const register = (given: Partial<ApplicationRow> = {}) =>
  addApplication(pages, {
    secretEncrypted: cipher().encrypt('secret'),
    jwtSecretEncrypted: cipher().encrypt('0123456789abcdef'),
    tokenTypes: 'bearer,jwt,permanent',
    grantType: 'authorization_code,implicit,hybrid',
    scope: 'openid',
    redirectUri: BACK,
    ...given,
  });

const newBrowser = () => supertest.agent(pages.app.getHttpServer());
type Browser = ReturnType<typeof newBrowser>;

/** The address of a request; a parameter that is undefined is left out. */
function address(more: Question = {}, path = '/oauth2/authorize'): string {
  const asked = { response_type: 'code', client_id: application.id, redirect_uri: BACK, state: 's', ...more };
  const pairs = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${path}?${pairs.join('&')}`;
}

/** The browser of somebody who is signed in. */
async function signedIn(who = user): Promise<Browser> {
  const browser = newBrowser();
  const { cookies } = await pages.as(who);
  browser.jar.setCookies(cookies.split('; '));
  return browser;
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const actionOf = ({ text }: Response) => unescaped(/<form action="([^"]+)"/.exec(text)?.[1] ?? '');
const tokenOf = ({ text }: Response) => /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
const typedName = ({ text }: Response) => /<input[^>]* name="email"[^>]* value="([^"]*)"/.exec(text)?.[1];
const cookiesOf = ({ headers }: Response) => [headers['set-cookie'] ?? []].flat().join('; ');
const noteOf = ({ text }: Response) => /role="alert">([^<]*)/.exec(text)?.[1];

/** Sends the form of a page. */
const send = (browser: Browser, page: Response, fields: object) =>
  browser
    .post(actionOf(page))
    .type('form')
    .send({ _csrf: tokenOf(page), ...fields });

const locationOf = ({ headers }: Response) => headers['location'];

/** What a redirect brings to the client. */
function brought(answer: Response): Record<string, string> {
  const { search, hash } = new URL(locationOf(answer) ?? '');
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
}

describe('A request for authorization is refused on a page, and nobody is sent anywhere, with', () => {
  it.each<[string, Question, string]>([
    ['no application', { client_id: undefined }, 'include client_id in request'],
    ['an application that is not there', { client_id: 'nobody' }, 'application id not found'],
    ['the application of the service itself', { client_id: 'idm_admin_app' }, 'application id not found'],
    ['an address that is none', { redirect_uri: '/back' }, '`redirect_uri` is not a valid URI'],
    ...[
      'https://evil.example/',
      'https://evil.example/back',
      'https://parking.city.example',
      'https://parking.city.example/',
      'https://parking.city.example/back/',
      'https://parking.city.example/back/../evil',
      'https://parking.city.example/%62ack',
      'https://parking.city.example/BACK',
      'https://PARKING.city.example/back',
      'https://parking.city.example:443/back',
      'https://parking.city.example:8443/back',
      'https://parking.city.example/back?next=https://evil.example',
      'https://parking.city.example/back#',
      'https://parking.city.example/back#/evil',
      'https://parking.city.example@evil.example/back',
      'https://parking.city.example.evil.example/back',
      'https://evil.example\\@parking.city.example/back',
      'https:parking.city.example/back',
      'http://parking.city.example/back',
      ' https://parking.city.example/back',
      'https://parking.city.example/back\r\nX-Evil: 1',
      'https://parking.city.example/back,https://evil.example/',
      'javascript:alert(1)',
      'data:text/html,x',
    ].map(
      (uri) =>
        [
          `the address ${JSON.stringify(uri)}`,
          { redirect_uri: uri },
          '`redirect_uri` does not match client value',
        ] as [string, Question, string],
    ),
  ])('%s', async (_case, more, told) => {
    const answer = await newBrowser().get(address(more));
    expect([answer.status, locationOf(answer)]).toEqual([400, undefined]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(told);
  });

  it.each(['client_id=x', 'redirect_uri=https://evil.example/', 'state=2'])('a second %s', async (again) => {
    const answer = await newBrowser().get(`${address()}&${again}`);
    expect([answer.status, locationOf(answer)]).toEqual([400, undefined]);
    expect(answer.text).toContain(`Repeated parameter: \`${again.split('=')[0]}\``);
  });

  it('no address, or one of several that is not named', async () => {
    application = await register({ redirectUri: '' });
    expect((await newBrowser().get(address())).text).toContain('missing client `redirectUri`');
    application = await register({ redirectUri: 'https://a.example/,https://b.example/' });
    const answer = await newBrowser().get(address({ redirect_uri: undefined }));
    expect(answer.text).toContain('Missing parameter: `redirect_uri`');
  });

  it('the path of another application', async () => {
    const other = await register();
    const path = (id: string) => `/idm/applications/${id}/oauth2/authorize`;
    expect((await newBrowser().get(address({}, path(other.id)))).status).toBe(400);
    expect((await newBrowser().get(address({}, path(application.id)))).status).toBe(200);
  });
});

describe('A request for authorization comes back to the application', () => {
  const challenge = (length: number) => ({
    code_challenge: 'a'.repeat(length),
    code_challenge_method: 'S256',
  });

  it.each<[string, Question, string, string]>([
    ['no type', { response_type: undefined }, 'invalid_request', 'Missing parameter: `response_type`'],
    [
      'an unknown type',
      { response_type: 'foo' },
      'unsupported_response_type',
      'Unsupported response type: `response_type` is not supported',
    ],
    [
      'a request object',
      { request: 'x', response_type: 'foo' },
      'request_not_supported',
      'Request objects (`request`) are not supported',
    ],
    [
      'the address of a request object',
      { request_uri: 'https://evil.example/' },
      'request_uri_not_supported',
      'Request objects (`request_uri`) are not supported',
    ],
    [
      'two kinds of token',
      { scope: 'jwt bearer' },
      'invalid_scope',
      'Invalid scope: Requested scope is invalid',
    ],
    ['a scope that cannot be', { scope: 'a"b' }, 'invalid_scope', 'Invalid parameter: `scope`'],
    [
      'a plain challenge',
      { ...challenge(43), code_challenge_method: 'plain' },
      'invalid_request',
      'Invalid request: `code_challenge_method` must be S256',
    ],
    ['a short challenge', challenge(42), 'invalid_request', 'Invalid parameter: `code_challenge`'],
    ['a long challenge', challenge(129), 'invalid_request', 'Invalid parameter: `code_challenge`'],
    [
      'a method without challenge',
      { code_challenge_method: 'S256' },
      'invalid_request',
      'Missing parameter: `code_challenge`',
    ],
    [
      'a refusal',
      { allowed: 'false', prompt: 'nonsense' },
      'access_denied',
      'Access denied: user denied access to application',
    ],
    ['an unknown prompt', { prompt: 'create' }, 'invalid_request', 'Invalid parameter: `prompt`'],
    ['an age that is none', { max_age: 'old' }, 'invalid_request', 'Invalid parameter: `max_age`'],
    ['a long nonce', { nonce: 'n'.repeat(1001) }, 'invalid_request', 'Invalid parameter: `nonce`'],
    ['nobody signed in, and no page wished', { prompt: 'none' }, 'login_required', 'No login'],
  ])('with %s', async (_case, more, error, description) => {
    const answer = await newBrowser().get(address(more));
    const query = [
      ['error', error],
      ['error_description', description],
      ['state', 's'],
      ['iss', ISSUER],
    ].map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
    expect([answer.status, locationOf(answer)]).toEqual([302, `${BACK}?${query.join('&')}`]);
  });

  it.each<[string, string]>([
    ['code', 'implicit'],
    ['token', 'authorization_code'],
    ['code token', 'authorization_code,implicit'],
  ])('with the type %j where its grants are %s', async (response_type, grantType) => {
    application = await register({ grantType });
    expect(brought(await newBrowser().get(address({ response_type })))['error']).toBe('unauthorized_client');
  });

  it('without a challenge, when it is public', async () => {
    application = await register({ clientType: 'public' });
    expect(brought(await newBrowser().get(address()))['error_description']).toBe(
      'Missing parameter: `code_challenge`',
    );
    expect((await newBrowser().get(address(challenge(43)))).status).toBe(200);
  });

  it.each([
    'a b',
    'ü€😀',
    'a/b?c=d#e&f',
    '"><script>',
    'x\r\nSet-Cookie: a=b',
    '%41',
    '+',
    'https://evil.example/',
  ])('with the state %j as it was', async (state) => {
    const answer = await (await signedIn()).get(address({ state, prompt: 'none' }));
    expect(brought(answer)).toEqual({
      error: 'consent_required',
      error_description: 'The user has not consented',
      state,
      iss: ISSUER,
    });
    expect(cookiesOf(answer)).not.toContain('a=b');
  });

  it('to a form that has its way, which sends itself', async () => {
    const answer = await newBrowser().get(
      address({ prompt: 'none', response_mode: 'form_post', state: '"><b>' }),
    );
    expect([answer.status, actionOf(answer)]).toEqual([200, BACK]);
    expect(answer.text).toContain('name="error" value="login_required"');
    expect(answer.text).toContain('name="state" value="&quot;&gt;&lt;b&gt;"');
    expect(answer.headers['content-security-policy']).toMatch(
      /form-action 'self' https:\/\/parking\.city\.example$/,
    );
  });
});

describe('Signing in for an application', () => {
  const login = async (browser: Browser, more: Question = {}, fields: object = {}) =>
    send(browser, await browser.get(address(more)), { email: user.email, password: PASSWORD, ...fields });

  it('asks for the password, then for consent, then leads back', async () => {
    const browser = newBrowser();
    const consent = await login(browser, { scope: 'email' });
    expect([consent.status, actionOf(consent)]).toEqual([
      200,
      address({ scope: 'email' }, '/oauth2/enable_app'),
    ]);
    const done = await send(browser, consent, { 'user_authorized_application[shared_attributes]': 'email' });
    expect(done.status).toBe(302);
    expect(brought(done)).toEqual({ code: expect.stringMatching(/^[0-9a-f]{40}$/), state: 's', iss: ISSUER });
    const again = await browser.get(address());
    expect([again.status, brought(again)['code']]).toEqual([302, expect.any(String)]);
  });

  it.each(['', ' '])('leads from the password straight back where consent was given (%j)', async (space) => {
    await pages.dataSource.manager.insert(ConsentRow, {
      userId: user.id,
      applicationId: application.id,
      sharedAttributes: null,
      loginDate: 0,
    });
    // 303: a browser would send the password on with 307, and some did with 302.
    const done = await login(newBrowser(), {}, { email: `${user.email}${space}` });
    expect([done.status, brought(done)['state']]).toEqual([303, 's']);
  });

  it.each<[string, () => object]>([
    ['another password', () => ({ password: 'another' })],
    ['a name that nobody has', () => ({ email: 'nobody@city.example' })],
    ['no password', () => ({ password: '' })],
    ['two passwords', () => ({ password: [PASSWORD, PASSWORD] })],
    ['no name', () => ({ email: '' })],
  ])('says the same of %s, once, and keeps the name', async (_case, fields) => {
    const browser = newBrowser();
    const failed = await login(browser, {}, fields());
    expect([failed.status, locationOf(failed)]).toEqual([302, address()]);
    const { email = user.email } = fields() as { email?: string };
    const page = await browser.get(address());
    expect([noteOf(page), typedName(page)]).toEqual(['Email or password is incorrect', email]);
    const again = await browser.get(address());
    expect([noteOf(again), typedName(again)]).toEqual([undefined, '']);
  });

  it('of a user who is deleted at that moment leads back to the form, as a wrong password does', async () => {
    const browser = newBrowser();
    const form = await browser.get(address());
    await pages.dataSource.query(
      'CREATE TRIGGER gone BEFORE INSERT ON web_sessions BEGIN DELETE FROM users WHERE id = NEW.user_id; END',
    );
    const back = await send(browser, form, { email: user.email, password: PASSWORD });
    await pages.dataSource.query('DROP TRIGGER gone');
    expect([back.status, locationOf(back)]).toEqual([302, address()]);
    expect(noteOf(await browser.get(address()))).toBe('Email or password is incorrect');
  });

  it('begins with the name that the application knows', async () => {
    const hinted = await newBrowser().get(address({ login_hint: 'ana"@city.example' }));
    expect(typedName(hinted)).toBe('ana&quot;@city.example');
  });

  it.each<[string, (field: string) => object]>([
    ['no token', () => ({ _csrf: undefined })],
    ['an empty token', () => ({ _csrf: '' })],
    ['two tokens', (field) => ({ _csrf: [field, field] })],
    ['a token with another salt', (field) => ({ _csrf: `x${field}` })],
    ['a token that was changed', (field) => ({ _csrf: `${field}x` })],
  ])('is refused a form with %s', async (_case, changed) => {
    const browser = newBrowser();
    const page = await browser.get(address());
    const fields = { email: user.email, password: PASSWORD, ...changed(tokenOf(page)) };
    const answer = await send(browser, page, fields);
    expect([answer.status, answer.headers['location'], cookiesOf(answer)]).toEqual([403, undefined, '']);
  });

  it('is refused the form of another browser, and of another site', async () => {
    const [browser, other] = [newBrowser(), newBrowser()];
    const page = await browser.get(address());
    await other.get(address());
    const fields = { email: user.email, password: PASSWORD };
    expect((await send(other, page, fields)).status).toBe(403);
    const elsewhere = send(browser, page, fields).set('Sec-Fetch-Site', 'cross-site');
    expect((await elsewhere).status).toBe(403);
  });
});

describe('Consent', () => {
  const shared = 'user_authorized_application[shared_attributes]';
  const given = async () =>
    (
      await pages.dataSource.manager.findOneBy(ConsentRow, {
        userId: user.id,
        applicationId: application.id,
      })
    )?.sharedAttributes;

  it.each<[string, object, string]>([
    ['what was ticked', { [shared]: 'email' }, 'email'],
    ['all that was ticked', { [shared]: ['email', 'username'] }, 'username,email'],
    ['nothing', {}, ''],
    ['nothing else than there is', { [shared]: ['email', 'password', '__proto__'] }, 'email'],
  ])('shares %s', async (_case, fields, stored) => {
    const browser = await signedIn();
    const done = await send(browser, await browser.get(address()), fields);
    expect([done.status, brought(done)['code']]).toEqual([302, expect.any(String)]);
    expect(await given()).toBe(stored);
  });

  it('may be refused, and nothing is noted', async () => {
    const browser = await signedIn();
    const done = await send(browser, await browser.get(address()), { deny: 'true', [shared]: 'email' });
    expect([done.status, brought(done)]).toEqual([
      303,
      {
        error: 'access_denied',
        error_description: 'Access denied: user denied access to application',
        state: 's',
        iss: ISSUER,
      },
    ]);
    expect(await given()).toBeUndefined();
  });

  it('is of who is signed in: without a session its form leads to the sign-in page', async () => {
    const browser = await signedIn();
    const page = await browser.get(address());
    const token = tokenOf(page);
    browser.jar.setCookie('idm.sid=; Max-Age=0');
    expect((await send(browser, page, { _csrf: token })).status).toBe(403);
    const stranger = newBrowser();
    const login = await stranger.get(address());
    const answer = await stranger
      .post(actionOf(page))
      .type('form')
      .send({ _csrf: tokenOf(login) });
    expect([answer.status, typedName(answer), actionOf(answer)]).toEqual([200, '', address()]);
    expect(await given()).toBeUndefined();
  });

  it.each<[Question, string]>([
    [{}, 'done'],
    [{ prompt: 'none' }, 'done'],
    [{ prompt: 'consent' }, 'asked'],
    [{ prompt: 'login' }, 'sign-in'],
    [{ prompt: 'select_account' }, 'sign-in'],
    [{ prompt: 'login consent' }, 'sign-in'],
    [{ max_age: '3600' }, 'done'],
    [{ max_age: '0' }, 'sign-in'],
    [{ max_age: '0', prompt: 'none' }, 'login_required'],
  ])('once given, a request with %j is %s', async (more, outcome) => {
    const browser = await signedIn();
    await send(browser, await browser.get(address()), {});
    await pages.dataSource.manager.update(
      WebSessionRow,
      { userId: user.id },
      { authTime: Date.now() - 60_000 },
    );
    const answer = await browser.get(address(more));
    const { code, error } = answer.status === 302 ? brought(answer) : {};
    const shown = answer.text.includes('type="password"') ? 'sign-in' : 'asked';
    expect(error ?? (code === undefined ? shown : 'done')).toBe(outcome);
  });
});

describe('The second factor', () => {
  const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codeIn = (steps: number) =>
    generateSync({ secret: SECRET, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

  beforeEach(async () => {
    user = await addUser(pages, { passwordHash, totpSecret: cipher().encrypt(SECRET) });
  });

  /** The page that asks for the code, in a browser whose password was right. */
  async function asked(path?: string) {
    const browser = newBrowser();
    const login = await browser.get(address({}, path));
    const page = await send(browser, login, { email: user.email, password: PASSWORD });
    return { browser, page };
  }

  it.each(['/oauth2/authorize', '/oauth2/authorize/'])(
    'is asked after the password, then consent, then the way leads back from %s',
    async (path) => {
      const { browser, page } = await asked(path);
      expect([page.status, actionOf(page)]).toEqual([200, address({}, '/oauth2/authorize/second_factor')]);
      const consent = await send(browser, page, { code: codeIn(0) });
      expect([consent.status, actionOf(consent)]).toEqual([200, address({}, '/oauth2/enable_app')]);
      const done = await send(browser, consent, {});
      expect([done.status, brought(done)['code']]).toEqual([302, expect.any(String)]);
    },
  );

  it('is asked again after a wrong code, and the session is none until then', async () => {
    const { browser, page } = await asked();
    const again = await send(browser, page, { code: 'wrong' });
    expect([again.status, actionOf(again), noteOf(again)]).toEqual([
      200,
      actionOf(page),
      expect.stringContaining('code'),
    ]);
    expect((await browser.get(address({ prompt: 'none' }))).headers['location']).toContain('login_required');
  });

  it('is nothing without the password: its form leads to the sign-in page', async () => {
    const { page } = await asked();
    const stranger = newBrowser();
    const token = tokenOf(await stranger.get(address()));
    const answer = await stranger
      .post(actionOf(page))
      .type('form')
      .send({ _csrf: token, code: codeIn(0) });
    expect([answer.status, locationOf(answer)]).toEqual([302, address()]);
  });
});
