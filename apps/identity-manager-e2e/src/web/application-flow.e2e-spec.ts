import * as client from 'openid-client';
import { adminEmail, adminPassword } from '../each-database';
import type { Page } from '../plain/page';
import type { TestUser } from '../provision';
import { begin, openSite, type ClientSite } from './client-site';
import { optionalParts } from './mailed-service';
import { notice, pathOf, press, signIn, withoutBrowser } from './without-browser';

async function register(page: Page, name: string, callback: string): Promise<{ id: string; secret: string }> {
  await press(page.getByRole('link', { name: 'Register an application' }));
  await press(page.getByRole('link', { name: 'Web application' }));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Description').fill('Shows free parking spaces');
  await page.getByLabel('URL', { exact: true }).fill('https://parking.example.org');
  await page.getByLabel('Callback URL', { exact: true }).fill(callback);
  await press(page.getByRole('button', { name: 'Register' }));
  expect(await notice(page)).toBe('The application is registered.');
  return {
    id: await page.locator('#client-id').innerText(),
    secret: await page.locator('#client-secret').innerText(),
  };
}

withoutBrowser(
  'an application',
  (web) => {
    let site: ClientSite;
    beforeAll(async () => {
      site = await openSite();
    });
    afterAll(() => site.server.close());

    const beginAt = (application: { readonly id: string; readonly secret: string }) =>
      begin(web().url, site.callback, application);
    const backInSite = async (page: Page) =>
      expect(await page.getByRole('heading', { name: 'Back in the application' }).count()).toBe(1);

    it('is registered by a first-time administrator and completes a code flow with a real client library', async () => {
      const page = await web().visit('/');
      await signIn(page, { email: adminEmail, password: adminPassword });
      const application = await register(page, 'Smart Parking', site.callback);
      const user: TestUser = await web().admin.createUser();

      const browser = await web().visit('/');
      const first = await beginAt(application);
      await browser.goto(first.address);
      expect(await browser.getByText('to continue to Smart Parking').count()).toBe(1);
      await signIn(browser, user);
      expect(await browser.getByRole('heading', { level: 1 }).innerText()).toBe('Authorize Smart Parking?');
      expect(await browser.getByText('Shows free parking spaces').count()).toBe(1);
      expect(await browser.getByText(new URL(site.callback).host).count()).toBe(1);
      await press(browser.getByRole('button', { name: 'Authorize' }));
      await backInSite(browser);
      const tokens = await first.finish(browser.url());
      expect(tokens.claims()).toMatchObject({ sub: user.id, aud: application.id });
      const info = await client.fetchUserInfo(first.config, tokens.access_token, user.id);
      expect(info).toEqual({ sub: user.id });

      const second = await beginAt(application);
      await browser.goto(second.address);
      await backInSite(browser);
      expect((await second.finish(browser.url())).access_token).not.toBe(tokens.access_token);

      await press(page.getByRole('link', { name: 'Tokens', exact: true }));
      expect(await page.getByText(user.username).count()).toBe(2);
      await page.locator('[name="marked"]').last().check();
      await press(page.getByRole('button', { name: 'Revoke' }));
      await press(page.getByRole('button', { name: 'Revoke', exact: true }));
      expect(await notice(page)).toBe('The token is revoked.');
      await expect(client.fetchUserInfo(first.config, tokens.access_token, user.id)).rejects.toThrow();
      await press(page.getByRole('link', { name: 'Overview' }));
      expect(await page.getByRole('img', { name: 'Tokens issued, last 14 days' }).count()).toBe(1);
    });

    it('learns that the user refused', async () => {
      const page = await web().visitAsAdmin('/idm');
      const application = await register(page, 'Curious', site.callback);
      const browser = await web().visitAs(await web().admin.createUser(), '/idm');
      const { address, finish } = await beginAt(application);
      await browser.goto(address);
      await press(browser.getByRole('button', { name: 'Deny' }));
      await backInSite(browser);
      await expect(finish(browser.url())).rejects.toMatchObject({ error: 'access_denied' });
    });

    it('takes two requests from the form to the redirect once consent is given', async () => {
      const page = await web().visitAsAdmin('/idm');
      const application = await register(page, 'Quick', site.callback);
      const user = await web().admin.createUser();
      const first = await web().visitAs(user, (await beginAt(application)).address);
      await press(first.getByRole('button', { name: 'Authorize' }));
      await backInSite(first);

      const browser = await web().visit((await beginAt(application)).address);
      await signIn(browser, user);
      await backInSite(browser);
      expect(browser.steps).toEqual(['POST /oauth2/authorize']);
    });

    it('shows an error and redirects nowhere when the callback is not registered', async () => {
      const page = await web().visitAsAdmin('/idm');
      const { id } = await register(page, 'Strict', site.callback);
      const elsewhere = encodeURIComponent(`${site.callback}/else`);
      const answer = await page.goto(
        `/oauth2/authorize?response_type=code&client_id=${id}&redirect_uri=${elsewhere}&state=x`,
      );
      expect(answer.status()).toBe(400);
      expect(pathOf(page)).toBe('/oauth2/authorize');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Something went wrong');
    });

    it('has its secrets renewed, its settings edited, its picture, and is deleted by name', async () => {
      const page = await web().visitAsAdmin('/idm');
      const { id, secret } = await register(page, 'Changing', site.callback);
      const jwtSecret = await page.locator('#jwt-secret').innerText();
      expect(jwtSecret.length).toBeGreaterThanOrEqual(32);
      await press(page.getByRole('link', { name: 'Overview' }));
      await page.getByText('Replace a secret …').click();
      await press(page.getByRole('button', { name: 'New client secret' }));
      await press(page.getByRole('button', { name: 'New client secret' }));
      const renewed = await page.locator('#client-secret').innerText();
      expect(renewed).not.toBe(secret);
      await expect(
        beginAt({ id, secret: renewed }).then(({ config }) => client.clientCredentialsGrant(config)),
      ).rejects.toMatchObject({
        error: 'unauthorized_client',
      });
      expect(await page.getByText('The old one no longer works.').count()).toBe(1);
      await press(page.getByRole('link', { name: 'Hide the secrets' }));
      await page.getByText('Replace a secret …').click();
      await press(page.getByRole('button', { name: 'New JWT secret' }));
      await press(page.getByRole('button', { name: 'New JWT secret' }));
      expect(await page.locator('#jwt-secret').innerText()).not.toBe(jwtSecret);
      await press(page.getByRole('link', { name: 'Hide the secrets' }));
      expect(await page.locator('#client-secret').count()).toBe(0);

      await press(page.getByRole('link', { name: 'Edit' }));
      await page.getByLabel('Client credentials').check();
      await page.getByLabel('JSON Web Token (JWT)').check();
      await page.getByLabel('Token type when a request names none').selectOption('jwt');
      await press(page.getByRole('button', { name: 'Save' }));
      expect(await notice(page)).toBe('Saved.');
      const tokens = await client
        .clientCredentialsGrant((await beginAt({ id, secret: renewed })).config)
        .catch(String);
      expect(JSON.stringify(tokens)).toContain('eyJ');

      await press(page.getByRole('link', { name: 'Edit' }));
      await page.getByText('Delete …').click();
      await page.getByLabel('Type “Changing” to confirm').fill('Something else');
      await press(page.getByRole('button', { name: 'Delete the application' }));
      expect(await page.getByText('That isn’t the name.').count()).toBe(1);
      await page.getByLabel('Type “Changing” to confirm').fill('Changing');
      await press(page.getByRole('button', { name: 'Delete the application' }));
      expect(await notice(page)).toBe('Deleted.');
      expect((await page.goto(`/idm/applications/${id}`)).status()).toBe(404);
    });
  },
  optionalParts,
);
