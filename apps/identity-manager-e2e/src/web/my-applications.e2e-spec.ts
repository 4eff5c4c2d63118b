import type { TestUser } from '../provision';
import { withoutBrowser, pathOf, press } from './without-browser';

const namesOf = (texts: readonly string[]) => texts.map((text) => text.trim()).sort();

withoutBrowser('the applications of a user', (web) => {
  /** Somebody who provides one application, buys another, and has a role in a third through an organization. */
  const build = async (): Promise<TestUser> => {
    const { admin } = web();
    const user = await admin.createUser();
    const [provided, bought, used] = [
      await admin.createApplication({ name: `Provided ${user.username}` }),
      await admin.createApplication({ name: `Bought ${user.username}` }),
      await admin.createApplication({ name: `Used ${user.username}`, url: 'https://app.example.org/' }),
    ];
    await admin.giveRole(provided.id, user.id, 'provider');
    await admin.giveRole(bought.id, user.id, 'purchaser');
    const { role } = await admin.call('post', `/applications/${used.id}/roles`, { role: { name: 'Reader' } });
    const { organization } = await admin.call('post', '/organizations', {
      organization: { name: `Council ${user.username}`, description: 'people' },
    });
    await admin.call('put', `/organizations/${organization.id}/users/${user.id}/organization_roles/member`);
    await admin.call(
      'put',
      `/applications/${used.id}/organizations/${organization.id}/roles/${role.id}/organization_roles/member`,
    );
    return user;
  };

  it('are listed by role, and by the organization that leads to them', async () => {
    const user = await build();
    const page = await web().visitAs(user, '/idm/applications');
    const names = async () =>
      namesOf(await page.locator('.tiles a:not(.aside), .tiles strong').allInnerTexts()).map(
        (name) => name.split(' ')[0],
      );
    const tab = (name: string) =>
      press(page.getByRole('navigation', { name: 'Your role' }).getByRole('link', { name, exact: true }));
    expect(await names()).toEqual(['Bought', 'Provided', 'Used']);
    await tab('provider');
    expect(await names()).toEqual(['Provided']);
    await tab('purchaser');
    expect(await names()).toEqual(['Bought']);
    await tab('other');
    expect(await names()).toEqual(['Used']);
    await tab('all');
    await page.getByLabel('Through').selectOption({ label: `Council ${user.username}` });
    await press(page.getByRole('button', { name: 'Search' }));
    expect(await names()).toEqual(['Used']);
    await tab('provider');
    expect(await names()).toEqual([]);
    expect(await page.getByText('There are no applications of this kind.').count()).toBe(1);
    // Whatever case and accents; each with the roles that lead there, and developers led to its page.
    await page.goto(`/idm/applications?q=${encodeURIComponent('PRÓVIDED')}&sort=-name`);
    expect(await names()).toEqual(['Provided']);
    expect(await page.getByText('Provider', { exact: true }).count()).toBe(1);
    await page.goto('/idm/applications?q=no+such+application');
    expect(await names()).toEqual([]);
  });

  it('open for everybody who has a role there, without what only managers see', async () => {
    const user = await build();
    const page = await web().visitAs(user, '/idm/applications?role=other');
    const [{ id = '' } = {}] = await web().database.query('SELECT id FROM applications WHERE name = ?', [
      `Used ${user.username}`,
    ]);
    // Who only uses an application is led to it, and not to the page of its developers.
    const tile = page.getByRole('link', { name: `Used ${user.username}` });
    expect(await tile.getAttribute('href')).toBe('https://app.example.org/');
    await page.goto(`/idm/applications/${String(id)}`);
    expect(await page.getByText('Your roles here').count()).toBe(1);
    expect(await page.getByText('Reader', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Show the secrets' }).count()).toBe(0);
    expect((await page.goto(`${pathOf(page)}/edit`)).status()).toBe(403);
  });

  it('keep the addresses of the steps in which Keyrock registers them', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/step/avatar`);
    expect(pathOf(page)).toBe(`/idm/applications/${id}/edit`);
    await page.goto(`/idm/applications/${id}/step/roles`);
    expect(pathOf(page)).toBe(`/idm/applications/${id}/edit/roles`);
  });
});
