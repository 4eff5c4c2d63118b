import { authorizePath } from '../authorize/code-flow';
import { withoutBrowser, notice, pathOf, press, signIn } from './without-browser';
import { png, upload } from './pictures';

withoutBrowser('a user’s own account', (web) => {
  it('has a profile with a picture; others see what the user shows', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, `/idm/users/${user.id}`);
    await press(page.getByRole('link', { name: 'Edit profile' }));
    await page.getByRole('textbox', { name: 'Description' }).fill('I look after the sensors');
    await page.getByRole('textbox', { name: 'Website' }).fill('https://example.org/me');
    await page.getByRole('group', { name: 'Others can see' }).getByLabel('Website').uncheck();
    await press(page.getByRole('button', { name: 'Save' }));
    expect(await notice(page)).toBe('Saved.');
    expect(await page.getByRole('link', { name: 'https://example.org/me' }).count()).toBe(1);
    await press(page.getByRole('link', { name: 'Edit profile' }));
    await page.getByLabel('File').setInputFiles(upload('me.png', png(40, 40)));
    await press(page.getByRole('button', { name: 'Upload' }));
    expect(await notice(page)).toBe('The picture has been saved.');
    const source = await page.locator('main img.face').getAttribute('src');
    const served = await page.get(source ?? '');
    expect(served.status()).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');

    const other = await web().visitAs(await web().admin.createUser(), `/idm/users/${user.id}`);
    expect(await other.getByText('I look after the sensors').count()).toBe(1);
    expect(await other.getByText('https://example.org/me').count()).toBe(0);
    expect(await other.getByText(user.email).count()).toBe(0);

    await press(page.getByRole('button', { name: 'Remove the picture' }));
    expect(await notice(page)).toBe('The picture has been removed.');
  });

  it('has a password, an address and sessions', async () => {
    const user = await web().admin.createUser();
    const [page, elsewhere] = [
      await web().visitAs(user, '/idm/settings/sessions'),
      await web().visitAs(user, '/idm'),
    ];
    await page.reload();
    expect(await page.getByText('this browser').count()).toBe(1);
    await page.locator('[name="marked"]:enabled').check();
    await press(page.getByRole('button', { name: 'Sign out', exact: true }).last());
    expect(await notice(page)).toBe('Signed out.');
    await elsewhere.goto('/idm');
    expect(pathOf(elsewhere)).toBe('/auth/login');

    await signIn(elsewhere, user);
    await page.goto('/idm/settings');
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password').fill('now something else');
    await page.getByLabel('Repeat the password').fill('now something else');
    await press(page.getByRole('button', { name: 'Change password' }));
    expect(await notice(page)).toBe(
      'Your password has been changed. All other browsers and applications are signed out.',
    );
    await elsewhere.goto('/idm');
    expect(pathOf(elsewhere)).toBe('/auth/login');

    const newEmail = `new-${user.email}`;
    await page.getByLabel('New email').fill(newEmail);
    await page.getByLabel('Password', { exact: true }).first().fill('now something else');
    await press(page.getByRole('button', { name: 'Change address' }));
    expect((await web().mailbox.read(user.email)).subject).toBe('Your address is being changed');
    await page.goto(await web().mailbox.link(newEmail));
    await press(page.getByRole('button', { name: 'Confirm' }));
    expect(await notice(page)).toBe('Your address has been changed.');
    expect(await page.getByText(newEmail).count()).toBe(1);
  });

  it('shows the applications with access; withdrawing ends their tokens and asks for consent again', async () => {
    const [user, application] = [await web().admin.createUser(), await web().admin.createApplication()];
    const page = await web().visitAs(user, authorizePath(application));
    await page.getByLabel('your email address').uncheck();
    await press(page.getByRole('button', { name: 'Authorize' }));
    await page.goto(`/idm/users/${user.id}/_third_party_applications`);
    expect(await page.getByRole('heading', { name: application.name }).count()).toBe(1);
    expect(await page.getByText('your username').count()).toBe(1);
    expect(await page.getByText('your email address').count()).toBe(0);
    await press(page.getByRole('button', { name: 'Withdraw access' }));
    expect(await notice(page)).toBe('The application no longer has access.');
    await page.goto(authorizePath(application));
    expect(await page.getByRole('button', { name: 'Authorize' }).count()).toBe(1);
  });

  it('is nobody else’s to edit', async () => {
    const [user, other] = [await web().admin.createUser(), await web().admin.createUser()];
    const page = await web().visitAs(user, '/idm');
    for (const path of ['edit', '_third_party_applications']) {
      const answer = await page.goto(`/idm/users/${other.id}/${path}`);
      expect(answer.status()).toBe(403);
    }
  });

  it('can be deleted with the password', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/settings');
    await page.getByText('Delete my account …').click();
    await page.getByLabel('Password', { exact: true }).last().fill(user.password);
    await press(page.getByRole('button', { name: 'Delete my account for good' }));
    expect(await notice(page)).toBe('Your account has been deleted.');
    await signIn(page, user);
    expect(await notice(page)).toBe('Email or password is incorrect');
  });
});
