import { Inject, Injectable, Optional } from '@nestjs/common';
import { isUpdateFault, type NgsiError } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { errorMessage } from '@smart-city/service';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import type { FrameLink } from '../html/frame';
import { html, type Html } from '../html/html';
import type { PageWords } from '../html/page-words';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { LOG, type BrokerLog } from '../logs/broker-log';
import type { MessageKey } from '../messages/catalogue';
import { ENTITY_STORE, type EntityStore } from '../storage/entity-store';
import { PRODUCT_VERSION } from '../version';
import { answerPage } from './answer-page';
import { FormTokens } from './form-tokens';
import { framed, type FramedPage } from './framed';
import { answerFile } from './lists/list-file';
import { AS_FILE } from './lists/list-part';
import { PAGES, type ConsolePage, type PageContent } from './page';
import { PageFault } from './page-fault';
import { SessionDoor } from './sign-in/session-door';
import { signOutForm } from './sign-in/sign-out-form';
import { CONSOLE, linkTo } from './addresses';
import { Visit } from './visit';
import { wordsFor } from './words-for';

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
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly forms: FormTokens,
    @Optional() private readonly door?: SessionDoor,
  ) {
    this.pages = new Map(pages.map((page) => [page.name, page]));
  }

  page(request: NgsiRequest, name: string): Promise<Answer> {
    return this.answering(request, async () => {
      const visit = Visit.of(request, this.options.multiservice);
      const page = this.pages.get(name);
      if (page === undefined) throw new PageFault('NotFound', 'fault.page', { name });
      if (page.file !== undefined && visit.text('format') === AS_FILE.format)
        return answerFile(await page.file(visit), (error) =>
          this.log.warn(`console file: ${errorMessage(error)}`),
        );
      return this.wholePage(visit, page, await page.show(visit));
    });
  }

  /** What is thrown becomes a page with the status of the fault, if it is one that clients are told. */
  async answering(request: NgsiRequest, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (fault) {
      if (!isUpdateFault(fault)) throw fault;
      return this.faultPage(request, orionError(fault));
    }
  }

  private faultPage(request: NgsiRequest, fault: NgsiError): Promise<Answer> {
    const words = wordsFor(request);
    const title = words.t(TITLES[fault.status] ?? 'fault.title.other');
    const content = html`<h1>${title}</h1>
      <section class="card">
        <p>${sentence(faultText(fault, words))}</p>
        <p><a href="${CONSOLE}">${words.t('fault.first')}</a></p>
      </section>`;
    const person = this.person(request, words);
    const text = framed(request, words, {
      ...this.around(words, []),
      title,
      aside: person?.form,
      content,
    });
    return answerPage(request, { text, status: fault.status, headers: person?.headers ?? [] });
  }

  private async wholePage(visit: Visit, page: ConsolePage, shown: PageContent): Promise<Answer> {
    const { title, content, status, headers } = shown;
    const { consoleTileUrl } = this.options;
    const { request, words } = visit;
    const person = this.person(request, words);
    const links = [...this.pages.values()].flatMap(({ name, entry }) =>
      entry === undefined
        ? []
        : [{ name: words.t(entry), href: visit.link(name), isHere: name === (page.below ?? page.name) }],
    );
    const text = framed(request, words, {
      ...this.around(words, links),
      title,
      content,
      aside: html`${person?.form}${await this.aside(visit)}`,
    });
    const tiles = page.hasTiles && consoleTileUrl !== undefined ? new URL(consoleTileUrl).origin : undefined;
    return answerPage(request, {
      text,
      tiles,
      ...(status !== undefined && { status }),
      headers: [...(person?.headers ?? []), ...(headers ?? [])],
    });
  }

  /** Who has signed in, if people do, and the way out. */
  private person(
    request: NgsiRequest,
    words: PageWords,
  ): { readonly form: Html; readonly headers: readonly string[] } | undefined {
    const session = this.door?.personOf(request);
    if (session === undefined) return undefined;
    const { token, headers } = this.forms.issue(request);
    return { form: signOutForm(words, session.name, token), headers };
  }

  private around(
    { t }: PageWords,
    links: readonly FrameLink[],
  ): Pick<FramedPage, 'home' | 'links' | 'footer'> {
    const versions = { version: PRODUCT_VERSION, compatible: this.options.gate.compatVersion };
    return { home: CONSOLE, links, footer: t('frame.compatible', versions) };
  }

  /** Which service is shown, and the choice of another. */
  private async aside(visit: Visit): Promise<Html | undefined> {
    const { tenant, scope, words } = visit;
    const { t } = words;
    if (!this.options.multiservice && scope === '/#') return undefined;
    const known = (await this.store.listTenants()).slice(0, MOST_SERVICES);
    const tenants = known.includes(tenant) ? known : [tenant, ...known];
    const options = tenants.map(
      (name) =>
        html`<option value="${name === '' ? '-' : name}" ${name === tenant ? html` selected` : ''}>
          ${words.serviceName(name)}
        </option>`,
    );
    const page = visit.request.components[2] ?? '';
    const isList = this.pages.get(page)?.entry !== undefined;
    return html`<div class="aside">
      <form action="${linkTo(isList ? page : '', {})}" method="get">
        <label for="service">${t('frame.service')}</label
        ><select id="service" name="service">
          ${options}</select
        ><button>${t('frame.show')}</button>
      </form>
      ${
        scope === '/#'
          ? undefined
          : html`<span class="note"
              >${t('frame.servicePath', { path: scope })}
              <a href="${linkTo(isList ? page : '', { service: tenant })}"
                >${t('frame.allServicePaths')}</a
              ></span
            >`
      }
    </div>`;
  }
}

const TITLES: Readonly<Record<number, MessageKey>> = {
  400: 'fault.title.400',
  403: 'fault.title.403',
  404: 'fault.title.404',
  503: 'fault.title.503',
  504: 'fault.title.504',
};

/** What pages refuse, in the reader's words; of what the API refuses its own text, which is English. */
const faultText = (fault: NgsiError, { t }: PageWords): string =>
  fault instanceof PageFault ? t(fault.key, fault.parameters) : fault.message;

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
