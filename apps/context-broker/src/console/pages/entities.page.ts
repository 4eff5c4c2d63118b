import { Injectable } from '@nestjs/common';
import { NgsiError, type Entity } from '@smart-city/ngsi';
import { Inject } from '@nestjs/common';
import { card } from '../../html/cards';
import { changesNote, followed } from '../../html/followed';
import { html, type Html } from '../../html/html';
import { pager } from '../../html/pager';
import type { PageWords } from '../../html/page-words';
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
  readonly entry = 'entities.title';

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
  const { t } = visit.words;
  return {
    title: t('entities.title'),
    content: html`<h1>${t('entities.title')}</h1>
      ${card('search', t('entities.find'), searchForm(visit, nothing))}${card('types', t('entities.types'), typesTable(visit, counted))}`,
  };
}

/** @param entities  of one page, and one more if there is another page @param changes  where the page follows them */
export function renderEntities(
  visit: Visit,
  search: Search,
  entities: readonly Entity[],
  changes?: string,
): PageContent {
  const { page, words } = visit;
  const { t } = words;
  const title = search.isTypeless ? t('entities.typeless') : search.type || t('entities.found');
  const link = (to: number) => visit.link('entities', { ...addressParameters(search), page: to });
  const listed =
    entities.length === 0
      ? html`<p>${t(page === 1 ? 'entities.noneFound' : 'entities.noMore')}</p>`
      : html`${entityTable(visit, entities.slice(0, PAGE_SIZE))}${pager(words, { page, hasNext: entities.length > PAGE_SIZE, link })}`;
  return {
    title,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">${t('entities.title')}</a></p>
      <h1>${title}</h1>
      ${card('search', t('entities.find'), searchForm(visit, search))}${card(
        'entities',
        t('entities.title'),
        followed(changes, false, html`${changesNote(words)}${listed}`),
      )}`,
  };
}

/** A condition or pattern that cannot be read: what was typed stays, to be mended. */
export function renderFault(visit: Visit, search: Search, { status, message }: NgsiError): PageContent {
  const { t } = visit.words;
  return {
    title: t('entities.find'),
    status,
    content: html`<p class="crumbs"><a href="${visit.link('entities')}">${t('entities.title')}</a></p>
      <h1>${t('entities.find')}</h1>
      <p class="fault" role="alert">${t('entities.fault', { reason: message })}</p>
      ${card('search', t('entities.find'), searchForm(visit, search))}`,
  };
}

export function entityTable(visit: Visit, entities: readonly Entity[]): Html {
  const { words } = visit;
  const { t } = words;
  const columns = [
    { name: t('word.id') },
    { name: t('word.type') },
    { name: t('word.servicePath') },
    { name: t('word.attributes'), isNumber: true },
    { name: t('entities.lastChange') },
  ];
  const rows = entities.map(({ id, type, servicePath, attrs, modDate }) => [
    html`<a href="${visit.link('entity', { id, type, path: servicePath })}">${id}</a>`,
    words.typeName(type),
    servicePath,
    words.number(attrs.size),
    lastChange(modDate, words),
  ]);
  return table(t('entities.title'), columns, rows);
}

/** `silent for 3 days`, or when it last changed. */
export function lastChange(modDate: number, words: PageWords): Html {
  const age = words.nowSeconds - modDate;
  if (age < SILENT_SECONDS) return words.ago(modDate);
  const text = words.t('entities.silent', { time: words.lengthOfTime(age) });
  return html`<span title="${words.time(modDate)}">${pill(text, 'warn')}</span>`;
}
