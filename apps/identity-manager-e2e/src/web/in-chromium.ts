import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import { chromiumPath, openChromium, openUnpaintedChromium, type TestBrowser } from '@smart-city/testing';
import { adminEmail, adminPassword } from '../each-database';
import { formOf } from '../browser';
import type { TestUser } from '../provision';
import { MailedService } from './mailed-service';

export const hasChromium = chromiumPath !== undefined;

/** Where a page is that goes nowhere yet. */
export const NOWHERE = 'about:blank';

/** `isUnpainted`: nobody clicks in the page, so it need not be painted (`openUnpaintedChromium`). */
type ContextOptions = Omit<NonNullable<Parameters<Browser['newContext']>[0]>, 'storageState'> & {
  readonly isUnpainted?: boolean;
};

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** `cookies` are what the browser has from the beginning. */
type VisitOptions = ContextOptions & { readonly cookies?: Cookies };

/** A service with a mail server, and browsers that visit it. */
export class Web {
  private readonly open: { readonly page: Page; readonly kind: string }[] = [];
  /** Pages of earlier tests that remember nothing, by their options: a new page is a new process, which costs most of a visit. */
  private readonly spare = new Map<string, Page[]>();
  /** What the pages complained about: script errors, blocked content. */
  readonly complaints: string[] = [];
  /** Started by the first page that need not be painted: few files have one. */
  private unpainted: Promise<TestBrowser> | undefined;

  private constructor(
    private readonly service: MailedService,
    private readonly browser: TestBrowser,
  ) {}

  static async open(env: Record<string, string>): Promise<Web> {
    // First, before the one of the last file is idle for long.
    const browser = await openChromium();
    return new Web(await MailedService.open(env), browser);
  }

  get url(): string {
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

  /** A page in a browser of its own, without anybody signed in. */
  async visit(path: string, { cookies = [], ...options }: VisitOptions = {}): Promise<Page> {
    const kind = JSON.stringify(options);
    const page = this.spare.get(kind)?.pop() ?? (await this.newPage(options));
    this.open.push({ page, kind });
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The browser notes every 4xx answer; those are asserted where they are meant.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    await page.context().addCookies(cookies);
    if (path !== NOWHERE) await page.goto(path);
    return page;
  }

  private async newPage({ isUnpainted = false, ...options }: ContextOptions): Promise<Page> {
    const browser = isUnpainted ? await (this.unpainted ??= openUnpaintedChromium()) : this.browser;
    const context = await browser.newContext({ baseURL: this.url, locale: 'en-GB', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    return page;
  }

  /** A page in a browser of its own where the user is signed in. */
  async visitAs(
    user: Pick<TestUser, 'email' | 'password'>,
    path: string,
    options: ContextOptions = {},
  ): Promise<Page> {
    const page = await this.visit(NOWHERE, options);
    await signInUnseen(page.request, user);
    await page.goto(path);
    return page;
  }

  visitAsAdmin(path: string, options: ContextOptions = {}): Promise<Page> {
    return this.visitAs({ email: adminEmail, password: adminPassword }, path, options);
  }

  /** Ends what the test did in its pages; those that can forget it serve the next test. */
  async closePages(): Promise<void> {
    await Promise.all(
      this.open.splice(0).map(async ({ page, kind }) => {
        if (!(await forget(page))) return page.context().close();
        this.spare.set(kind, [...(this.spare.get(kind) ?? []), page]);
      }),
    );
  }

  async close(): Promise<void> {
    await this.browser.close();
    await (await this.unpainted)?.close();
    await this.service.close();
  }
}

/**
 * Makes a page as good as new. What it shows stays until it goes elsewhere: an empty page would be another process of the browser, and
 * the next page of the service one more. @returns false when it cannot be: without scripts nothing in it can be cleared */
async function forget(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    page.removeAllListeners();
    await context.unrouteAll();
    await page.unrouteAll();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

/** Does what leads to another page, and waits for that; the `load` of the page before may still be on its way. */
export async function leading(page: Page, act: () => Promise<void>): Promise<void> {
  const arrived = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
  await act();
  await arrived;
  await page.waitForLoadState('load');
}

/** Presses a button or follows a link, and waits for the page that comes. */
export const press = (control: Locator): Promise<void> => leading(control.page(), () => control.click());

/** Fills in the sign-in form that the page shows. */
export async function signIn(
  page: Page,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page.getByRole('button', { name: 'Sign in' }));
}

/**
 * Signs the browser of a page in without showing it the form, which has tests of its own: each page that Chromium shows costs a
 * tenth of a second of the processor.
 */
async function signInUnseen(
  client: APIRequestContext,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  const shown = await client.get('/auth/login');
  const { action, fields } = formOf(await shown.text(), '/auth/login');
  const answer = await client.post(action, {
    form: { ...Object.fromEntries(fields), email, password },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

/** The line at the top of a page that says what happened. */
export const notice = (page: Page): Promise<string> => page.locator('.note[role]').first().innerText();

/** Where the page is, without the origin. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Declares tests that need a browser; without one they say so and are skipped. Without settings, files share a service. */
export function inChromium(
  name: string,
  tests: (web: () => Web) => void,
  env: Record<string, string> = {},
): void {
  if (!hasChromium) {
    describe.skip(`${name} (there is no Chromium here)`, () => tests(() => missing()));
    return;
  }
  describe(name, () => {
    let web: Web | undefined;
    beforeAll(async () => {
      web = await Web.open(env);
    });
    afterEach(async () => {
      await web?.closePages();
      expect(web?.complaints.splice(0)).toEqual([]);
    });
    afterAll(() => web?.close());
    tests(() => web ?? missing());
  });
}

function missing(): never {
  throw new Error('the browser is not running');
}
