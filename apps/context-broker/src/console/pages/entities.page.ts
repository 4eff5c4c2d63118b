import { Injectable } from '@nestjs/common';
import { NgsiError, type Entity } from '@smart-city/ngsi';
import { Inject } from '@nestjs/common';
import { ago, lengthOfTime } from '../../html/ages';
import { card } from '../../html/cards';
import { changesNote, followed } from '../../html/followed';
import { html, type Html } from '../../html/html';
import { pager } from '../../html/pager';
import { pill } from '../../html/pill';
import { table } from '../../html/table';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { PageChanges } from '../changes/page-changes';
import { ConsoleAccess } from '../console-access';
import { TypeCounts, type CountedTypes } from '../figures/type-counts';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { searchForm, type Search } from './entity-search';
import { asksNothing, addressParameters, searchQuery, readSearch } from './search-query';
import { typesTable } from './types-table';

const PAGE_SIZE = 25;
/** Nothing was heard of it for so long that somebody may want to know. */
const SILENT_SECONDS = 86_400;

/** Types, and the entities of one or those that are searched for. */
@Injectable()
export class EntitiesPage implements ConsolePage {
  readonly name = 'entities';
  readonly entry = 'Entities';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly types: TypeCounts,
    private readonly changes: PageChanges,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const search = readSearch(visit);
    if (asksNothing(search)) {
      await this.access.requireRead(visit, '/v2/types');
      return renderTypes(visit, await this.types.of(visit.tenancy));
    }
    await this.access.requireRead(visit, '/v2/entities');
    try {
      const { entities } = await this.store.query(visit.tenancy, searchQuery(search, visit.page, PAGE_SIZE));
      return renderEntities(
        visit,
        search,
        entities,
        this.changes.addressOf(visit, addressParameters(search)),
      );
    } catch (fault) {
      if (!(fault instanceof NgsiError) || fault.status !== 400) throw fault;
      return renderFault(visit, search, fault);
    }
  }
}

export function renderTypes(visit: Visit, counted: CountedTypes): PageContent {
  const nothing = { type: '', id: '', q: '', isTypeless: false };
  return {
    title: 'Entities',
    content: html`<h1>Entities</h1>
      ${card('search', 'Find entities', searchForm(visit, nothing))}${card('types', 'Types', typesTable(visit, counted))}`,
  };
}

/** @param entities  of one page, and one more if there is another page @param changes  where the page follows them */
export function renderEntities(
  visit: Visit,
  search: Search,
  entities: readonly Entity[],
  changes?: string,
): PageContent {
  const { page } = visit;
  const title = search.isTypeless
    ? 'Entities without a type'
    : search.type === ''
      ? 'Found entities'
      : search.type;
  const link = (to: number) => visit.link('entities', { ...addressParameters(search), page: to });
  const listed =
    entities.length === 0
      ? html`<p>${page === 1 ? 'There are no such entities.' : 'There are no more entities.'}</p>`
      : html`${entityTable(visit, entities.slice(0, PAGE_SIZE))}${pager({ page, hasNext: entities.length > PAGE_SIZE, link })}`;
  return {
    title,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">Entities</a></p>
      <h1>${title}</h1>
      ${card('search', 'Find entities', searchForm(visit, search))}${card(
        'entities',
        'Entities',
        followed(changes, false, html`${changesNote()}${listed}`),
      )}`,
  };
}

/** A condition or pattern that cannot be read: what was typed stays, to be mended. */
export const renderFault = (visit: Visit, search: Search, { status, message }: NgsiError): PageContent => ({
  title: 'Find entities',
  status,
  content: html`<p class="crumbs"><a href="${visit.link('entities')}">Entities</a></p>
    <h1>Find entities</h1>
    <p class="fault" role="alert">This was not understood: ${message}</p>
    ${card('search', 'Find entities', searchForm(visit, search))}`,
});

export function entityTable(visit: Visit, entities: readonly Entity[]): Html {
  const columns = [
    { name: 'Id' },
    { name: 'Type' },
    { name: 'Service path' },
    { name: 'Attributes', isNumber: true },
    { name: 'Last change' },
  ];
  const rows = entities.map(({ id, type, servicePath, attrs, modDate }) => [
    html`<a href="${visit.link('entity', { id, type, path: servicePath })}">${id}</a>`,
    type || 'no type',
    servicePath,
    attrs.size,
    lastChange(modDate, visit.nowSeconds),
  ]);
  return table('Entities', columns, rows);
}

/** `silent for 3 days`, or when it last changed. */
export function lastChange(modDate: number, nowSeconds: number): Html {
  const age = nowSeconds - modDate;
  return age < SILENT_SECONDS
    ? ago(modDate, nowSeconds)
    : html`<span title="${new Date(modDate * 1000).toISOString()}"
        >${pill(`silent for ${lengthOfTime(age)}`, 'warn')}</span
      >`;
}
