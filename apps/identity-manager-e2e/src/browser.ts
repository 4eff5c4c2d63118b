import { CookieJar } from './cookie-jar';

/** What a page answered. */
export interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Where a redirect goes. */
  readonly location: string | undefined;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescape(value);
};

/** The form of a page whose action contains `action`, and what it sends untouched: hidden and ticked fields. @throws Error when there is none */
export function formOf(html: string, action: string) {
  const form = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => attribute(text, 'action')?.includes(action));
  if (form === undefined) throw new Error(`the page has no form for ${action}:\n${html}`);
  const fields = [...form.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'type') === 'hidden' || /\bchecked\b/.test(tag))
    .map((tag): [string, string] => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? 'on']);
  return { action: attribute(form, 'action') ?? '', fields };
}

/** A browser without scripts: keeps cookies, fills in the first form of a page, follows no redirect by itself. */
export class Browser {
  private readonly cookies = new CookieJar();

  constructor(private readonly base: string) {}

  get(path: string): Promise<Page> {
    return this.request(path, { method: 'GET' });
  }

  post(path: string, fields: readonly (readonly [string, string])[]): Promise<Page> {
    const body = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [name, value]),
    ).toString();
    return this.request(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  /** Sends the form whose action contains `action` with its hidden and ticked fields and the given ones. */
  submit(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const form = formOf(page.text, action);
    return this.post(form.action, [...form.fields, ...Object.entries(fields)]);
  }

  hasCookie(name: string): boolean {
    return this.cookies.get(name) !== undefined;
  }

  async request(path: string, init: RequestInit): Promise<Page> {
    const response = await fetch(new URL(path, this.base), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...this.cookies.header },
    });
    this.cookies.keepFrom(response.headers);
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, text: await response.text(), headers: response.headers, location };
  }
}
