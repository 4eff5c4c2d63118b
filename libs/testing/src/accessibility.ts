import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

interface Violation {
  readonly rule: string;
  readonly at: readonly string[];
}

/** Pages whose browser has the script, and gives it to each document that they go to. */
const prepared = new WeakSet<Page>();

/**
 * Makes axe known to the page as it is and to those that it shows later, without what Playwright wraps around a script, which costs as
 * much again; half a megabyte travels to the browser once.
 */
async function inject(page: Page): Promise<void> {
  // Without blanks and remarks, half as much to send.
  const axeSource = readFileSync(join(process.cwd(), 'node_modules/axe-core/axe.min.js'), 'utf8');
  const protocol = await page.context().newCDPSession(page);
  const { exceptionDetails } = await protocol.send('Runtime.evaluate', { expression: axeSource });
  if (exceptionDetails) throw new Error(`axe cannot be loaded: ${exceptionDetails.text}`);
  if (prepared.has(page)) return protocol.detach();
  prepared.add(page);
  // It lasts as long as the session.
  await protocol.send('Page.enable');
  await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source: axeSource });
}

/**
 * What axe finds on the page as it is.
 *
 * @param rules  names of rules, or tags of them; without them those that axe applies by itself
 */
export async function accessibilityViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  // Not a script of the page: the browser runs it for the tester, whatever the page's policy says.
  if ((await page.evaluate('typeof axe')) === 'undefined') await inject(page);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) =>
       violations.map(({ id, nodes }) => ({ rule: id, at: nodes.map(({ html }) => html.slice(0, 300)) })))`,
  );
}
