import { generateSync } from 'otplib';
import type { Page } from '../plain/page';
import { authorizePath } from '../authorize/code-flow';
import type { TestUser } from '../provision';
import { optionalParts } from './mailed-service';
import { withoutBrowser, notice, pathOf, press, signIn, type Web } from './without-browser';

/** The code of this moment, or of a later step: each step works once, and the next one is taken already. */
const codeOf = (secret: string, step = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 });

interface WithFactor {
  readonly user: TestUser;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly page: Page;
}

async function switchOn(web: Web): Promise<WithFactor> {
  const user = await web.admin.createUser();
  const page = await web.visitAs(user, '/idm/settings');
  await press(page.getByRole('link', { name: 'Switch on the second factor' }));
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await page.getByLabel('Password').fill(user.password);
  await press(page.getByRole('button', { name: 'Switch on the second factor' }));
  const recoveryCodes = await page.locator('ol.codes code').allInnerTexts();
  await press(page.getByRole('link', { name: 'I’ve saved them' }));
  return { user, secret, recoveryCodes, page };
}

const enterCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await press(page.getByRole('button', { name: 'Continue' }));
};

withoutBrowser(
  'the second factor',
  (web) => {
    it('is switched on with a QR code, asked for at the sign-in, and each code works once', async () => {
      const { user, secret, recoveryCodes } = await switchOn(web());
      expect(recoveryCodes.length).toBeGreaterThan(4);
      const page = await web().visit('/');
      await signIn(page, user);
      expect(pathOf(page)).toBe('/auth/tfa_verify');
      await page.goto('/idm');
      expect(pathOf(page)).toBe('/auth/login');
      await page.goto('/auth/tfa_verify');
      await enterCode(page, '000000');
      expect(await notice(page)).toBe('The code is wrong or has already been used.');
      const code = codeOf(secret, 1);
      await enterCode(page, code);
      expect(pathOf(page)).toBe('/idm');
      const other = await web().visit('/');
      await signIn(other, user);
      await enterCode(other, code);
      expect(await notice(other)).toBe('The code is wrong or has already been used.');
      await enterCode(other, recoveryCodes[0] ?? '');
      expect(pathOf(other)).toBe('/idm');
    });

    it('leaves a remembered device alone', async () => {
      const { user, secret } = await switchOn(web());
      const page = await web().visit('/');
      await signIn(page, user);
      await page.getByLabel('Don’t ask again on this device for 30 days').check();
      await enterCode(page, codeOf(secret, 1));
      await press(page.getByRole('button', { name: 'Sign out' }));
      await signIn(page, user);
      expect(pathOf(page)).toBe('/idm');
    });

    it('is asked for in an authorization flow too', async () => {
      const application = await web().admin.createApplication();
      const { user, secret } = await switchOn(web());
      const page = await web().visit(authorizePath(application));
      await signIn(page, user);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Second factor');
      await enterCode(page, codeOf(secret, 1));
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
        `Authorize ${application.name}?`,
      );
    });

    it('is switched off with the password, or by mail when the device is lost', async () => {
      const { user, page } = await switchOn(web());
      await press(page.getByRole('link', { name: 'Switch off the second factor' }));
      await page.getByLabel('Password').fill('wrong');
      await press(page.getByRole('button', { name: 'Switch off the second factor' }));
      expect(await page.getByText('The password is wrong.').count()).toBe(1);
      await page.getByLabel('Password').fill(user.password);
      await press(page.getByRole('button', { name: 'Switch off the second factor' }));
      expect(await notice(page)).toBe('The second factor is off.');

      const lost = await switchOn(web());
      const browser = await web().visit('/');
      await signIn(browser, lost.user);
      await press(browser.getByRole('link', { name: 'Lost your device and your recovery codes?' }));
      await browser.getByLabel('Email').fill(lost.user.email);
      await press(browser.getByRole('button', { name: 'Send the link' }));
      await browser.goto(await web().mailbox.link(lost.user.email));
      await press(browser.getByRole('button', { name: 'Switch off' }));
      expect(await notice(browser)).toBe('The second factor is off.');
      await signIn(browser, lost.user);
      expect(pathOf(browser)).toBe('/idm');
    });
  },
  optionalParts,
);
