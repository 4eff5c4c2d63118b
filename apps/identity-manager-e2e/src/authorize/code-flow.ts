import { Browser, type Page } from '../browser';
import type { TestApplication, TestUser } from '../provision';

/** The path of an authorization request; undefined parameters are left out. */
export function authorizePath(
  application: TestApplication,
  more: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: application.redirectUri,
    state: 'xyz',
    ...more,
  };
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth2/authorize?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** A form that sends itself to the client. */
const isAnswer = ({ text }: Page) => text.includes('data-send-now');

/** Logs in and consents where asked; returns the answer that leaves for the client. */
export async function authorizeAs(browser: Browser, user: TestUser, path: string): Promise<Page> {
  const first = await browser.get(path);
  if (first.status !== 200 || isAnswer(first)) return first;
  const second = await browser.submit(first, '/oauth2/authorize', {
    email: user.email,
    password: user.password,
  });
  if (second.status !== 200 || isAnswer(second)) return second;
  return browser.submit(second, '/oauth2/enable_app', {});
}

/** Parameters that a redirect brings to the client, from its query or fragment. */
export function callbackParameters(page: Page): Record<string, string> {
  const { search, hash } = new URL(page.location ?? '');
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)));
}

/** A fresh code of the user for the application. */
export async function obtainCode(
  url: string,
  application: TestApplication,
  user: TestUser,
  more: Record<string, string | undefined> = {},
): Promise<string> {
  const page = await authorizeAs(new Browser(url), user, authorizePath(application, more));
  const { code } = callbackParameters(page);
  if (code === undefined) throw new Error(`no code in ${page.location}`);
  return code;
}
