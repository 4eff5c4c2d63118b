import { generateSync } from 'otplib';
import supertest, { type Response } from 'supertest';
import { WebSessionRow } from '../../../database/entities/web-session.row';
import type { UserRow } from '../../../database/entities/user.row';
import { SecretCipher } from '../../../database/secret-cipher';
import { addUser } from '../../../database/test-rows';
import { PasswordHasher } from '../../../subjects/users/password-hasher';
import { openTestPages, type TestPages } from '../../../test-pages';
import { safeNext } from '../../../pages/safe-next';

const PASSWORD = 'a long password';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let pages: TestPages;
let passwordHash: string;
let user: UserRow;
beforeAll(async () => {
  pages = await openTestPages();
  passwordHash = await pages.app.get(PasswordHasher, { strict: false }).hash(PASSWORD);
});
afterAll(() => pages.close());
beforeEach(async () => {
  user = await addUser(pages, { passwordHash, datePassword: Date.now() });
});

const newBrowser = () => supertest.agent(pages.app.getHttpServer());
type Browser = ReturnType<typeof newBrowser>;

const tokenOf = ({ text }: Response) => /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
const noteOf = ({ text }: Response) => /role="alert">([^<]*)/.exec(text)?.[1];
const led = ({ status, headers }: Response) => [status, headers['location']];

async function post(browser: Browser, path: string, fields: object, at = '/auth/login'): Promise<Response> {
  const page = await browser.get(at);
  return browser
    .post(path)
    .type('form')
    .send({ _csrf: tokenOf(page), ...fields });
}
const credentials = (more: object = {}) => ({ email: user.email, password: PASSWORD, ...more });
const signIn = (browser: Browser, more: object = {}) => post(browser, '/auth/login', credentials(more));

/** The row that a table takes finds its user gone: deleted in the same moment. */
function goneUsers() {
  const run = (sql: string) => pages.dataSource.query(sql);
  return {
    deleteUserBefore: (table: string) =>
      run(
        `CREATE TRIGGER gone BEFORE INSERT ON ${table} BEGIN DELETE FROM users WHERE id = NEW.user_id; END`,
      ),
    drop: () => run('DROP TRIGGER IF EXISTS gone'),
  };
}

describe('Where somebody goes after the sign-in', () => {
  it.each([
    '/idm',
    '/idm/',
    '/idm?x=1',
    '/idm/applications?q=a%20b&sort=-name',
    '/idm/users/ana/edit',
    '/idm/../idm/x',
  ])('is the page that was asked for, when it is ours: %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it.each([
    '',
    '/',
    '//evil.example',
    '//evil.example/idm',
    '/idmx//../..//evil.example',
    '/\\evil.example',
    '/idm\\@evil.example',
    '/idm/\\evil.example',
    '/idmevil',
    '/idm.evil.example',
    '/idm@evil.example',
    'https://evil.example/idm',
    'https:/idm',
    'javascript:alert(1)',
    'idm',
    ' /idm',
    '/IDM',
    '/idm\r\nX-Evil: 1',
    '/idm\t',
    '/idm/\u0000',
    '/idm/\u007f',
    '/idm/\u65e5',
    '/idm/\ud800',
    '/auth/logout',
    '/oauth2/authorize?client_id=x',
    `/idm/${'x'.repeat(2000)}`,
  ])('is the first page otherwise: %j', (next) => {
    expect(safeNext(next)).toBe('/idm');
  });

  it.each([
    ['/idm/settings?tab=1', '/idm/settings?tab=1'],
    ['https://evil.example/', '/idm'],
    [['/idm/a', '/idm/b'], '/idm'],
  ])('with %j in the form is %s', async (next, address) => {
    expect(led(await signIn(newBrowser(), { next }))).toEqual([302, address]);
  });

  it('is said by the address for who is signed in already', async () => {
    const browser = newBrowser();
    await signIn(browser);
    expect(led(await browser.get('/auth/login?next=%2Fidm%2Fsettings'))).toEqual([302, '/idm/settings']);
    expect(led(await browser.get('/auth/login?next=%2F%2Fevil.example'))).toEqual([302, '/idm']);
    expect(led(await browser.get('/'))).toEqual([302, '/idm']);
  });

  it('is the page that wanted a sign-in, with all that was asked of it', async () => {
    const wanted = await newBrowser().get('/idm/applications?q=a%26b');
    expect(led(wanted)).toEqual([302, '/auth/login?next=%2Fidm%2Fapplications%3Fq%3Da%2526b']);
    expect(wanted.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['a generated password', { datePassword: 0 }],
    ['a password of more than a year', { datePassword: Date.now() - 366 * 86_400_000 }],
  ])('is that page with %s too, which asks once for another password', async (_case, given) => {
    user = await addUser(pages, { passwordHash, ...given });
    const browser = newBrowser();
    expect(led(await signIn(browser))).toEqual([302, '/idm']);
    expect(led(await browser.get('/idm/settings?a=b'))).toEqual([
      302,
      '/update_password?next=%2Fidm%2Fsettings%3Fa%3Db',
    ]);
    expect((await browser.get('/idm/settings?a=b')).status).toBe(200);
  });

  it.each([
    ['/idm/settings?a=b', '/idm/settings?a=b'],
    ['//evil.example', '/idm'],
  ])('is kept over the change of the password: %s', async (next, address) => {
    user = await addUser(pages, { passwordHash, datePassword: 0 });
    const browser = newBrowser();
    await signIn(browser);
    const change = `/update_password?next=${encodeURIComponent(next)}`;
    const page = await browser.get(change);
    expect(page.text).toContain(`href="${address}"`);
    const answers = { password1: 'another long password', password2: 'another long password' };
    expect(led(await post(browser, change, { old_password: PASSWORD, ...answers }, change))).toEqual([
      302,
      address,
    ]);
  });
});

describe('A sign-in', () => {
  it.each<[string, () => object]>([
    ['another password', () => ({ password: 'other' })],
    ['an address that nobody has', () => ({ email: 'nobody@city.example' })],
    ['a password of blanks', () => ({ password: ' ' })],
    ['its password with a blank', () => ({ password: `${PASSWORD} ` })],
    ['nothing', () => ({ email: '', password: '' })],
  ])('with %s leads back, and says no more than that', async (_case, more) => {
    const browser = newBrowser();
    expect(led(await signIn(browser, more()))).toEqual([302, '/auth/login']);
    expect(noteOf(await browser.get('/auth/login'))).toBe('Email or password is incorrect');
    expect(led(await browser.get('/idm'))[0]).toBe(302);
  });

  it('that fails keeps where to go', async () => {
    const failed = await signIn(newBrowser(), { password: 'other', next: '/idm/settings' });
    expect(led(failed)).toEqual([302, '/auth/login?next=%2Fidm%2Fsettings']);
  });

  it('is by address or name in any letters, and never of who is disabled', async () => {
    const by = async (email: string) => led(await signIn(newBrowser(), { email }));
    expect(await by(user.email.toUpperCase())).toEqual([302, '/idm']);
    expect(await by(user.username)).toEqual([302, '/idm']);
    expect(await by(user.username.toUpperCase())).toEqual([302, '/idm']);
    user = await addUser(pages, { passwordHash, enabled: false });
    expect(led(await signIn(newBrowser()))).toEqual([302, '/auth/login']);
  });

  it('gives the browser a new session and ends the old one', async () => {
    const browser = newBrowser();
    const first = String((await signIn(browser)).headers['set-cookie']);
    const second = String(
      (await post(browser, '/auth/login', credentials(), '/idm/settings')).headers['set-cookie'],
    );
    const idIn = (cookies: string) => /idm\.sid=([^;]+)/.exec(cookies)?.[1];
    expect(idIn(second)).not.toBe(idIn(first));
    expect(first).toMatch(/idm\.sid=[\w-]{43}; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax/);
    expect(await pages.dataSource.manager.countBy(WebSessionRow, { userId: user.id })).toBe(1);
  });

  it('ends when its owner signs out, and the browser forgets its pages', async () => {
    const browser = newBrowser();
    await signIn(browser);
    const out = await post(browser, '/auth/logout', {}, '/idm/settings');
    expect([led(out), out.headers['clear-site-data']]).toEqual([[302, '/auth/login'], '"cache"']);
    expect(led(await browser.get('/idm/settings'))[0]).toBe(302);
    expect((await browser.get('/auth/logout')).status).toBe(404);
  });

  it('ends by Keyrock’s link when it began at an application', async () => {
    const browser = newBrowser();
    await signIn(browser);
    await pages.dataSource.manager.update(WebSessionRow, { userId: user.id }, { oauthSignIn: true });
    const out = await browser.get('/auth/logout?_method=DELETE');
    expect([led(out), out.headers['clear-site-data']]).toEqual([[302, '/'], '"cache"']);
    expect(await pages.dataSource.manager.countBy(WebSessionRow, { userId: user.id })).toBe(0);
    expect(led(await browser.get('/auth/logout?_method=DELETE'))).toEqual([302, '/auth/login']);
  });

  it('is asked about by that link when it began here', async () => {
    const browser = newBrowser();
    await signIn(browser);
    const asked = await browser.get('/auth/logout?_method=delete');
    expect([asked.status, /<h1>([^<]*)/.exec(asked.text)?.[1]]).toEqual([200, 'Sign out?']);
    const yes = { _csrf: tokenOf(asked), confirmed: 'yes' };
    expect(led(await browser.post('/auth/logout').type('form').send(yes))).toEqual([302, '/auth/login']);
    expect(await pages.dataSource.manager.countBy(WebSessionRow, { userId: user.id })).toBe(0);
  });

  it.each(['/auth/login', '/auth/logout', '/auth/tfa_verify', '/language', '/sign_up', '/password/request'])(
    'is no business of other sites: %s without our token is refused',
    async (path) => {
      const browser = newBrowser();
      await signIn(browser);
      expect((await browser.post(path).type('form').send(credentials())).status).toBe(403);
      expect((await browser.post(path).send(credentials({ _csrf: 'x.y' }))).status).toBe(403);
    },
  );
});

describe('The second factor of a sign-in', () => {
  beforeEach(async () => {
    const totpSecret = pages.app.get(SecretCipher, { strict: false }).encrypt(SECRET);
    user = await addUser(pages, { passwordHash, datePassword: Date.now(), totpSecret });
  });
  const code = () => generateSync({ secret: SECRET, epoch: Math.floor(Date.now() / 1000) });

  it('is asked after the password, and leads to the page that was asked for', async () => {
    const browser = newBrowser();
    const asked = await signIn(browser, { next: '/idm/settings' });
    expect(led(asked)).toEqual([302, '/auth/tfa_verify?next=%2Fidm%2Fsettings']);
    expect(led(await browser.get('/idm/settings'))[0]).toBe(302);
    const done = await post(
      browser,
      '/auth/tfa_verify',
      { code: code(), next: '/idm/settings' },
      '/auth/tfa_verify',
    );
    expect(led(done)).toEqual([302, '/idm/settings']);
    expect((await browser.get('/idm/settings')).status).toBe(200);
  });

  it('is asked again after a wrong code, with where to go', async () => {
    const browser = newBrowser();
    await signIn(browser);
    const again = await post(
      browser,
      '/auth/tfa_verify',
      { code: 'wrong', next: '//evil.example' },
      '/auth/tfa_verify',
    );
    expect(again.status).toBe(401);
    expect(again.text).toContain('name="next" value="/idm"');
    expect(noteOf(again)).toMatch(/code/i);
  });

  it('is nothing without the password', async () => {
    const stranger = newBrowser();
    expect(led(await stranger.get('/auth/tfa_verify'))).toEqual([302, '/auth/login']);
    expect(led(await post(stranger, '/auth/tfa_verify', { code: code() }))).toEqual([302, '/auth/login']);
  });

  it('is skipped by a browser that remembers it, of that user only', async () => {
    const browser = newBrowser();
    await signIn(browser);
    await post(browser, '/auth/tfa_verify', { code: code(), remember_device: 'true' }, '/auth/tfa_verify');
    await post(browser, '/auth/logout', {}, '/idm/settings');
    expect(led(await signIn(browser))).toEqual([302, '/idm']);
    await post(browser, '/auth/logout', {}, '/idm/settings');
    const totpSecret = pages.app.get(SecretCipher, { strict: false }).encrypt(SECRET);
    user = await addUser(pages, { passwordHash, datePassword: Date.now(), totpSecret });
    expect(led(await signIn(browser))).toEqual([302, '/auth/tfa_verify?next=%2Fidm']);
  });
});

describe('A user who is deleted at the moment of the sign-in', () => {
  const triggers = goneUsers();
  afterEach(() => triggers.drop());

  it('is told what somebody is who never was', async () => {
    const browser = newBrowser();
    await triggers.deleteUserBefore('web_sessions');
    expect(led(await signIn(browser, { next: '/idm/settings' }))).toEqual([
      302,
      '/auth/login?next=%2Fidm%2Fsettings',
    ]);
    expect(noteOf(await browser.get('/auth/login'))).toBe('Email or password is incorrect');
  });

  it.each(['web_sessions', 'remembered_devices'])(
    'is told so after the second factor too, and has no session left (%s)',
    async (table) => {
      const totpSecret = pages.app.get(SecretCipher, { strict: false }).encrypt(SECRET);
      user = await addUser(pages, { passwordHash, datePassword: Date.now(), totpSecret });
      const browser = newBrowser();
      await signIn(browser);
      const page = '/auth/tfa_verify';
      const form = { _csrf: tokenOf(await browser.get(page)), remember_device: 'true' };
      await triggers.deleteUserBefore(table);
      const code = generateSync({ secret: SECRET, epoch: Math.floor(Date.now() / 1000) });
      const answer = await browser
        .post(page)
        .type('form')
        .send({ ...form, code });
      expect(led(answer)).toEqual([302, '/auth/login']);
      expect(noteOf(await browser.get('/auth/login'))).toBe('Email or password is incorrect');
      expect(led(await browser.get('/idm'))[0]).toBe(302);
    },
  );
});

describe('The language of the pages', () => {
  it.each([
    ['/idm/settings?x=1', '/idm/settings?x=1'],
    [
      '/oauth2/authorize?client_id=a&redirect_uri=https%3A%2F%2Fb',
      '/oauth2/authorize?client_id=a&redirect_uri=https%3A%2F%2Fb',
    ],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/a\\b', '/'],
    ['/a\r\nX-Evil: 1', '/'],
    ['/a b', '/'],
    ['', '/'],
  ])('is chosen on the way back to %j, which is %s', async (back, address) => {
    const browser = newBrowser();
    const chosen = await post(browser, '/language', { language: 'es', back });
    expect(led(chosen)).toEqual([302, address]);
    expect(String(chosen.headers['set-cookie'])).toMatch(
      /language=es; Max-Age=31536000; .*HttpOnly; SameSite=Lax/,
    );
    expect((await browser.get('/auth/login')).text).toContain('<html lang="es">');
  });

  it.each(['fr', '', '__proto__'])('is none that there is not: %j', async (language) => {
    const chosen = await post(newBrowser(), '/language', { language, back: '/' });
    expect(String(chosen.headers['set-cookie'] ?? '')).not.toContain('language=');
  });
});
