import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Where pictures of every page are kept, for people to look at; without it none are made, which is half of the work. */
const folder = process.env['SCREENSHOTS_FOLDER'];

async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } } as const;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly rule: string;
  readonly at: readonly string[];
}

const unfold = "document.querySelectorAll('details').forEach((details) => { details.open = true })";

/** How far the page sticks out sideways, in pixels. */
const overflowOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** What axe finds on the page as it is. */
async function accessibilityViolations(page: Page): Promise<readonly Violation[]> {
  // Not a script of the page: the browser runs it for the tester, whatever the page's policy says.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
       violations.map(({ id, nodes }) => ({ rule: id, at: nodes.map(({ html }) => html.slice(0, 300)) })))`,
  );
}

/** How each page is looked at: both widths and both themes come up. */
const looks = [
  { size: 'desktop', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
] as const;

/**
 * Looks at a page on a desktop in light and on a phone in dark: keeps a picture of each (`SCREENSHOTS_FOLDER`), and
 * expects that axe finds nothing and that nothing sticks out sideways.
 */
export async function look(page: Page, name: string): Promise<void> {
  for (const { size, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(sizes[size]);
    await keepPicture(page, `${name}-${size}-${colorScheme}`);
    expect({ name, size, overflow: await overflowOf(page) }).toEqual({ name, size, overflow: 0 });
  }
  await page.evaluate(unfold);
  for (const { size, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(sizes[size]);
    const violations = await accessibilityViolations(page);
    expect({ name, size, colorScheme, violations }).toEqual({ name, size, colorScheme, violations: [] });
  }
}

/** As narrow as a phone with large letters (WCAG 1.4.10), in the language with the longer words. */
export const narrowInSpanish = { locale: 'es-ES', viewport: { width: 320, height: 640 } } as const;

/** Looks at a page with everything unfolded, and expects that nothing sticks out sideways. */
export async function lookNarrow(page: Page, name: string): Promise<void> {
  await page.evaluate(unfold);
  await keepPicture(page, `${name}-narrow-es`);
  expect({ name, overflow: await overflowOf(page) }).toEqual({ name, overflow: 0 });
}

/** What has the focus: `end` after the last control, else whether it has a visible outline and lies in the window. */
const focused = `(() => {
  const control = document.activeElement
  if (!control || control === document.body) return 'end'
  const { outlineStyle, outlineWidth } = getComputedStyle(control)
  const { top, bottom, width } = control.getBoundingClientRect()
  const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 0 && bottom > 0 && top < innerHeight
  return isSeen ? 'seen' : control.outerHTML.slice(0, 200)
})()`;

const mostControls = 60;

/** Goes through the page with the tabulator; gives the controls on which nobody sees where they are. */
export async function unseenFocus(page: Page): Promise<readonly string[]> {
  const unseen: string[] = [];
  for (let count = 0; count < mostControls; count++) {
    await page.keyboard.press('Tab');
    const what = await page.evaluate<string>(focused);
    if (what === 'end') break;
    if (what !== 'seen') unseen.push(what);
  }
  return unseen;
}
