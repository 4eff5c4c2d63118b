import { parse, type HTMLElement } from 'node-html-parser';
import { Client, type Answer } from './client';
import type { Role } from './elements';
import type { HowExact, RoleOptions } from './find';
import { encoded, entriesOf, formOfControl, multipart, type Entry, type Upload } from './form';
import { Locator } from './locator';
import type { Shown } from './shown';

/** What is sent without a form that shows it. */
export type Fields = Readonly<Record<string, string | Upload>>;

/** Inside of `noscript` and `pre` is read too. The parser mends no missing end tags, which no page of ours has. */
const PARSING = { blockTextElements: { script: true, style: true } };

/**
 * A page as somebody without scripts and styles has it, with the verbs of Playwright's: what the service answered as HTML, whose links are
 * followed and whose forms are filled in and sent over HTTP as a browser does. It costs a hundredth of a page in Chromium.
 */
export class Page implements Shown {
  private readonly client: Client;
  private readonly whole = new Locator(this, () => [this.document], 'the page');
  private html = parse('', PARSING);
  private readonly files = new Map<HTMLElement, Upload>();

  constructor(
    private readonly service: string,
    language: string,
    private address = service,
  ) {
    this.client = new Client(service, language);
  }

  get document(): HTMLElement {
    return this.html;
  }

  get cookies() {
    return this.client.cookies;
  }

  /** Method and path of each request to the service that the latest step took. */
  get steps(): readonly string[] {
    return this.client.steps;
  }

  url(): string {
    return this.address;
  }

  async goto(path: string): Promise<Answer> {
    return this.show(await this.client.follow(new URL(path, this.service), { method: 'GET', from: 'none' }));
  }

  reload(): Promise<Answer> {
    return this.goto(this.address);
  }

  /** Sends fields as a form of the service would, and shows nothing of the answer; a redirect is an answer too. */
  post(path: string, fields: Fields, isMultipart = false): Promise<Answer> {
    const body = (isMultipart ? multipart : encoded)(Object.entries(fields));
    return this.client.request(new URL(path, this.service), { method: 'POST', body, from: 'same-origin' });
  }

  /** What is at an address, shown or not. */
  get(path: string): Promise<Answer> {
    return this.client.request(new URL(path, this.address), { method: 'GET', from: 'same-origin' });
  }

  getByLabel(label: string, options?: HowExact): Locator {
    return this.whole.getByLabel(label, options);
  }

  getByRole(role: Role, options?: RoleOptions): Locator {
    return this.whole.getByRole(role, options);
  }

  getByText(text: string, options?: HowExact): Locator {
    return this.whole.getByText(text, options);
  }

  locator(...query: Parameters<Locator['locator']>): Locator {
    return this.whole.locator(...query);
  }

  choose(control: HTMLElement, file: Upload): void {
    this.files.set(control, file);
  }

  /** @throws Error for what does nothing without scripts */
  async click(element: HTMLElement): Promise<void> {
    const pressed = element.closest('a[href], button, input[type=submit], summary');
    if (pressed?.localName === 'a') await this.follow(pressed.getAttribute('href') ?? '');
    else if (pressed?.localName === 'summary') fold(pressed.parentNode);
    else if (pressed && pressed.getAttribute('type') !== 'button') await this.send(pressed);
    else throw new Error(`nothing happens on a click on ${element.outerHTML.slice(0, 200)}`);
  }

  private async follow(href: string): Promise<void> {
    const address = new URL(href, this.address);
    this.show(await this.client.follow(address, { method: 'GET', from: 'same-origin' }));
  }

  private async send(pressed: HTMLElement): Promise<void> {
    const form = formOfControl(pressed, this.html);
    if (!form) throw new Error(`no form belongs to ${pressed.outerHTML.slice(0, 200)}`);
    const entries = entriesOf(form, pressed, this.html, this.files);
    const action = pressed.getAttribute('formaction') ?? form.getAttribute('action');
    const address = new URL(action ?? this.address, this.address);
    if (form.getAttribute('method')?.toLowerCase() === 'post')
      this.show(await this.client.follow(address, this.posted(form, entries)));
    else await this.follow(`${address.origin}${address.pathname}?${encoded(entries).toString()}`);
  }

  private posted(form: HTMLElement, entries: readonly Entry[]) {
    const isMultipart = form.getAttribute('enctype') === 'multipart/form-data';
    const body = (isMultipart ? multipart : encoded)(entries);
    return { method: 'POST', body, from: 'same-origin' } as const;
  }

  private show(answer: Answer): Answer {
    this.address = answer.url;
    this.files.clear();
    this.html = parse(answer.text, PARSING);
    return answer;
  }
}

function fold(details: HTMLElement | null): void {
  if (details?.hasAttribute('open')) details.removeAttribute('open');
  else details?.setAttribute('open', '');
}
