import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Where a Chromium is that Playwright can drive: the one that the environment names (`CHROMIUM_PATH`), Debian's headless
 * shell, or Debian's browser. The shell is the same engine without the windows around it, which take a third of the
 * processor time of a test with many pages.
 */
export const chromiumPath: string | undefined = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path !== undefined && existsSync(path));

/** Processes of their own for what a browser without a screen does little of. */
const IN_ONE_PROCESS = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];

/**
 * Pages of tests are shown once: compiling their scripts better while they run, in threads beside them, costs more than it brings.
 */
const FOR_SHORT_LIVES = ['--js-flags=--no-opt'];

/**
 * Pages are laid out and never painted: there is no compositor, so no frame is made of them. What waits for a frame waits for ever: a
 * picture, a transition, and Playwright's clicks, which want to see that a control stands still. Styles, sizes, focus and scripts are as
 * ever.
 */
const WITHOUT_PAINTING = ['--disable-threaded-compositing'];

/** How long it waits for the next test file, which may start a service first; those that use it come one after another. */
const IDLE_MS = 2_000;

/** One Chromium for all test files of a process: it ends when none has used it for a while. */
class SharedChromium {
  private browser: Promise<Browser> | undefined;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly args: readonly string[] = []) {}

  async lend(): Promise<Browser> {
    clearTimeout(this.idle);
    this.users += 1;
    this.browser ??= this.start();
    return this.browser;
  }

  giveBack(): void {
    this.users -= 1;
    if (this.users > 0) return;
    this.idle = setTimeout(() => {
      const unused = this.browser;
      this.browser = undefined;
      void unused?.then((browser) => browser.close());
    }, IDLE_MS);
  }

  private async start(): Promise<Browser> {
    if (chromiumPath === undefined) throw new Error('there is no Chromium here');
    // Loaded here, as few tests need it.
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', ...IN_ONE_PROCESS, ...FOR_SHORT_LIVES, ...this.args],
    });
    browser.on('disconnected', () => (this.browser = undefined));
    return browser;
  }
}

const painting = new SharedChromium();
const unpainted = new SharedChromium(WITHOUT_PAINTING);

/** A browser as one test sees it: what others do in theirs is hidden from it. */
export class TestBrowser {
  private readonly contexts: BrowserContext[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly shared: SharedChromium,
  ) {}

  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext(options);
    this.contexts.push(context);
    return context;
  }

  /** A page that shares nothing with the others. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  /** Closes its pages. */
  async close(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    this.shared.giveBack();
  }
}

async function open(shared: SharedChromium): Promise<TestBrowser> {
  return new TestBrowser(await shared.lend(), shared);
}

/** A browser, to be closed. @throws Error where there is no Chromium */
export const openChromium = (): Promise<TestBrowser> => open(painting);

/**
 * A browser, to be closed, for pages that are measured and asked and not clicked: it paints none, which is an eighth of the work.
 *
 * @throws Error where there is no Chromium
 */
export const openUnpaintedChromium = (): Promise<TestBrowser> => open(unpainted);
