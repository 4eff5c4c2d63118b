import { CookieJar } from '../cookie-jar';

/** What is asked for. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly body?: URLSearchParams | FormData;
  /** The value of `Sec-Fetch-Site`: whether a page of the service asks, or the bar of the browser. */
  readonly from: 'same-origin' | 'none';
}

/** What came. */
export interface Answer {
  /** Where it came from, after the redirects. */
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  status(): number;
}

const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303]);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The requests of one browser: its cookies go to the service alone. */
export class Client {
  readonly cookies = new CookieJar();
  /** Method and path of each request to the service that the latest step took. */
  steps: string[] = [];

  constructor(
    private readonly service: string,
    private readonly language: string,
  ) {}

  /** Follows redirects as browsers do: whatever was sent, the next is a GET. @throws Error for a circle of them */
  async follow(address: URL, sent: Sent): Promise<Answer> {
    this.steps = [];
    let [answer, url] = [await this.request(address, sent), address];
    for (let count = 0; REDIRECTS.has(answer.status()); count++) {
      if (count === MOST_REDIRECTS)
        throw new Error(`more than ${MOST_REDIRECTS} redirects from ${address.href}`);
      url = new URL(answer.headers.get('location') ?? '', url);
      answer = await this.request(url, { method: 'GET', from: sent.from });
    }
    return answer;
  }

  async request(url: URL, { method, body, from }: Sent): Promise<Answer> {
    const isService = url.origin === this.service;
    if (isService) this.steps.push(`${method} ${url.pathname}`);
    const asked = fetch(url, {
      method,
      body,
      redirect: 'manual',
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'accept-language': this.language,
        'user-agent': FIREFOX,
        'sec-fetch-site': from,
        // The pages ask for no referrer, so that browsers do not tell the origin of a form either.
        ...(method === 'POST' && { origin: 'null' }),
        ...(isService && this.cookies.header),
      },
    });
    // A browser has a page of its own for an application that does not answer.
    const response = await (isService ? asked : asked.catch(() => Response.error()));
    if (isService) this.cookies.keepFrom(response.headers);
    const { status, headers } = response;
    return { url: url.href, text: await response.text(), headers, status: () => status };
  }
}
