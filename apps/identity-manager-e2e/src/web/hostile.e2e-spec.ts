import type { Page } from 'playwright-core';
import { authorizePath } from '../authorize/code-flow';
import { inChromium, leading, pathOf, press } from './in-chromium';

/** What would run a script if any page put it into its HTML as it is. */
const script = `"'><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script>\${7*7}<%= 7*7 %>`;

const wasRun = (page: Page) => page.evaluate<boolean>("'wasRun' in window");

inChromium('hostile input in a browser', (web) => {
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
      `${base}/edit/roles?action=GET&resource=${encodeURIComponent(script)}&service=${encodeURIComponent(script)}&user=${encodeURIComponent(script)}`,
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
      // In one question: three locators cost as much as the page.
      const found = await page.evaluate(`({
        wasRun: 'wasRun' in window,
        links: document.querySelectorAll('a[href^="javascript:"]').length,
        images: document.querySelectorAll('img[src="x"]').length,
      })`);
      expect({ path, found }).toEqual({ path, found: { wasRun: false, links: 0, images: 0 } });
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

  it('another site cannot post a form, as the cookie does not travel', async () => {
    const page = await web().visitAsAdmin('/idm/organizations/new');
    const token = await page.locator('main form input[name=_csrf]').first().inputValue();
    // Another host for the browser, though the same machine.
    const elsewhere = web().url.replace('127.0.0.1', 'localhost');
    await page.goto('about:blank');
    await page.setContent(
      `<form method="post" action="${elsewhere}/idm/organizations/new"><input name="name" value="evil"><input name="_csrf" value="${token}"><button>Win</button></form>`,
    );
    await press(page.getByRole('button', { name: 'Win' }));
    expect(await page.getByText('403').count()).toBe(1);
  });

  it('a button that is clicked twice counts once', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/applications/new?kind=web');
    await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
    await page.getByLabel('Callback URL', { exact: true }).fill('https://example.org/back');
    await leading(page, () => page.getByRole('button', { name: 'Register' }).dblclick());
    await page.goto('/idm/applications');
    expect(await page.getByRole('link', { name: 'Clicked twice' }).count()).toBe(1);
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
});
