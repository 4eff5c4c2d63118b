import { Injectable } from '@nestjs/common';
import { parseQ, type Entity, type EntityQuery } from '@smart-city/ngsi';
import { Inject } from '@nestjs/common';
import { ago, lengthOfTime } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pager } from '../../html/pager';
import { pill } from '../../html/pill';
import { table } from '../../html/table';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { ConsoleAccess } from '../console-access';
import { TypeCounts, type CountedTypes } from '../figures/type-counts';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { searchForm, type Search } from './entity-search';
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
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const search: Search = {
      type: visit.text('type'),
      id: visit.text('id'),
      q: visit.text('q'),
      isTypeless: visit.parameters.has('typeless'),
    };
    if (isEmpty(search)) {
      await this.access.requireRead(visit, '/v2/types');
      return renderTypes(visit, await this.types.of(visit.tenancy));
    }
    await this.access.requireRead(visit, '/v2/entities');
    // One more than is shown tells whether there is a next page: counting all would be a look at each.
    const { entities } = await this.store.query(visit.tenancy, queryOf(search, visit.page));
    return renderEntities(visit, search, entities);
  }
}

const isEmpty = ({ type, id, q, isTypeless }: Search): boolean => !type && !id && !q && !isTypeless;

function queryOf({ type, id, q, isTypeless }: Search, page: number): EntityQuery {
  const isPattern = /[\^$*+?|[\]\\]/.test(id);
  const selector = {
    ...(id !== '' && (isPattern ? { idPattern: id } : { ids: [id] })),
    ...(isTypeless ? { types: [''] } : type !== '' && { types: [type] }),
  };
  return {
    selectors: Object.keys(selector).length === 0 ? [] : [selector],
    ...(q !== '' && { q: parseQ(q) }),
    orderBy: [],
    limit: PAGE_SIZE + 1,
    offset: (page - 1) * PAGE_SIZE,
    count: false,
  };
}

export function renderTypes(visit: Visit, counted: CountedTypes): PageContent {
  const nothing = { type: '', id: '', q: '', isTypeless: false };
  return {
    title: 'Entities',
    content: html`<h1>Entities</h1>
      ${card('search', 'Find entities', searchForm(visit, nothing))}${card('types', 'Types', typesTable(visit, counted))}`,
  };
}

/** @param entities  of one page, and one more if there is another page */
export function renderEntities(visit: Visit, search: Search, entities: readonly Entity[]): PageContent {
  const { page } = visit;
  const title = search.isTypeless
    ? 'Entities without a type'
    : search.type === ''
      ? 'Found entities'
      : search.type;
  const link = (to: number) => visit.link('entities', { ...parametersOf(search), page: to });
  return {
    title,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">Entities</a></p>
      <h1>${title}</h1>
      ${card('search', 'Find entities', searchForm(visit, search))}${card(
        'entities',
        'Entities',
        entities.length === 0
          ? html`<p>${page === 1 ? 'There are no such entities.' : 'There are no more entities.'}</p>`
          : html`${entityTable(visit, entities.slice(0, PAGE_SIZE))}${pager({ page, hasNext: entities.length > PAGE_SIZE, link })}`,
      )}`,
  };
}

const parametersOf = ({ type, id, q, isTypeless }: Search) => ({
  type,
  id,
  q,
  typeless: isTypeless ? 1 : undefined,
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
