import type { Page } from '../plain/page';
import { passwordTokens, type TestApplication, type TestUser } from '../provision';
import { withoutBrowser, notice, press, type Web } from './without-browser';

const at = ({ id }: TestApplication, path: string) => `/idm/applications/${id}${path}`;

async function addRole(page: Page, name: string): Promise<void> {
  await page.getByLabel('New role').fill(name);
  await press(page.getByRole('button', { name: 'Add', exact: true }));
}

async function addPermission(
  page: Page,
  name: string,
  verb: string,
  resource: string,
  isRegex = false,
): Promise<void> {
  const form = page.locator('section', { has: page.getByRole('heading', { name: 'New permission' }) });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('HTTP verb').selectOption(verb);
  await form.getByLabel('Resource', { exact: true }).fill(resource);
  await form.getByLabel('The resource is a regular expression').setChecked(isRegex);
  await press(form.getByRole('button', { name: 'Add permission' }));
}

async function ask(page: Page, path: string, user = ''): Promise<Record<string, string>> {
  await page.getByLabel('Path').fill(path);
  await page.getByLabel('User', { exact: true }).fill(user);
  await press(page.getByRole('button', { name: 'Ask' }));
  const rows = await page.getByRole('region', { name: 'Try it' }).locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  return Object.fromEntries(cells.map(([who = '', decision, why]) => [who, `${decision}: ${why}`]));
}

/** The answer of the decision point to an application's token. */
async function decide(
  { url }: Web,
  application: TestApplication,
  user: TestUser,
  resource: string,
): Promise<string> {
  const { access_token: token } = await passwordTokens(url, application, user);
  const query = new URLSearchParams({ access_token: token, action: 'GET', resource, app_id: application.id });
  const answer = (await (await fetch(`${url}/user?${query.toString()}`)).json()) as {
    authorization_decision: string;
  };
  return answer.authorization_decision;
}

withoutBrowser('roles and permissions', (web) => {
  it('are made, ticked in the grid, given to users, and decide', async () => {
    const application = await web().admin.createApplication();
    const user = await web().admin.createUser();
    const page = await web().visitAsAdmin(at(application, '/edit/roles'));
    expect(await page.getByText('Add a role and a permission below').count()).toBe(1);
    await addRole(page, 'Operator');
    await addRole(page, 'Visitor');
    await addPermission(page, 'Read one', 'GET', '^/v2/entities/[^/]+$', true);
    await page.getByRole('checkbox', { name: 'Operator: Read one' }).check();
    await press(page.getByRole('button', { name: 'Save' }).first());
    expect(await notice(page)).toBe('Saved.');
    expect(await page.getByRole('checkbox', { name: 'Operator: Read one' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Visitor: Read one' }).isChecked()).toBe(false);

    await press(page.getByRole('link', { name: 'Users', exact: true }));
    await page.getByLabel('Find a user').fill(user.username);
    await press(page.getByRole('button', { name: 'Search' }));
    await page.getByLabel('Operator').first().check();
    await press(page.getByRole('button', { name: 'Save' }).first());

    await page.goto(at(application, '/edit/roles'));
    expect(await ask(page, '/v2/entities/Room1')).toMatchObject({
      [user.username]: 'Permit: Permission “Read one” of Operator',
      'Role Operator': 'Permit: Permission “Read one”',
      'Role Visitor': 'Deny: No permission of this role matches.',
    });
    expect(await ask(page, '/v2/types', user.email)).toMatchObject({
      [user.username]: 'Deny: No permission of Operator matches.',
    });
    await ask(page, '/v2/types', 'nobody@test.com');
    expect(await page.getByText('Nothing was found with this name.').count()).toBe(1);
    expect(await decide(web(), application, user, '/v2/entities/Room1')).toBe('Permit');

    await page.getByRole('checkbox', { name: 'Operator: Read one' }).uncheck();
    await press(page.getByRole('button', { name: 'Save' }).first());
    expect(await ask(page, '/v2/entities/Room1', user.email)).toMatchObject({
      [user.username]: 'Deny: No permission of Operator matches.',
    });
  });

  it('are renamed and deleted; patterns that cannot run are refused beside the field', async () => {
    const application = await web().admin.createApplication();
    const page = await web().visitAsAdmin(at(application, '/edit/roles'));
    await addRole(page, 'First');
    await addPermission(page, 'Look', 'GET', '(?=never)', true);
    expect(await page.locator('#id_resource-error').innerText()).toContain('This pattern is malformed');
    await addPermission(page, 'Look', 'GET', '/v2');
    await press(page.getByRole('link', { name: 'Look' }));
    await page.getByLabel('Name').fill('Look around');
    await page.getByText('Further conditions').click();
    await page.getByLabel('Only with this Fiware-Service header').check();
    await press(page.getByRole('button', { name: 'Save' }));
    expect(await page.locator('#id_service_header-error').innerText()).toBe(
      'The value of the header is needed.',
    );
    await page.getByRole('textbox', { name: 'Fiware-Service' }).fill('city');
    await press(page.getByRole('button', { name: 'Save' }));
    await press(page.getByRole('link', { name: 'Look around' }));
    expect(await page.getByRole('textbox', { name: 'Fiware-Service' }).inputValue()).toBe('city');
    await press(page.getByRole('button', { name: 'Delete this permission' }));
    await press(page.getByRole('button', { name: 'Delete this permission' }));
    expect(await notice(page)).toBe('Deleted.');
    await press(page.getByRole('link', { name: 'First', exact: true }));
    await page.getByLabel('Name', { exact: true }).fill('Second');
    await press(page.getByRole('button', { name: 'Save' }));
    await press(page.getByRole('link', { name: 'Second', exact: true }));
    await press(page.getByRole('button', { name: 'Delete this role' }));
    await press(page.getByRole('button', { name: 'Delete this role' }));
    expect(await page.getByRole('link', { name: 'Second', exact: true }).count()).toBe(0);
  });

  it('reach users through organizations, owners and members apart', async () => {
    const application = await web().admin.createApplication();
    const role = await web().admin.createRole(application.id, { action: 'GET', resource: '/v2/entities' });
    const member = await web().admin.createUser();
    const name = `Council ${member.username}`;
    const { organization } = await web().admin.call('post', '/organizations', {
      organization: { name, description: 'people' },
    });
    await web().admin.call(
      'put',
      `/organizations/${organization.id}/users/${member.id}/organization_roles/member`,
    );
    const page = await web().visitAsAdmin(at(application, '/edit/organizations'));
    await page.getByLabel('Find an organization by name').fill(name);
    await press(page.getByRole('button', { name: 'Search' }));
    await page.locator(`input[name=role][value="${role} member"]`).first().check();
    await press(page.getByRole('button', { name: 'Save' }).first());
    expect(await notice(page)).toBe('Saved.');
    expect(await page.locator(`input[name=role][value="${role} member"]`).isChecked()).toBe(true);
    expect(await page.locator(`input[name=role][value="${role} owner"]`).isChecked()).toBe(false);
    expect(await decide(web(), application, member, '/v2/entities')).toBe('Permit');
  });

  it('can only be seen and changed by those who may', async () => {
    const application = await web().admin.createApplication();
    const [stranger, purchaser] = [await web().admin.createUser(), await web().admin.createUser()];
    await web().admin.giveRole(application.id, purchaser.id, 'purchaser');
    const other = await web().visitAs(stranger, '/idm');
    for (const path of ['', '/edit', '/edit/roles', '/edit/users', '/machines', '/tokens'])
      expect((await other.goto(at(application, path))).status()).toBe(403);
    const page = await web().visitAs(purchaser, at(application, ''));
    expect(await page.getByRole('button', { name: 'Show the secrets' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Roles and permissions' }).count()).toBe(0);
    expect((await page.goto(at(application, '/edit/roles'))).status()).toBe(403);
    expect((await page.goto(at(application, '/edit/users'))).status()).toBe(200);
  });
});
