import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '@smart-city/testing';
import { EVERY_RULE, RULES_OF_APPEARANCE } from './accessibility-rules';

/** Where pictures of every page are kept, for people to look at; without it none are made, which is half of the work. */
const folder = process.env['SCREENSHOTS_FOLDER'];

/** How pages are visited that are only looked at: painted if somebody wants pictures of them. */
export const lookedAt = { isUnpainted: folder === undefined } as const;

async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 375, height: 812 } } as const;

const unfold =
  "globalThis.unfolded = [...document.querySelectorAll('details:not([open])')]; for (const details of unfolded) details.open = true";
const foldAgain = 'for (const details of unfolded) details.open = false';

/** How far the page sticks out sideways, in pixels. */
const overflowOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** How each page is looked at: both widths and both themes come up. */
const DESKTOP = { size: 'desktop', colorScheme: 'light', rules: EVERY_RULE } as const;
const PHONE = { size: 'phone', colorScheme: 'dark', rules: RULES_OF_APPEARANCE } as const;

const isOnPhone = (page: Page) => page.viewportSize()?.width === sizes.phone.width;

async function show(page: Page, { size, colorScheme }: typeof DESKTOP | typeof PHONE): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(sizes[size]);
}

/**
 * Looks at a page on a desktop in light and on a phone in dark: keeps a picture of each (`SCREENSHOTS_FOLDER`), and
 * expects that axe finds nothing and that nothing sticks out sideways. It begins where the page before ended: each change of size and
 * theme is a layout, and a picture for the screen, of a page anew.
 *
 * @param onDesktop  what else is looked at there, before axe runs
 */
export async function look(
  page: Page,
  name: string,
  onDesktop: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const view of isOnPhone(page) ? [PHONE, DESKTOP] : [DESKTOP, PHONE]) {
    const { size, colorScheme, rules } = view;
    await show(page, view);
    await keepPicture(page, `${name}-${size}-${colorScheme}`);
    expect({ name, size, overflow: await overflowOf(page) }).toEqual({ name, size, overflow: 0 });
    if (view === DESKTOP) await onDesktop();
    await page.evaluate(unfold);
    const violations = await accessibilityViolations(page, rules);
    expect({ name, size, colorScheme, violations }).toEqual({ name, size, colorScheme, violations: [] });
    await page.evaluate(foldAgain);
  }
}

/** As narrow as a phone with large letters (WCAG 1.4.10), in the language with the longer words. */
export const narrowInSpanish = {
  ...lookedAt,
  locale: 'es-ES',
  viewport: { width: 320, height: 640 },
} as const;

/** How far the widest list is beyond its card: there a list is read line by line, and nobody scrolls it sideways. */
const widestList =
  "Math.max(0, ...[...document.querySelectorAll('.scroll:has(table.list)')].map((box) => box.scrollWidth - box.clientWidth))";

/** Looks at a page with everything unfolded. @returns how far it, or a list of it, sticks out sideways, in pixels */
export async function lookNarrow(page: Page, name: string): Promise<number> {
  await keepPicture(page, `${name}-narrow-es-folded`);
  await page.evaluate(unfold);
  await keepPicture(page, `${name}-narrow-es`);
  return Math.max(await overflowOf(page), await page.evaluate<number>(widestList));
}

/**
 * Gives the focus to each control that the tabulator reaches, and tells those that show no outline then, or lie outside the window. In
 * one go: to press the key for each takes two questions to the browser and a frame. The key was pressed once, so that the browser shows
 * the focus as to somebody with a keyboard.
 */
const unseenControls = `(() => {
  const isUnseen = (control) => {
    control.focus()
    if (document.activeElement !== control) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(control)
    const { top, bottom, width } = control.getBoundingClientRect()
    return outlineStyle === 'none' || parseFloat(outlineWidth) < 2 || width === 0 || bottom <= 0 || top >= innerHeight
  }
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
  return {
    reached: controls.filter((control) => control.tabIndex >= 0).length,
    unseen: controls.filter((control) => control.tabIndex >= 0 && isUnseen(control)).map((control) => control.outerHTML.slice(0, 200)),
  }
})()`;

/** Goes through the controls of a page as somebody with a keyboard does; gives those on which nobody sees where they are. */
export async function unseenFocus(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Tab');
  const { reached, unseen } = await page.evaluate<{ reached: number; unseen: readonly string[] }>(
    unseenControls,
  );
  await page.evaluate('document.activeElement.blur()');
  expect(reached).toBeGreaterThan(0);
  return unseen;
}
