import { Inject, Injectable } from '@nestjs/common';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import { table } from '../../html/table';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { STORE_FACTS, type StoreFacts } from '../../storage/store-facts';
import { ConsoleAccess } from '../console-access';
import type { ConsolePage, PageContent } from '../page';
import { linkTo } from '../addresses';
import type { Visit } from '../visit';
import { sizeText } from './sizes';

const PAGE_SIZE = 25;
const MOST_PATHS = 500;

export interface ServicesData {
  readonly tenants: readonly string[];
  /** Bytes, of the tenants of the page. */
  readonly sizes: ReadonlyMap<string, number>;
  /** `unseen`: this person may not read the entities of all of them; `unknown`: finding out would take too long. */
  readonly servicePaths: readonly string[] | 'unseen' | 'unknown';
}

/** Services and, of the one that is chosen, service paths. */
@Injectable()
export class ServicesPage implements ConsolePage {
  readonly name = 'services';
  readonly entry = 'services.title';

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    @Inject(STORE_FACTS) private readonly facts: StoreFacts,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const tenants = await this.store.listTenants();
    const { items } = pageOfList(tenants, visit.page, PAGE_SIZE);
    const sizes = await Promise.all(
      items.map(async (one) => [one, await this.facts.sizeBytes(one)] as const),
    );
    const mayPaths = await this.access.mayReadEverywhere(visit, '/v2/entities');
    const servicePaths = mayPaths
      ? ((await this.facts.servicePaths(visit.tenant, MOST_PATHS)) ?? 'unknown')
      : 'unseen';
    return renderServices(visit, { tenants, sizes: new Map(sizes), servicePaths });
  }
}

export function renderServices(visit: Visit, { tenants, sizes, servicePaths }: ServicesData): PageContent {
  const { words } = visit;
  const { t } = words;
  const { items, ...paging } = pageOfList(tenants, visit.page, PAGE_SIZE);
  const rows = items.map((tenant) => [
    html`<a
      href="${linkTo('services', { service: tenant })}"
      ${tenant === visit.tenant ? html` aria-current="true"` : ''}
      >${words.serviceName(tenant)}</a
    >`,
    sizeText(sizes.get(tenant) ?? 0, words),
    html`<a
      href="${linkTo('entities', { service: tenant })}"
      aria-label="${t('services.entitiesOf', { name: words.serviceName(tenant) })}"
      >${t('services.entities')}</a
    >`,
  ]);
  const columns = [
    { name: t('word.service') },
    { name: t('services.size'), isNumber: true },
    { name: t('services.content') },
  ];
  const link = (page: number) => visit.link('services', { page });
  return {
    title: t('services.title'),
    content: html`<h1>${t('services.title')}</h1>
      ${card('services', t('services.list'), html`${table(t('services.title'), columns, rows)}${pager(words, { ...paging, link })}`, 'half')}${card(
        'paths',
        t('services.paths', { name: words.serviceName(visit.tenant) }),
        pathList(visit, servicePaths),
        'half',
      )}`,
  };
}

function pathList({ tenant, words: { t } }: Visit, paths: ServicesData['servicePaths']): Html {
  if (paths === 'unseen') return html`<p>${t('services.unseen')}</p>`;
  if (paths === 'unknown') return html`<p>${t('services.unknown')}</p>`;
  if (paths.length === 0) return html`<p>${t('services.noPaths')}</p>`;
  const item = (path: string) =>
    html`<li><a href="${linkTo('entities', { service: tenant, path })}">${path}</a></li>`;
  return html`<ul class="columns">
      ${paths.map(item)}
    </ul>
    ${
      paths.length === MOST_PATHS
        ? html`<p class="note">${t('services.firstPaths', { few: MOST_PATHS })}</p>`
        : undefined
    }`;
}
