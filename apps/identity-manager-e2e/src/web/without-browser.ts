import { adminEmail, adminPassword } from '../each-database';
import type { Locator } from '../plain/locator';
import { Page } from '../plain/page';
import type { TestUser } from '../provision';
import { MailedService } from './mailed-service';

type Who = Pick<TestUser, 'email' | 'password'>;

/** A service whose pages are read without a browser: for what needs no script, no layout and no rule that only browsers keep. */
export class Web {
  constructor(private readonly service: MailedService) {}

  get url() {
    return this.service.url;
  }

  get admin() {
    return this.service.admin;
  }

  get mailbox() {
    return this.service.mailbox;
  }

  get database() {
    return this.service.database;
  }

  /** A page with cookies of its own, without anybody signed in. @param language  what its reader prefers */
  async visit(path: string, language = 'en-GB'): Promise<Page> {
    const page = new Page(this.url, language);
    await page.goto(path);
    return page;
  }

  /** The same where somebody is signed in. */
  async visitAs(who: Who, path: string): Promise<Page> {
    const page = await this.visit('/auth/login');
    await signIn(page, who);
    await page.goto(path);
    return page;
  }

  visitAsAdmin(path: string): Promise<Page> {
    return this.visitAs({ email: adminEmail, password: adminPassword }, path);
  }
}

/** Presses a button or follows a link. */
export const press = (control: Locator): Promise<void> => control.click();

/** Fills in the sign-in form that the page shows. */
export async function signIn(page: Page, { email, password }: Who): Promise<void> {
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page.getByRole('button', { name: 'Sign in' }));
}

/** The line at the top of a page that says what happened. */
export const notice = (page: Page): Promise<string> => page.locator('.note[role]').first().innerText();

/** Where the page is, without the origin. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Declares tests of pages that need no browser; without settings, files share a service. */
export function withoutBrowser(
  name: string,
  tests: (web: () => Web) => void,
  env: Record<string, string> = {},
): void {
  describe(name, () => {
    let service: MailedService | undefined;
    let web: Web | undefined;
    beforeAll(async () => {
      service = await MailedService.open(env);
      web = new Web(service);
    });
    afterAll(() => service?.close());
    tests(() => {
      if (!web) throw new Error('the service is not running');
      return web;
    });
  });
}
