import type { Page } from 'playwright-core';
import { authorizePath } from '../authorize/code-flow';
import { adminEmail, adminPassword } from '../each-database';
import { buildCity, lengthenNames, type City } from './city';
import { inChromium, NOWHERE, press, type Cookies } from './in-chromium';
import { look, lookedAt, lookNarrow, narrowInSpanish, unseenFocus } from './looking';

const mostBytes = 60_000;

/** Every page of a signed-in administrator by a name for its pictures. */
const pages: Readonly<Record<string, (city: City) => string>> = {
  home: () => '/idm',
  applications: () => '/idm/applications',
  'application-kinds': () => '/idm/applications/new',
  'application-new': () => '/idm/applications/new?kind=custom',
  'application-new-web': () => '/idm/applications/new?kind=web',
  'application-start': ({ application }) => `/idm/applications/${application.id}/start?in=java`,
  'application-start-broker': ({ application }) => `/idm/applications/${application.id}/start?in=broker`,
  'application-overview': ({ application }) => `/idm/applications/${application.id}`,
  'application-edit': ({ application }) => `/idm/applications/${application.id}/edit`,
  'application-roles': ({ application }) => `/idm/applications/${application.id}/edit/roles`,
  'application-roles-entities': ({ application }) =>
    `/idm/applications/${application.id}/edit/roles?kind=entities`,
  'application-try': ({ application }) =>
    `/idm/applications/${application.id}/edit/roles?action=GET&resource=/v2/entities/Spot7`,
  'application-role': ({ application, roleId }) => `/idm/applications/${application.id}/edit/roles/${roleId}`,
  'application-permission': ({ application, permissionId }) =>
    `/idm/applications/${application.id}/edit/roles/permissions/${permissionId}`,
  'application-permissions': ({ application }) =>
    `/idm/applications/${application.id}/edit/roles/permissions`,
  'application-users': ({ application }) => `/idm/applications/${application.id}/edit/users?q=ma`,
  'application-give-role': ({ application }) => `/idm/applications/${application.id}/edit/give_role`,
  'application-organizations': ({ application }) => `/idm/applications/${application.id}/edit/organizations`,
  'application-machines': ({ application }) => `/idm/applications/${application.id}/machines`,
  'application-trusted': ({ application }) =>
    `/idm/applications/${application.id}/edit/trusted_applications?q=wat`,
  'application-tokens': ({ application }) => `/idm/applications/${application.id}/tokens`,
  organizations: () => '/idm/organizations',
  'organization-new': () => '/idm/organizations/new',
  organization: ({ organizationId }) => `/idm/organizations/${organizationId}?q=luis`,
  'organization-add-members': ({ organizationId }) => `/idm/organizations/${organizationId}/add_members`,
  'organization-edit': ({ organizationId }) => `/idm/organizations/${organizationId}/edit`,
  profile: () => '/idm/users/admin',
  'profile-of-another': ({ users }) => `/idm/users/${users[0]?.id}`,
  'profile-edit': () => '/idm/users/admin/edit',
  settings: () => '/idm/settings',
  sessions: () => '/idm/settings/sessions',
  granted: () => '/idm/users/admin/_third_party_applications',
  'second-factor': () => '/idm/settings/second_factor',
  'password-old': () => '/update_password',
  'admin-users': () => '/idm/admins/list_users',
  'admin-user': ({ users }) => `/idm/admins/users/${users[0]?.id}`,
  'admin-user-tokens': ({ users }) => `/idm/admins/users/${users[0]?.id}/tokens`,
  'admin-user-sessions': ({ users }) => `/idm/admins/users/${users[0]?.id}/sessions`,
  'admin-organizations': () => '/idm/admins/organizations',
  'admin-application': ({ application }) => `/idm/admins/applications/${application.id}`,
  'admin-applications': () => '/idm/admins/applications',
  'admin-audit': () => '/idm/admins/audit',
  'admin-notify': () => '/idm/admins/notify',
  'admin-service': () => '/idm/admins/service',
  'admin-user-edit': ({ users }) => `/idm/admins/users/${users[0]?.id}/edit`,
  help: () => '/idm/help_about',
  consent: ({ other }) => authorizePath({ ...other, redirectUri: 'https://air.example.org/callback' }),
};

const publicPages: Readonly<Record<string, string>> = {
  'sign-in': '/',
  'sign-up': '/sign_up',
  confirmation: '/confirmation',
  'password-forgotten': '/password/request',
  activate: '/activate?activation_key=x',
  'password-reset': '/password/reset?reset_key=x',
  'second-factor-lost': '/auth/avoid_2fa',
  'second-factor-off': '/auth/disable_2fa?disable_2fa_key=x',
  'error-authorize': '/oauth2/authorize?client_id=unknown',
};

/**
 * Goes to the page, has it looked at, and expects that it is shown with its first answer and weighs little, compressed, with headers:
 * with all that it asks for until the network has been quiet for a while, which it is by the time that it has been looked at.
 */
async function expectLight(page: Page, path: string, lookAtIt: () => Promise<void>): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  const kinds: string[] = [];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  network.on('Network.responseReceived', ({ type }) => void kinds.push(type));
  await page.goto(path);
  await lookAtIt();
  await page.waitForLoadState('networkidle');
  await network.detach();
  expect({ path, bytes, isLight: bytes > 0 && bytes < mostBytes }).toMatchObject({ isLight: true });
  // A script that is deferred and pictures may come later; a stylesheet or a font would hold the page up.
  expect(kinds.filter((kind) => !['Document', 'Script', 'Image', 'Other'].includes(kind))).toEqual([]);
}

inChromium(
  'the looks of',
  (web) => {
    let city: City;
    let cookies: Cookies;
    beforeAll(async () => {
      city = await buildCity(web());
      cookies = await (await web().visitAsAdmin('/idm')).context().cookies();
    });

    it.each(Object.entries(publicPages))(
      '%s: nothing for axe to find, light and dark, phone and desktop',
      async (name, path) => {
        const page = await web().visit(NOWHERE, lookedAt);
        await expectLight(page, path, () => look(page, name));
      },
    );

    describe('what an administrator sees, and a user with a keyboard where they are', () => {
      it.each(Object.entries(pages))('%s', async (name, pathIn) => {
        const page = await web().visit(NOWHERE, { ...lookedAt, cookies });
        await expectLight(page, pathIn(city), async () => {
          expect(await page.evaluate('document.querySelectorAll("h1").length')).toBe(1);
          await look(page, name, async () =>
            expect({ name, unseen: await unseenFocus(page) }).toEqual({ name, unseen: [] }),
          );
        });
      });
    });

    it('fit a narrow screen in Spanish, with long names and full lists', async () => {
      await lengthenNames(web(), city);
      const page = await web().visit(NOWHERE, narrowInSpanish);
      const sticksOut: Record<string, number> = {};
      const check = async (shown: Page, name: string) => {
        const overflow = await lookNarrow(shown, name);
        if (overflow > 0) sticksOut[name] = overflow;
      };
      for (const [name, path] of Object.entries(publicPages)) {
        await page.goto(path);
        await check(page, name);
      }
      const signedIn = await web().visit(NOWHERE, { ...narrowInSpanish, cookies });
      for (const [name, pathIn] of Object.entries(pages)) {
        await signedIn.goto(pathIn(city));
        expect(await signedIn.evaluate('document.documentElement.lang')).toBe('es');
        await check(signedIn, name);
      }
      expect(sticksOut).toEqual({});
    }, 180_000);

    it('the page of the interface, which sends what is filled in', async () => {
      const page = await web().visit('/docs#op-postAuthTokens');
      const operation = page.locator('#op-postAuthTokens');
      await operation.getByLabel('Body').fill(JSON.stringify({ name: adminEmail, password: adminPassword }));
      await operation.getByRole('button', { name: 'Send' }).click();
      const result = operation.getByRole('status');
      await result.getByText('201 Created').waitFor();
      expect(await result.innerText()).toMatch(
        /curl -i -X POST '[^']+\/v1\/auth\/tokens'[\s\S]*x-subject-token: /,
      );
      await look(page, 'api-docs');
    });

    it('the questions before several are deleted and before everybody gets an email', async () => {
      const page = await web().visitAsAdmin('/idm/admins/list_users');
      await page.getByLabel('Mark all on this page').check();
      await press(page.getByRole('button', { name: 'Delete', exact: true }));
      await look(page, 'admin-marked');
      await page.goto('/idm/admins/list_users');
      await page.getByLabel('Mark all on this page').check();
      await press(page.getByRole('button', { name: 'Send email', exact: true }));
      await page.getByLabel('Subject').fill('Maintenance tonight');
      await page.getByLabel('Text').fill('From 22:00 to 23:00.');
      await press(page.getByRole('button', { name: 'Preview' }));
      await look(page, 'admin-notify-question');
    });

    it('the secrets, a form with problems, and the page about a missing page', async () => {
      const page = await web().visitAsAdmin(`/idm/applications/${city.application.id}`);
      await press(page.getByRole('button', { name: 'Show the secrets' }));
      await look(page, 'application-secrets');
      await page.goto('/idm/applications/new?kind=web');
      await page.getByLabel('Name', { exact: true }).fill('x');
      await page.getByLabel('Callback URL', { exact: true }).fill('javascript:alert(1)');
      await press(page.getByRole('button', { name: 'Register' }));
      await look(page, 'application-problems');
      expect((await page.goto('/idm/nothing'))?.status()).toBe(404);
      await look(page, 'error-missing');
    });
  },
  { IDM_ENABLE_2FA: 'true', IDM_PDP_LEVEL: 'payload' },
);
