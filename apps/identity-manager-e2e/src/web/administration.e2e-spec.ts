import type { Page } from '../plain/page';
import { passwordTokens } from '../provision';
import { notice, pathOf, press, signIn, withoutBrowser } from './without-browser';

withoutBrowser('administration', (web) => {
  /** Goes to the page about a user, by way of the list. */
  const open = async (page: Page, text: string): Promise<void> => {
    await page.goto(`/idm/admins/list_users?q=${encodeURIComponent(text)}`);
    await press(page.locator('.list tbody a').first());
  };

  /** Presses what asks first, and then the answer. */
  const pressAndConfirm = async (page: Page, link: string, answer: string): Promise<void> => {
    await press(page.getByRole('link', { name: link, exact: true }));
    await press(page.getByRole('button', { name: answer }));
  };

  it('creates a user, who chooses a password by mail', async () => {
    const page = await web().visitAsAdmin('/idm/admins/list_users');
    await page.getByText('New user').click();
    await page.getByLabel('Username', { exact: true }).fill('Marta');
    await page.getByLabel('Email', { exact: true }).fill('marta@test.com');
    await press(page.getByRole('button', { name: 'Create user' }));
    expect(await notice(page)).toContain('The mail server has accepted the email');
    const browser = await web().visit(await web().mailbox.link('marta@test.com'));
    await browser.getByLabel('New password').fill('chosen by me');
    await browser.getByLabel('Repeat the password').fill('chosen by me');
    await press(browser.getByRole('button', { name: 'Set the password' }));
    await signIn(browser, { email: 'marta@test.com', password: 'chosen by me' });
    expect(pathOf(browser)).toBe('/idm');
  });

  it('disables, enables, resets and deletes users', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAsAdmin('/idm/admins/list_users');
    const browser = await web().visitAs(user, '/idm');
    await open(page, user.email);
    expect(await page.getByText('Firefox').or(page.getByText('Chrome')).count()).toBeGreaterThan(0);
    await pressAndConfirm(page, 'Disable', 'Disable');
    expect(await notice(page)).toBe('Saved.');
    await browser.goto('/idm');
    expect(pathOf(browser)).toBe('/auth/login');
    await signIn(browser, user);
    expect(await notice(browser)).toBe('Email or password is incorrect');
    await pressAndConfirm(page, 'Enable', 'Enable');
    await signIn(browser, user);
    expect(pathOf(browser)).toBe('/idm');
    await press(page.getByRole('button', { name: 'Send password link' }));
    expect((await web().mailbox.read(user.email)).subject).toBe('Choose a new password');
    await pressAndConfirm(page, 'Delete', 'Delete');
    expect(await notice(page)).toBe('Deleted.');
    await page.goto(`/idm/admins/list_users?q=${encodeURIComponent(user.email)}`);
    expect(await page.getByText('0 found').count()).toBe(1);
  });

  it('shows all that a user has, and ends it', async () => {
    const user = await web().admin.createUser({ username: `Ana ${'of a very long name '.repeat(2)}` });
    const application = await web().admin.createApplication();
    const role = await web().admin.createRole(application.id, { action: 'GET', resource: '/v2/entities' });
    await web().admin.giveRole(application.id, user.id, role);
    for (const scope of ['bearer', 'permanent']) await passwordTokens(web().url, application, user, scope);
    const browser = await web().visitAs(user, '/idm');
    const page = await web().visitAsAdmin('/idm/admins/list_users');
    await open(page, user.email);
    const facts = await page.locator('main').innerText();
    for (const text of [application.name, 'never expires', 'All tokens (2)', user.email])
      expect(facts).toContain(text);
    await press(page.getByRole('link', { name: 'All tokens (2)' }));
    await press(page.getByRole('link', { name: 'never expires', exact: true }));
    expect(await page.locator('.list tbody tr').count()).toBe(1);
    await page.locator('[name="marked"]').check();
    await press(page.getByRole('button', { name: 'Revoke', exact: true }));
    await press(page.getByRole('button', { name: 'Revoke', exact: true }));
    expect(await notice(page)).toBe('The token is revoked.');
    expect(await page.locator('.list tbody tr').count()).toBe(1);
    await open(page, user.email);
    await pressAndConfirm(page, 'Revoke tokens', 'Revoke tokens');
    expect(await page.getByText('No token works at the moment.').count()).toBe(1);
    await pressAndConfirm(page, 'Sign out everywhere', 'Sign out everywhere');
    await browser.goto('/idm');
    expect(pathOf(browser)).toBe('/auth/login');
  });

  it('deletes several users after asking, and nobody unasked', async () => {
    const name = `leaver-${Date.now().toString(36)}`;
    const leavers = [
      await web().admin.createUser({ username: `${name}-1` }),
      await web().admin.createUser({ username: `${name}-2` }),
    ];
    const path = `/idm/admins/list_users?q=${name}`;
    const page = await web().visitAsAdmin(path);
    await press(page.getByRole('button', { name: 'Delete', exact: true }));
    expect(await notice(page)).toBe('Choose at least one.');
    await page.goto(path);
    for (const mark of await page.locator('[name="marked"]').all()) await mark.check();
    await press(page.getByRole('button', { name: 'Delete', exact: true }));
    await press(page.getByRole('link', { name: 'Cancel' }));
    await page.goto(path);
    expect(await page.getByText('2 found').count()).toBe(1);
    const marked = leavers.map(({ id }) => `marked=${id}`).join('&');
    await page.goto(`/idm/admins/users/marked?action=delete&marked=admin&${marked}`);
    await press(page.getByRole('button', { name: 'Delete for good' }));
    await page.goto(path);
    expect(await page.getByText('0 found').count()).toBe(1);
  });

  it('edits what a user is called and where mails go; an address belongs to one user', async () => {
    const [user, other] = [await web().admin.createUser(), await web().admin.createUser()];
    const page = await web().visitAsAdmin('/idm/admins/list_users');
    await open(page, user.email);
    await press(page.getByRole('link', { name: 'Edit' }));
    await page.getByLabel('Email').fill(other.email);
    await press(page.getByRole('button', { name: 'Save' }));
    expect(await page.getByText('This is already taken.').count()).toBe(1);
    await page.getByLabel('Email').fill(`moved-${user.email}`);
    await page.getByLabel('Username').fill('Moved');
    await press(page.getByRole('button', { name: 'Save' }));
    expect(await notice(page)).toBe('Saved.');
    const browser = await web().visitAs({ ...user, email: `moved-${user.email}` }, '/idm');
    expect(await browser.getByRole('heading', { level: 1 }).innerText()).toBe('Welcome, Moved');
  });

  it('makes administrators; nobody takes it from themselves', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAsAdmin('/idm/admins/list_users');
    const browser = await web().visitAs(user, '/idm');
    expect((await browser.goto('/idm/admins/list_users')).status()).toBe(403);
    await open(page, user.email);
    await pressAndConfirm(page, 'Make administrator', 'Make administrator');
    expect((await browser.goto('/idm/admins/administrators')).status()).toBe(200);
    expect(await browser.getByLabel(`Mark ${user.username}`).isDisabled()).toBe(true);
    await browser.goto(`/idm/admins/users/${user.id}`);
    expect(await browser.getByRole('link', { name: 'Remove as administrator' }).count()).toBe(0);
    await pressAndConfirm(page, 'Remove as administrator', 'Remove as administrator');
    expect((await browser.goto('/idm/admins/list_users')).status()).toBe(403);
  });

  it('shows all applications, and the audit log with a filter', async () => {
    const application = await web().admin.createApplication();
    const user = await web().admin.createUser();
    const browser = await web().visit('/');
    await signIn(browser, { ...user, password: 'wrong' });
    const page = await web().visitAsAdmin('/idm/admins/applications');
    await page.getByLabel('Search by name').fill(application.name);
    await press(page.getByRole('button', { name: 'Search' }));
    expect(await page.getByText(application.id).count()).toBe(1);
    await press(page.getByRole('link', { name: 'Audit log' }));
    await page.locator('summary', { hasText: 'Events' }).click();
    await page.getByLabel('Sign-in', { exact: true }).check();
    await page.getByLabel('Anything: name, ID or address').fill(user.email);
    await press(page.getByRole('button', { name: 'Search' }));
    await press(page.getByRole('link', { name: 'failure', exact: true }));
    const lines = page.locator('tbody tr');
    expect(await lines.count()).toBe(1);
    expect(await lines.first().innerText()).toContain(user.email);
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await press(page.getByRole('button', { name: 'Search' }));
    expect(await page.getByText('Nothing was found.').count()).toBe(1);
  });

  it('shows how the server is, and takes a new signing key while the old one stays published', async () => {
    const page = await web().visitAsAdmin('/idm/admins/service');
    expect(await page.getByText('sqlite').count()).toBe(1);
    const keyCount = async () => {
      const { keys } = (await (await fetch(`${web().url}/oauth2/certs`)).json()) as {
        keys: readonly object[];
      };
      return keys.length;
    };
    const before = await keyCount();
    await press(page.getByRole('button', { name: 'New signing key' }));
    expect(await notice(page)).toContain('A new signing key is in use');
    expect(await keyCount()).toBe(before + 1);
  });

  it('writes to everybody, one mail each', async () => {
    const [one, two] = [await web().admin.createUser(), await web().admin.createUser()];
    const page = await web().visitAsAdmin('/idm/admins/notify');
    await page.getByLabel('To', { exact: true }).selectOption('users');
    await page.getByLabel('Names').fill(`${one.username}\n${two.email}, nobody`);
    await page.getByLabel('Subject').fill('Maintenance tonight');
    await page.getByLabel('Text').fill('From 22:00 to 23:00.');
    await press(page.getByRole('button', { name: 'Preview' }));
    expect(await page.getByText('2 users get this email, each a copy of their own.').count()).toBe(1);
    expect(await page.getByText('Nobody who can get email was found under: nobody').count()).toBe(1);
    expect(await page.getByText('From 22:00 to 23:00.').count()).toBe(1);
    expect(web().mailbox.to(one.email)).toEqual([]);
    await press(page.getByRole('button', { name: 'Send' }));
    for (const { email } of [one, two]) {
      const mail = await web().mailbox.read(email);
      expect(mail).toMatchObject({ to: email, subject: 'Maintenance tonight' });
      expect(mail.text.trim()).toBe('From 22:00 to 23:00.');
    }
  });
});
