import type { Page } from '../plain/page';
import { pathOf, press, signIn, withoutBrowser } from './without-browser';
import { png, upload } from './pictures';

/** Hidden fields that a form of the page carries. */
async function hiddenFields(page: Page, form = 'main form'): Promise<Record<string, string>> {
  const fields = await page.locator(form).first().locator('input[type=hidden]').all();
  const pairs = fields.map(
    async (field) => [(await field.getAttribute('name')) ?? '', await field.inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

const NEW_APPLICATION = '/idm/applications/new';

withoutBrowser('hostile forms', (web) => {
  /** Who is signed in, for cases that change nothing about it. */
  let manager: Page;
  beforeAll(async () => {
    manager = await web().visitAsAdmin('/idm');
  });

  /** What the service answers to a new application with the callback. */
  const register = async (callback: string) => {
    await manager.goto(`${NEW_APPLICATION}?kind=custom`);
    const fields = { name: 'x', redirect_uri: callback, grant_type: 'authorization_code' };
    return manager.post(NEW_APPLICATION, { ...(await hiddenFields(manager)), ...fields });
  };

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'about:blank',
    '//example.org/back',
    '/back',
    'example.org',
    'https://example.org/#part',
    'https://exa mple.org',
    'https://',
  ])('%s is no callback', async (callback) => {
    const answer = await register(callback);
    expect(answer.status()).toBe(422);
    expect(answer.text).toContain('id_redirect_uri-error');
  });

  it.each(['myapp://back', 'com.example.app:/back', 'http://localhost:8080/back'])(
    '%s is a callback',
    async (callback) => {
      const answer = await register(callback);
      expect(answer.status()).toBe(200);
      expect(answer.text).toContain('The application is registered.');
    },
  );

  it('forms without a token, with a forged one, of another browser or of an earlier session change nothing', async () => {
    const user = await web().admin.createUser();
    const [page, other] = [
      await web().visitAs(user, '/idm/organizations/new'),
      await web().visitAsAdmin('/idm/organizations/new'),
    ];
    const { _csrf: foreign = '' } = await hiddenFields(other);
    const { _csrf: own = '' } = await hiddenFields(page);
    const post = async (form: Record<string, string>) =>
      (await page.post('/idm/organizations/new', { name: 'x', ...form })).status();
    expect(await post({})).toBe(403);
    expect(await post({ _csrf: 'forged' })).toBe(403);
    expect(await post({ _csrf: `${own.slice(0, -2)}xx` })).toBe(403);
    expect(await post({ _csrf: foreign })).toBe(403);
    await press(page.getByRole('button', { name: 'Sign out' }));
    await signIn(page, user);
    expect(await post({ _csrf: own })).toBe(403);
    await page.goto('/idm/organizations');
    expect(await page.getByText('You belong to no organization.').count()).toBe(1);
  });

  it('a form that is sent twice counts once', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/organizations/new');
    const form = { ...(await hiddenFields(page)), name: 'Only one' };
    const post = () => page.post('/idm/organizations/new', form);
    const answers = await Promise.all([post(), post(), post()]);
    expect(answers.map((answer) => answer.status())).toEqual([302, 302, 302]);
    await page.goto('/idm/organizations');
    expect(await page.getByRole('link', { name: 'Only one' }).count()).toBe(1);

    const { id } = await web().admin.createApplication();
    const path = `/idm/applications/${id}/edit/roles`;
    const roles = await web().visitAsAdmin(path);
    const newRole = await hiddenFields(roles, `form[action="${path}/new"]`);
    for (let pressed = 0; pressed < 2; pressed++)
      await roles.post(`${path}/new`, { ...newRole, role_name: 'Pressed twice' });
    await roles.reload();
    expect(await roles.getByRole('link', { name: 'Pressed twice', exact: true }).count()).toBe(1);
  });

  it('a session id that somebody planted is worth nothing', async () => {
    const user = await web().admin.createUser();
    const page = await web().visit('/');
    const planted = 'planted-session-id-planted-session-id-plan';
    page.cookies.set('idm.sid', planted);
    await page.reload();
    await signIn(page, user);
    expect(pathOf(page)).toBe('/idm');
    const own = page.cookies.get('idm.sid');
    expect(own).toBeDefined();
    expect(own).not.toBe(planted);
    const thief = await web().visit('/');
    thief.cookies.set('idm.sid', planted);
    await thief.goto('/idm');
    expect(pathOf(thief)).toBe('/auth/login');
    await press(page.getByRole('button', { name: 'Sign out' }));
    await signIn(page, user);
    const next = page.cookies.get('idm.sid');
    expect(next).toBeDefined();
    expect(next).not.toBe(own);
  });

  it.each([
    [
      'a script in SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['HTML that is called a picture', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['a picture with HTML after it', Buffer.concat([png(4, 4), Buffer.from('<script>alert(1)</script>')])],
    ['half a picture', png(64, 64).subarray(0, 60)],
    ['a picture of too many pixels', png(3000, 8)],
    ['a file of too many bytes', Buffer.concat([png(4, 4), Buffer.alloc(300_000)])],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is no logo', async (_what, content) => {
    const { id } = await web().admin.createApplication();
    // In a browser, a script of the page would have cut it to a harmless picture before it was sent.
    await manager.goto(`/idm/applications/${id}/edit`);
    await manager.getByLabel('File').setInputFiles(upload('logo.png', content));
    await press(manager.getByRole('button', { name: 'Upload' }));
    const shown = manager.document.outerHTML;
    expect(shown).toContain('We can’t use this picture');
    expect(shown).not.toContain('<img');
  });

  it('a logo without the token of the form is refused; a good one is served as what it is', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/edit`);
    const image = upload('logo.png', png(8, 8));
    const forged = await page.post(`/idm/applications/${id}/image`, { _csrf: 'forged', image }, true);
    expect(forged.status()).toBe(403);
    await page.getByLabel('File').setInputFiles(image);
    await press(page.getByRole('button', { name: 'Upload' }));
    const source = await page.locator('img').first().getAttribute('src');
    const served = await page.get(source ?? '');
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
  });
});
