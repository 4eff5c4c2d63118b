import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromium, startService, type ServiceProcess, type TestBrowser } from '@smart-city/testing';
import type { Page } from 'playwright-core';
import { passwordTokens, type TestApplication, type TestUser } from '../provision';
import { hasChromium, notice, press, signIn } from './in-chromium';

const user = (password: string): TestUser => ({
  id: 'admin',
  username: 'admin',
  email: 'admin@test.com',
  password,
});

/** Registers an application as the README does with curl: every kind of token, by the password grant. */
async function register(page: Page): Promise<TestApplication> {
  await press(page.getByRole('link', { name: 'Register an application' }));
  await press(page.getByRole('link', { name: 'Something else' }));
  await page.getByLabel('Name', { exact: true }).fill('weather');
  await page.getByLabel('Callback URL', { exact: true }).fill('http://localhost/callback');
  for (const name of ['Password', 'JSON Web Token (JWT)', 'Permanent']) await page.getByLabel(name).check();
  await press(page.getByRole('button', { name: 'Register' }));
  const text = (id: string) => page.locator(`#${id}`).innerText();
  const [id, secret, jwtSecret] = [
    await text('client-id'),
    await text('client-secret'),
    await text('jwt-secret'),
  ];
  return { id, secret, jwtSecret, name: 'weather', redirectUri: 'http://localhost/callback' };
}

/** A role that may read `/v2/entities`, for the user who is signed in. */
async function giveReading(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Roles and permissions' }));
  await page.getByLabel('New role').fill('reader');
  await press(page.getByRole('button', { name: 'Add', exact: true }));
  await page.locator('#id_permission_name').fill('read');
  await page.getByLabel('Resource', { exact: true }).fill('/v2/entities');
  await press(page.getByRole('button', { name: 'Add permission' }));
  await page.getByRole('checkbox', { name: 'reader: read' }).check();
  await press(page.getByRole('button', { name: 'Save' }).first());
  await press(page.getByRole('link', { name: 'Users', exact: true }));
  await page.getByLabel('reader').first().check();
  await press(page.getByRole('button', { name: 'Save' }).first());
  expect(await notice(page)).toBe('Saved.');
}

(hasChromium ? describe : describe.skip)('a service that starts for the first time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idm-first-'));
  let [service, browser]: [ServiceProcess | undefined, TestBrowser | undefined] = [undefined, undefined];
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('needs nothing but the printed password for a token and a decision, in the browser alone', async () => {
    service = await startService('identity-manager', { env: { IDM_PORT: '0', IDM_DATA_DIR: folder } });
    const { url } = service;
    const password = /with password (\S+)/.exec(service.output())?.[1] ?? '';
    browser = await openChromium();
    const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage();
    await page.goto('/');
    await signIn(page, user(password));
    expect(await page.getByText('Your password was generated for you').count()).toBe(1);
    await press(page.getByRole('link', { name: 'Not now' }));
    const application = await register(page);
    await giveReading(page);

    const kinds = ['bearer', 'jwt', 'permanent'];
    const [{ access_token: token = '' } = {}, jwt, permanent] = await Promise.all(
      kinds.map((kind) => passwordTokens(url, application, user(password), kind)),
    );
    expect(jwt?.access_token.split('.')).toHaveLength(3);
    expect(permanent).not.toHaveProperty('expires_in');
    const ask = async (action: string) => {
      const query = new URLSearchParams({ access_token: token, action, resource: '/v2/entities' });
      return (await fetch(`${url}/user?${query.toString()}`)).json();
    };
    expect(await ask('GET')).toMatchObject({ authorization_decision: 'Permit' });
    expect(await ask('DELETE')).toMatchObject({ authorization_decision: 'Deny' });

    await press(page.getByRole('link', { name: 'Tokens', exact: true }));
    await page.getByLabel('Mark all on this page').check();
    await press(page.getByRole('button', { name: 'Revoke' }));
    await press(page.getByRole('button', { name: 'Revoke', exact: true }));
    expect(await page.getByText('No token works at the moment.').count()).toBe(1);
    expect(await ask('GET')).not.toHaveProperty('authorization_decision');
  });
});
