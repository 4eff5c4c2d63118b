import { requestToken } from '../provision';
import { withoutBrowser, notice, press } from './without-browser';

withoutBrowser('machines of an application', (web) => {
  const loginOfMachine = async (name: string, password: string) => {
    const answer = await fetch(`${web().url}/v3/auth/tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, password }),
    });
    return answer.status;
  };

  it('are a PEP proxy whose password is shown once, reset and deleted', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}`);
    await press(page.getByRole('link', { name: 'PEP proxy and IoT' }));
    await press(page.getByRole('button', { name: 'Register a PEP proxy' }));
    const name = await page.locator('#machine-id').innerText();
    const first = await page.locator('#machine-password').innerText();
    expect(await loginOfMachine(name, first)).toBe(201);
    await page.goto(`/idm/applications/${id}/machines`);
    expect(await page.locator('#machine-password').count()).toBe(0);
    await press(page.getByRole('button', { name: 'New password' }));
    await press(page.getByRole('button', { name: 'New password' }));
    const second = await page.locator('#machine-password').innerText();
    expect(await loginOfMachine(name, first)).toBe(401);
    expect(await loginOfMachine(name, second)).toBe(201);
    await press(page.getByRole('button', { name: 'Delete' }));
    await press(page.getByRole('button', { name: 'Delete' }));
    expect(await notice(page)).toBe('Deleted.');
    expect(await page.getByRole('button', { name: 'Register a PEP proxy' }).count()).toBe(1);
  });

  it('are IoT agents with tokens of their own, which show in the list of tokens', async () => {
    const application = await web().admin.createApplication();
    const { id } = application;
    const page = await web().visitAsAdmin(`/idm/applications/${id}/machines`);
    await press(page.getByRole('button', { name: 'Register an IoT agent' }));
    const username = await page.locator('#machine-id').innerText();
    const password = await page.locator('#machine-password').innerText();
    await requestToken(web().url, application, {
      grant_type: 'password',
      username,
      password,
      scope: 'permanent',
    }).expect(200);
    await press(page.getByRole('link', { name: 'Tokens', exact: true }));
    expect(await page.getByText(username).count()).toBe(1);
    expect(await page.getByRole('cell', { name: 'never', exact: true }).count()).toBe(1);
    for (const mark of await page.locator('[name="marked"]').all()) await mark.check();
    await press(page.getByRole('button', { name: 'Revoke' }));
    await press(page.getByRole('button', { name: 'Revoke', exact: true }));
    expect(await page.getByText('No token works at the moment.').count()).toBe(1);
    await page.goto(`/idm/applications/${id}/machines`);
    await press(page.getByRole('button', { name: 'Delete' }));
    // There may be several: the question says which.
    expect(await page.locator('h1').innerText()).toContain(username);
    await press(page.getByRole('button', { name: 'Delete' }));
    expect(await page.getByText('No agent yet.').count()).toBe(1);
  });

  it('may use tokens of trusted applications', async () => {
    const [application, other] = [
      await web().admin.createApplication(),
      await web().admin.createApplication(),
    ];
    const page = await web().visitAsAdmin(`/idm/applications/${application.id}/edit/trusted_applications`);
    await page.getByLabel('Find an application by name').fill(other.name);
    await press(page.getByRole('button', { name: 'Search' }));
    await press(page.getByRole('button', { name: 'Trust' }));
    expect(await notice(page)).toBe('Saved.');
    expect(await page.getByText(other.id).count()).toBe(1);
    const { trusted_applications: trusted } = await web().admin.call(
      'get',
      `/applications/${application.id}/trusted_applications`,
    );
    expect(trusted).toEqual([other.id]);
    await press(page.getByRole('button', { name: 'Remove' }));
    expect(await page.getByText(other.id).count()).toBe(0);
  });
});
