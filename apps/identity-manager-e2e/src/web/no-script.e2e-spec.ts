import { authorizePath } from '../authorize/code-flow';
import { inChromium, leading, pathOf, press, signIn } from './in-chromium';

inChromium('a browser without scripts', (web) => {
  const withoutScripts = { javaScriptEnabled: false };

  it('signs in, consents and comes back with a code', async () => {
    const application = await web().admin.createApplication({ redirect_uri: `${web().url}/version` });
    const path = authorizePath({ ...application, redirectUri: `${web().url}/version` });
    const page = await web().visit(path, withoutScripts);
    await signIn(page, await web().admin.createUser());
    // Nothing is listed that this user does not have.
    expect(await page.getByLabel('your picture').count()).toBe(0);
    await page.getByLabel('your email address').uncheck();
    await press(page.getByRole('button', { name: 'Authorize' }));
    expect(pathOf(page)).toBe('/version');
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/^\w{20,}$/);
  });

  it('works with the keyboard alone', async () => {
    const user = await web().admin.createUser();
    const page = await web().visit('/', withoutScripts);
    // The page puts the cursor there, a moment after it has loaded.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await leading(page, () => page.keyboard.press('Enter'));
    expect(pathOf(page)).toBe('/idm');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await skip.boundingBox()).toMatchObject({ x: expect.any(Number) });
    await page.keyboard.press('Enter');
    expect(page.url()).toMatch(/#main$/);
  });

  it('registers an application and shows no button that needs a script', async () => {
    const user = await web().admin.createUser();
    const page = await web().visitAs(user, '/idm/applications/new?kind=web', withoutScripts);
    await page.getByLabel('Name', { exact: true }).fill('Plain');
    await page.getByLabel('Callback URL', { exact: true }).fill('https://example.org/back');
    await press(page.getByRole('button', { name: 'Register' }));
    expect(await page.locator('#client-secret').innerText()).not.toBe('');
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });
});
