import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

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

/** Starts it; Playwright is loaded here, as few tests need it. @throws Error where there is none */
export async function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no Chromium here');
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
}
