import { Inject, Injectable, Optional } from '@nestjs/common';
import { NgsiError } from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { frame } from '../html/frame';
import { html, type Html } from '../html/html';
import { serviceName } from '../html/wording';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { ENTITY_STORE, type EntityStore } from '../storage/entity-store';
import { PRODUCT_VERSION } from '../version';
import { answerPage } from './answer-page';
import { SCRIPT_ADDRESS, STYLE_ADDRESS } from './assets';
import { FormTokens } from './form-tokens';
import { PAGES, type ConsolePage, type PageContent } from './page';
import { SessionDoor } from './sign-in/session-door';
import { signOutForm } from './sign-in/sign-out-form';
import { CONSOLE, linkTo, Visit } from './visit';

/** More are reached by the page of services. */
const MOST_SERVICES = 100;

/** Finds the page of an address, and puts around it what all pages share. Faults are shown as pages. */
@Injectable()
export class ConsoleFrame {
  private readonly pages: ReadonlyMap<string, ConsolePage>;

  constructor(
    @Inject(PAGES) pages: readonly ConsolePage[],
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(ENTITY_STORE) private readonly store: Pick<EntityStore, 'listTenants'>,
    private readonly forms: FormTokens,
    @Optional() private readonly door?: SessionDoor,
  ) {
    this.pages = new Map(pages.map((page) => [page.name, page]));
  }

  page(request: NgsiRequest, name: string): Promise<Answer> {
    return this.answering(request, async () => {
      const visit = Visit.of(request, this.options.multiservice);
      const page = this.pages.get(name);
      if (page === undefined) throw new NgsiError('NotFound', `the console has no page '${name}'`);
      return this.framed(visit, page, await page.show(visit));
    });
  }

  /** What is thrown becomes a page with the status of the fault, if it is one that clients are told. */
  async answering(request: NgsiRequest, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof NgsiError)) throw fault;
      return this.faultPage(request, fault);
    }
  }

  private faultPage(request: NgsiRequest, { status, error, message }: NgsiError): Promise<Answer> {
    const content = html`<h1>${TITLES[status] ?? error}</h1>
      <section class="card">
        <p>${sentence(message)}</p>
        <p><a href="${CONSOLE}">To the first page</a></p>
      </section>`;
    const person = this.person(request);
    const text = frame({
      ...this.around([]),
      title: TITLES[status] ?? error,
      aside: person?.form,
      content,
    });
    return answerPage(request, { text, status, headers: person?.headers ?? [] });
  }

  private async framed(visit: Visit, page: ConsolePage, shown: PageContent): Promise<Answer> {
    const { title, content, status, headers } = shown;
    const { consoleTileUrl } = this.options;
    const person = this.person(visit.request);
    const links = [...this.pages.values()].flatMap(({ name, entry }) =>
      entry === undefined
        ? []
        : [{ name: entry, href: visit.link(name), isHere: name === (page.below ?? page.name) }],
    );
    const text = frame({
      ...this.around(links),
      title,
      content,
      aside: html`${person?.form}${await this.aside(visit)}`,
    });
    const tiles = page.hasTiles && consoleTileUrl !== undefined ? new URL(consoleTileUrl).origin : undefined;
    return answerPage(visit.request, {
      text,
      tiles,
      ...(status !== undefined && { status }),
      headers: [...(person?.headers ?? []), ...(headers ?? [])],
    });
  }

  /** Who has signed in, if people do, and the way out. */
  private person(
    request: NgsiRequest,
  ): { readonly form: Html; readonly headers: readonly string[] } | undefined {
    const session = this.door?.personOf(request);
    if (session === undefined) return undefined;
    const { token, headers } = this.forms.issue(request);
    return { form: signOutForm(session.name, token), headers };
  }

  private around(links: Parameters<typeof frame>[0]['links']) {
    return {
      product: 'Context broker',
      home: CONSOLE,
      links,
      style: STYLE_ADDRESS,
      script: SCRIPT_ADDRESS,
      footer: html`Version ${PRODUCT_VERSION}, compatible with ${this.options.gate.compatVersion}`,
    };
  }

  /** Which service is shown, and the choice of another. */
  private async aside(visit: Visit): Promise<Html | undefined> {
    const { tenant, servicePath } = visit;
    if (!this.options.multiservice && servicePath === '/#') return undefined;
    const known = (await this.store.listTenants()).slice(0, MOST_SERVICES);
    const tenants = known.includes(tenant) ? known : [tenant, ...known];
    const options = tenants.map(
      (name) =>
        html`<option value="${name === '' ? '-' : name}" ${name === tenant ? html` selected` : ''}>
          ${serviceName(name)}
        </option>`,
    );
    const page = visit.request.components[2] ?? '';
    const isList = this.pages.get(page)?.entry !== undefined;
    return html`<div class="aside">
      <form action="${linkTo(isList ? page : '', {})}" method="get">
        <label for="service">Service</label
        ><select id="service" name="service">
          ${options}</select
        ><button>Show</button>
      </form>
      ${
        servicePath === '/#'
          ? undefined
          : html`<span class="note"
              >Service path ${servicePath}
              <a href="${linkTo(isList ? page : '', { service: tenant })}">show all</a></span
            >`
      }
    </div>`;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'This was not understood',
  403: 'Not permitted',
  404: 'Not found',
  504: 'It took too long',
};

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
