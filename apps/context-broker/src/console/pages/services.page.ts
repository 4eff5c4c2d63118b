import { Inject, Injectable } from '@nestjs/common';
import { card } from '../../html/cards';
import { html } from '../../html/html';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { STORE_FACTS, type StoreFacts } from '../../storage/store-facts';
import { linkTo } from '../addresses';
import { fileOf, type ListFile } from '../lists/list-file';
import { memoryFile, memoryList, memoryPage, type MemoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { sizeText } from './sizes';

/** Bytes, of the services that were looked at. */
type Sizes = ReadonlyMap<string, number>;
type Sort = 'name' | 'size';

/** Some databases are asked for each: more are looked at a page at a time, and not ordered by it. */
const MOST_SIZES = 100;

/** Services, each with its size. */
@Injectable()
export class ServicesPage implements ConsolePage {
  readonly name = 'services';
  readonly entry = 'services.title';

  constructor(
    @Inject(ENTITY_STORE) private readonly store: Pick<EntityStore, 'listTenants'>,
    @Inject(STORE_FACTS) private readonly facts: Pick<StoreFacts, 'sizeBytes'>,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const tenants = await this.store.listTenants();
    const shown =
      tenants.length <= MOST_SIZES ? tenants : memoryPage(visit, serviceList(visit, tenants, new Map()));
    return renderServices(visit, tenants, await this.sizesOf(shown));
  }

  async file(visit: Visit): Promise<ListFile> {
    const tenants = await this.store.listTenants();
    return memoryFile(visit, serviceList(visit, tenants, await this.sizesOf(tenants)));
  }

  private async sizesOf(tenants: readonly string[]): Promise<Sizes> {
    const sizes = new Map<string, number>();
    for (const tenant of tenants) sizes.set(tenant, await this.facts.sizeBytes(tenant));
    return sizes;
  }
}

export function renderServices(visit: Visit, tenants: readonly string[], sizes: Sizes): PageContent {
  const { t } = visit.words;
  return {
    title: t('services.title'),
    content: html`<h1>${t('services.title')}</h1>
      ${card('services', t('services.list'), memoryList(visit, serviceList(visit, tenants, sizes)))}`,
  };
}

function serviceList(visit: Visit, tenants: readonly string[], sizes: Sizes): MemoryList<string, Sort> {
  const { words } = visit;
  const { t } = words;
  const sizeOf = (tenant: string) => sizes.get(tenant) ?? 0;
  const isOrdered = tenants.length <= MOST_SIZES;
  const to = (page: string, tenant: string, label: string, text: string) =>
    html`<a href="${linkTo(page, { service: tenant || '-' })}" aria-label="${label}">${text}</a>`;
  return {
    page: 'services',
    all: tenants,
    texts: (tenant) => [words.serviceName(tenant)],
    orders: { name: (tenant) => tenant, size: isOrdered ? sizeOf : () => 0 },
    usual: 'name',
    columns: [
      {
        name: 'word.service',
        sort: 'name',
        cell: (tenant) =>
          html`<a
            href="${linkTo('', { service: tenant || '-' })}"
            ${tenant === visit.tenant ? html` aria-current="true"` : ''}
            >${words.serviceName(tenant)}</a
          >`,
      },
      {
        name: 'services.size',
        ...(isOrdered && { sort: 'size' as const }),
        isNumber: true,
        cell: (tenant) => sizeText(sizeOf(tenant), words),
      },
      {
        name: 'services.content',
        cell: (tenant) => {
          const name = words.serviceName(tenant);
          return html`${to('entities', tenant, t('services.entitiesOf', { name }), t('services.entities'))} ·
          ${to('paths', tenant, t('services.paths', { name }), t('services.pathsTitle'))}`;
        },
      },
    ],
    label: 'services.title',
    search: 'word.service',
    count: 'count.services',
    empty: 'services.empty',
    noneFound: 'services.noneFound',
    file: (rows) => fileOf('services', { service: (one) => one, bytes: (one) => sizes.get(one) }, [rows]),
  };
}
