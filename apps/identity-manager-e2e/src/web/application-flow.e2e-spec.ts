import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { adminEmail, adminPassword } from '../each-database';
import type { TestUser } from '../provision';
import { inChromium, notice, pathOf, press, signIn } from './in-chromium';

/** The site of an application, as far as a browser that comes back needs it. */
async function openSite(): Promise<{
  readonly callback: string;
  readonly server: Server;
  /** What browsers sent to it. */
  readonly posts: Request[];
}> {
  const posts: Request[] = [];
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const type = headers['content-type'] ?? '';
    void text(request).then((body) => {
      if (method === 'POST')
        posts.push(new Request(callback(), { method, body, headers: { 'content-type': type } }));
      response
        .setHeader('Content-Type', 'text/html')
        .end('<link rel=icon href="data:,"><h1>Back in the application</h1>');
    });
  });
  const callback = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { callback: callback(), server, posts };
}

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

inChromium(
  'an application',
  (web) => {
    let site: Awaited<ReturnType<typeof openSite>>;
    beforeAll(async () => {
      site = await openSite();
    });
    afterAll(() => site.server.close());

    /** What the application does before it sends a person here. */
    const begin = async (
      { id, secret }: { readonly id: string; readonly secret: string },
      more: Record<string, string> = {},
    ) => {
      const options = { execute: [client.allowInsecureRequests] };
      const config = await client.discovery(new URL(web().url), id, secret, undefined, options);
      const [pkceCodeVerifier, expectedState, expectedNonce] = [
        client.randomPKCECodeVerifier(),
        client.randomState(),
        client.randomNonce(),
      ];
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: site.callback,
        scope: 'openid',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        nonce: expectedNonce,
        ...more,
      });
      const checks = { pkceCodeVerifier, expectedState, expectedNonce };
      return {
        address: address.href,
        finish: (back: string | Request) =>
          client.authorizationCodeGrant(config, typeof back === 'string' ? new URL(back) : back, checks),
        config,
      };
    };

    const backInSite = (page: Page) =>
      page.getByRole('heading', { name: 'Back in the application' }).waitFor();

    it('is registered by a first-time administrator and completes a code flow with a real client library', async () => {
      const page = await web().visit('/');
      await signIn(page, { email: adminEmail, password: adminPassword });
      const application = await register(page, 'Smart Parking', site.callback);
      const user: TestUser = await web().admin.createUser();

      const browser = await web().visit('/');
      const first = await begin(application);
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
      expect(info).toMatchObject({ email: user.email, app_id: application.id });

      const second = await begin(application);
      await browser.goto(second.address);
      await backInSite(browser);
      expect((await second.finish(browser.url())).access_token).not.toBe(tokens.access_token);

      await press(page.getByRole('link', { name: 'Tokens', exact: true }));
      expect(await page.getByText(user.username).count()).toBe(2);
      await page.locator('[name="marked"]').last().check();
      await press(page.getByRole('button', { name: 'Revoke' }));
      await press(page.getByRole('button', { name: 'Revoke: 1' }));
      expect(await notice(page)).toBe('The token is revoked.');
      await expect(client.fetchUserInfo(first.config, tokens.access_token, user.id)).rejects.toThrow();
      await press(page.getByRole('link', { name: 'Overview' }));
      expect(await page.getByRole('img', { name: 'Tokens issued, last 14 days' }).count()).toBe(1);
    });

    it('learns that the person refused', async () => {
      const page = await web().visitAsAdmin('/idm');
      const application = await register(page, 'Curious', site.callback);
      const browser = await web().visitAs(await web().admin.createUser(), '/idm');
      const { address, finish } = await begin(application);
      await browser.goto(address);
      await press(browser.getByRole('button', { name: 'Deny' }));
      await backInSite(browser);
      await expect(finish(browser.url())).rejects.toMatchObject({ error: 'access_denied' });
    });

    it('gets its answer as a form that sends itself when it asks for one', async () => {
      const page = await web().visitAsAdmin('/idm');
      const application = await register(page, 'Posted', site.callback);
      const user = await web().admin.createUser();
      const { address, finish } = await begin(application, { response_mode: 'form_post' });
      const browser = await web().visitAs(user, address);
      await press(browser.getByRole('button', { name: 'Authorize' }));
      await backInSite(browser);
      expect(browser.url()).toBe(site.callback);
      const [post, ...rest] = site.posts;
      if (!post) throw new Error('the browser posted nothing');
      expect(rest).toEqual([]);
      expect((await finish(post)).claims()).toMatchObject({ sub: user.id });
    });

    it('takes two requests from the form to the redirect once consent is given', async () => {
      const page = await web().visitAsAdmin('/idm');
      const application = await register(page, 'Quick', site.callback);
      const user = await web().admin.createUser();
      const first = await web().visitAs(user, (await begin(application)).address);
      await press(first.getByRole('button', { name: 'Authorize' }));
      await backInSite(first);

      const browser = await web().visit((await begin(application)).address);
      const requests: string[] = [];
      browser.on('request', (request) => {
        if (request.isNavigationRequest() && request.url().startsWith(web().url))
          requests.push(request.method());
      });
      await signIn(browser, user);
      await backInSite(browser);
      expect(requests).toEqual(['POST']);
    });

    it('shows an error and redirects nowhere when the callback is not registered', async () => {
      const page = await web().visitAsAdmin('/idm');
      const { id } = await register(page, 'Strict', site.callback);
      const elsewhere = encodeURIComponent(`${site.callback}/else`);
      const answer = await page.goto(
        `/oauth2/authorize?response_type=code&client_id=${id}&redirect_uri=${elsewhere}&state=x`,
      );
      expect(answer?.status()).toBe(400);
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
        begin({ id, secret: renewed }).then(({ config }) => client.clientCredentialsGrant(config)),
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
        .clientCredentialsGrant((await begin({ id, secret: renewed })).config)
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
      expect((await page.goto(`/idm/applications/${id}`))?.status()).toBe(404);
    });
  },
  { IDM_OAUTH_JWT_TOKEN_TYPE: 'bearer' },
);
