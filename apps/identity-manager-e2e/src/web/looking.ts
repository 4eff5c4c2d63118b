import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const folder = 'tmp/screenshots';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly rule: string;
  readonly at: readonly string[];
}

/** What axe finds on the page as it is, with everything unfolded. */
export async function accessibilityViolations(page: Page): Promise<readonly Violation[]> {
  await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })");
  // Not a script of the page: the browser runs it for the tester, whatever the page's policy says.
  await page.evaluate(axe.source);
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
       violations.map(({ id, nodes }) => ({ rule: id, at: nodes.map(({ html }) => html.slice(0, 300)) })))`,
  );
}

/**
 * Looks at a page on a phone and on a desktop, light and dark: keeps pictures of it in `tmp/screenshots`, and expects
 * that axe finds nothing and that nothing sticks out sideways.
 */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: true });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect({ name, size, overflow }).toEqual({ name, size, overflow: 0 });
    }
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect({ name, colorScheme, violations: await accessibilityViolations(page) }).toEqual({
      name,
      colorScheme,
      violations: [],
    });
  }
}
