import type { SeenAnswer } from '../documented-answers';
import { fromResponse, readBody, type Answer } from './answer';
import { Names } from './names';
import type { Exchange } from './recording';
import { unrecordedSteps, type Stage } from './unrecorded-steps';

/** A browser of the recording: its cookies and the token of the form that it shows. */
interface Browser {
  readonly cookies: Map<string, string>;
  csrf: string;
}

const formToken = /name="_csrf"[^>]*value="([^"]+)"/;

/** Sends the exchanges of the recording, in order, and collects what we answer. */
export class Replay {
  readonly names = new Names();
  /** What was answered so far, as it came. */
  readonly answers: SeenAnswer[] = [];
  private readonly browsers = new Map<string, Browser>();

  constructor(private readonly at: Omit<Stage, 'names'>) {}

  /** Sends one exchange, after what was done unrecorded before it. The next ones use its ids and tokens. */
  async send(exchange: Exchange): Promise<Answer> {
    for (const step of unrecordedSteps.get(exchange.number) ?? [])
      await step({ ...this.at, names: this.names });
    const { request, answer } = exchange;
    const browser =
      request.browser === undefined ? undefined : await this.browserOf(exchange, request.browser);
    const response = await this.fetch(exchange, browser);
    const text = await response.text();
    const { method, path } = request;
    this.answers.push({ method, path, status: response.status, text });
    this.names.learn(answer.subjectToken, response.headers.get('x-subject-token'));
    this.names.learnRedirect(answer.location, response.headers.get('location'));
    this.names.learn(readBody(answer.body ?? ''), readBody(text));
    if (browser) browser.csrf = formToken.exec(text)?.[1] ?? browser.csrf;
    return fromResponse(response, text);
  }

  /** A recorded answer with our ids in it. */
  translated(answer: Answer): Answer {
    return JSON.parse(this.names.translate(JSON.stringify(answer))) as Answer;
  }

  private async fetch({ number, request }: Exchange, browser: Browser | undefined): Promise<Response> {
    const headers = new Headers(
      Object.entries(request.headers ?? {}).map(([name, value]): [string, string] => [
        name,
        this.names.translate(value),
      ]),
    );
    if (browser) headers.set('cookie', [...browser.cookies].map((pair) => pair.join('=')).join('; '));
    let body = request.body === undefined ? undefined : this.names.translate(request.body);
    if (browser) body = body?.replace(/(?<=\b_csrf=)[^&]*/, encodeURIComponent(browser.csrf));
    const base = number >= 209 && number <= 216 ? this.at.briefUrl : this.at.url;
    const response = await fetch(new URL(this.names.translate(request.path), base), {
      method: request.method,
      headers,
      redirect: 'manual',
      // bytes, as a text would bring a content type of its own
      ...(body !== undefined && { body: Buffer.from(body) }),
    });
    if (browser) keepCookies(browser, response);
    return response;
  }

  /** A browser that is new has looked at the page first. */
  private async browserOf(exchange: Exchange, name: string): Promise<Browser> {
    const known = this.browsers.get(name);
    if (known) return known;
    const browser: Browser = { cookies: new Map(), csrf: '' };
    this.browsers.set(name, browser);
    const { path } = exchange.request;
    const look = { ...exchange, request: { method: 'GET', path } };
    const page = await this.fetch(look, browser);
    browser.csrf = formToken.exec(await page.text())?.[1] ?? '';
    return browser;
  }
}

function keepCookies({ cookies }: Browser, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
}
