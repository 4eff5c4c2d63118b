import type { APIRequestContext, Page } from 'playwright-core';
import { authorizePath } from '../authorize/code-flow';
import { formOf } from '../browser';
import { inChromium, leading, pathOf, press, signIn } from './in-chromium';
import { png, upload } from './pictures';

/** What would run a script if any page put it into its HTML as it is. */
const script = `"'><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>\${7*7}<%= 7*7 %>`;

const wasRun = (page: Page) => page.evaluate<boolean>("'wasRun' in window");

/** Hidden fields that a form of the page carries. */
async function hiddenFields(page: Page, form = 'main form'): Promise<Record<string, string>> {
  const fields = await page.locator(form).first().locator('input[type=hidden]').all();
  const pairs = fields.map(
    async (field) => [(await field.getAttribute('name')) ?? '', await field.inputValue()] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

/** The same of a page that nobody looks at. */
async function fieldsOf(
  client: APIRequestContext,
  path: string,
  form = path,
): Promise<Record<string, string>> {
  const page = await client.get(path);
  return Object.fromEntries(formOf(await page.text(), form).fields);
}

const NEW_APPLICATION = '/idm/applications/new';

inChromium('hostile input', (web) => {
  it('is text on every page that shows it', async () => {
    const { admin } = web();
    const application = await admin.createApplication({ name: script, description: script });
    const user = await admin.createUser({ description: script, website: 'https://example.org' });
    const { role } = await admin.call('post', `/applications/${application.id}/roles`, {
      role: { name: script },
    });
    const { permission } = await admin.call('post', `/applications/${application.id}/permissions`, {
      permission: { name: script, description: script, action: 'GET', resource: script },
    });
    await admin.call('put', `/applications/${application.id}/roles/${role.id}/permissions/${permission.id}`);
    await admin.giveRole(application.id, user.id, role.id);
    const { organization } = await admin.call('post', '/organizations', {
      organization: { name: script, description: script },
    });
    await web().database.query('UPDATE users SET username = ?, website = ? WHERE id = ?', [
      script,
      'javascript:window.wasRun=1',
      user.id,
    ]);
    // The API takes no such address; imported databases may have them.
    await web().database.query('UPDATE organizations SET website = ? WHERE id = ?', [
      'javascript:window.wasRun=1',
      organization.id,
    ]);
    await web().database.query('UPDATE applications SET url = ? WHERE id = ?', [
      'javascript:window.wasRun=1',
      application.id,
    ]);
    const base = `/idm/applications/${application.id}`;
    const page = await web().visitAsAdmin('/idm');
    const paths = [
      '/idm',
      '/idm/applications',
      base,
      `${base}/edit`,
      `${base}/edit/roles?action=GET&resource=${encodeURIComponent(script)}&service=${encodeURIComponent(script)}&person=${encodeURIComponent(script)}`,
      `${base}/edit/roles/permissions/${permission.id}`,
      `${base}/edit/users?q=${encodeURIComponent('<scri')}`,
      `${base}/edit/organizations?q=${encodeURIComponent('<scri')}`,
      `${base}/edit/trusted_applications?q=${encodeURIComponent(script)}`,
      `/idm/organizations/${organization.id}`,
      `/idm/organizations/${organization.id}/edit`,
      `/idm/users/${user.id}`,
      '/idm/admins/list_users',
      '/idm/admins/applications',
      `/idm/admins/audit?who=${encodeURIComponent(script)}`,
      authorizePath(application, { state: script }),
      `/auth/login?next=${encodeURIComponent(script)}`,
      `/activate?activation_key=${encodeURIComponent(script)}`,
      `/nothing/${encodeURIComponent(script)}`,
    ];
    for (const path of paths) {
      await page.goto(path);
      expect({ path, wasRun: await wasRun(page) }).toEqual({ path, wasRun: false });
      expect({ path, links: await page.locator('a[href^="javascript:"]').count() }).toEqual({
        path,
        links: 0,
      });
      expect({ path, images: await page.locator('img[src="x"]').count() }).toEqual({ path, images: 0 });
    }
    await page.goto(base);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(script);
  });

  it('comes back as text in a form with problems', async () => {
    const page = await web().visitAsAdmin('/idm/applications/new?kind=web');
    await page.getByLabel('Name', { exact: true }).fill(script);
    await page.getByLabel('Description').fill(`</textarea>${script}`);
    await page
      .getByLabel('Callback URL', { exact: true })
      .fill(`https://example.org/"><script>window.wasRun=1</script>`);
    await press(page.getByRole('button', { name: 'Register' }));
    expect(await wasRun(page)).toBe(false);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(script);
    expect(await page.getByLabel('Description').inputValue()).toBe(`</textarea>${script}`);
  });

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
    const client = await web().adminClient();
    const answer = await client.post(NEW_APPLICATION, {
      form: {
        ...(await fieldsOf(client, `${NEW_APPLICATION}?kind=custom`, NEW_APPLICATION)),
        name: 'x',
        redirect_uri: callback,
        grant_type: 'authorization_code',
      },
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain('id_redirect_uri-error');
  });

  it.each(['myapp://back', 'com.example.app:/back', 'http://localhost:8080/back'])(
    '%s is a callback',
    async (callback) => {
      const client = await web().adminClient();
      const answer = await client.post(NEW_APPLICATION, {
        form: {
          ...(await fieldsOf(client, `${NEW_APPLICATION}?kind=custom`, NEW_APPLICATION)),
          name: 'x',
          redirect_uri: callback,
          grant_type: 'authorization_code',
        },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain('The application is registered.');
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
      (
        await page.request.post('/idm/organizations/new', { form: { name: 'x', ...form }, maxRedirects: 0 })
      ).status();
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

  it('another site cannot post a form, as the cookie does not travel', async () => {
    const page = await web().visitAsAdmin('/idm/organizations/new');
    const { _csrf: token = '' } = await hiddenFields(page);
    // Another host for the browser, though the same machine.
    const elsewhere = web().url.replace('127.0.0.1', 'localhost');
    await page.goto('about:blank');
    await page.setContent(
      `<form method="post" action="${elsewhere}/idm/organizations/new"><input name="name" value="evil"><input name="_csrf" value="${token}"><button>Win</button></form>`,
    );
    await press(page.getByRole('button', { name: 'Win' }));
    expect(await page.getByText('403').count()).toBe(1);
  });

  it('a form that is sent twice counts once', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/organizations/new');
    const form = { ...(await hiddenFields(page)), name: 'Only one' };
    const post = () => page.request.post('/idm/organizations/new', { form, maxRedirects: 0 });
    const answers = await Promise.all([post(), post(), post()]);
    expect(answers.map((answer) => answer.status())).toEqual([302, 302, 302]);
    await page.goto('/idm/organizations');
    expect(await page.getByRole('link', { name: 'Only one' }).count()).toBe(1);

    await page.goto('/idm/applications/new?kind=web');
    await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
    await page.getByLabel('Callback URL', { exact: true }).fill('https://example.org/back');
    await leading(page, () => page.getByRole('button', { name: 'Register' }).dblclick());
    await page.goto('/idm/applications');
    expect(await page.getByRole('link', { name: 'Clicked twice' }).count()).toBe(1);

    await press(page.getByRole('link', { name: 'Clicked twice' }));
    await press(page.getByRole('link', { name: 'Roles and permissions' }));
    const path = pathOf(page);
    const newRole = await hiddenFields(page, `form[action="${path}/new"]`);
    for (let pressed = 0; pressed < 2; pressed++)
      await page.request.post(`${path}/new`, { form: { ...newRole, role_name: 'Pressed twice' } });
    await page.reload();
    expect(await page.locator('summary', { hasText: 'Pressed twice' }).count()).toBe(1);
  });

  it('the back button shows nothing after sign-out, and the old cookie opens nothing', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/settings');
    const cookies = await page.context().cookies();
    await press(page.getByRole('button', { name: 'Sign out' }));
    await page.goBack();
    expect(await page.getByText(user.email).count()).toBe(0);
    expect(pathOf(page)).toBe('/auth/login');
    await page.context().addCookies(cookies);
    await page.goto('/idm/settings');
    expect(pathOf(page)).toBe('/auth/login');
  });

  it('a session id that somebody planted is worth nothing', async () => {
    const user = await web().admin.createUser();
    const page = await web().visit('/');
    const planted = 'planted-session-id-planted-session-id-plan';
    await page.context().addCookies([{ name: 'session', value: planted, url: web().url }]);
    await page.reload();
    await signIn(page, user);
    expect(pathOf(page)).toBe('/idm');
    const [own] = (await page.context().cookies()).filter(({ name }) => name === 'session');
    expect(own?.value).not.toBe(planted);
    const thief = await web().visit('/');
    await thief.context().addCookies([{ name: 'session', value: planted, url: web().url }]);
    await thief.goto('/idm');
    expect(pathOf(thief)).toBe('/auth/login');
    await press(page.getByRole('button', { name: 'Sign out' }));
    await signIn(page, user);
    const [next] = (await page.context().cookies()).filter(({ name }) => name === 'session');
    expect(next?.value).not.toBe(own?.value);
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
    // Without a browser: a script of the page would have cut it to a harmless picture before it was sent.
    const client = await web().adminClient();
    const [path, form] = [`/idm/applications/${id}/edit`, `/idm/applications/${id}/image`];
    const answer = await client.post(form, {
      multipart: { ...(await fieldsOf(client, path, form)), image: upload('logo.png', content) },
    });
    const shown = await answer.text();
    expect(shown).toContain('We can’t use this picture');
    expect(shown).not.toContain('<img');
  });

  it('a logo without the token of the form is refused; a good one is served as what it is', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/edit`);
    const image = upload('logo.png', png(8, 8));
    const forged = await page.request.post(`/idm/applications/${id}/image`, {
      multipart: { _csrf: 'forged', image },
    });
    expect(forged.status()).toBe(403);
    await page.getByLabel('File').setInputFiles(image);
    await press(page.getByRole('button', { name: 'Upload' }));
    const source = await page.locator('img').first().getAttribute('src');
    const served = await page.request.get(source ?? '');
    expect(served.headers()).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
    });
  });
});
