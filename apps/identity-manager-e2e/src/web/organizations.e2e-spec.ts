import { withoutBrowser, notice, pathOf, press } from './without-browser';
import { png, upload } from './pictures';

withoutBrowser('organizations', (web) => {
  it('are created, shared with members and owners, edited, left and deleted', async () => {
    const [owner, friend] = [await web().admin.createUser(), await web().admin.createUser()];
    const page = await web().visitAs(owner, '/idm/organizations');
    await press(page.getByRole('link', { name: 'Create an organization' }));
    await page.getByLabel('Name').fill('City Council');
    await page.getByLabel('Description').fill('Who runs the platform');
    await press(page.getByRole('button', { name: 'Create' }));
    expect(await notice(page)).toBe('Created.');
    const place = pathOf(page);

    await press(page.getByRole('button', { name: 'Leave this organization' }));
    await press(page.getByRole('button', { name: 'Leave this organization' }));
    expect(await notice(page)).toBe('The last owner of an organization can’t be removed.');

    await page.getByLabel('Find a user').fill(friend.username);
    await press(page.getByRole('button', { name: 'Search' }));
    await press(page.getByRole('button', { name: 'Add as member' }));
    const guest = await web().visitAs(friend, '/idm/organizations');
    await press(guest.getByRole('link', { name: 'City Council' }));
    expect(await guest.getByRole('link', { name: 'Edit organization' }).count()).toBe(0);
    expect(await guest.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    expect((await guest.goto(`${place}/edit`)).status()).toBe(403);

    await page.goto(place);
    await page.getByLabel(`Mark ${friend.username}`).check();
    await press(page.getByRole('button', { name: 'Make owner' }));
    await press(page.getByRole('button', { name: 'Make owner' }));
    expect((await guest.goto(`${place}/edit`)).status()).toBe(200);
    await guest.getByLabel('Website').fill('https://city.example.org');
    await press(guest.getByRole('button', { name: 'Save' }));
    expect(await guest.getByRole('link', { name: 'https://city.example.org' }).count()).toBe(1);
    await press(guest.getByRole('link', { name: 'Edit organization' }));
    await guest.getByLabel('File').setInputFiles(upload('logo.png', png(64, 64)));
    await press(guest.getByRole('button', { name: 'Upload' }));
    expect(await notice(guest)).toBe('The picture has been saved.');
    await guest.goto(place);
    await press(guest.getByRole('button', { name: 'Leave this organization' }));
    await press(guest.getByRole('button', { name: 'Leave this organization' }));
    expect((await guest.goto(place)).status()).toBe(404);

    await page.goto(`${place}/edit`);
    await page.getByText('Delete …').click();
    await page.getByLabel('Type “City Council” to confirm').fill('City Council');
    await press(page.getByRole('button', { name: 'Delete the organization' }));
    expect(await notice(page)).toBe('Deleted.');
  });

  it('can be the provider of an application', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/organizations/new');
    await page.getByLabel('Name').fill('Water Works');
    await press(page.getByRole('button', { name: 'Create' }));
    await page.goto('/idm/applications/new?kind=web');
    await page.getByLabel('Name', { exact: true }).fill('Meters');
    await page.getByLabel('Callback URL', { exact: true }).fill('https://meters.example.org/back');
    await page.getByLabel('Provider').selectOption({ label: 'Water Works' });
    await press(page.getByRole('button', { name: 'Register' }));
    await press(page.getByRole('link', { name: 'Organizations', exact: true }).last());
    expect(await page.locator('.list tr', { hasText: 'Water Works' }).innerText()).toContain('Provider');
  });
});
