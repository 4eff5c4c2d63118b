import { Injectable } from '@nestjs/common';
import { NgsiError, type Entity } from '@smart-city/context';
import { Inject } from '@nestjs/common';
import { card } from '../../html/cards';
import { changesNote, followed } from '../../html/followed';
import { html } from '../../html/html';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { PageChanges } from '../changes/page-changes';
import { ConsoleAccess } from '../console-access';
import { TypeCounts, type CountedTypes } from '../figures/type-counts';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { entityFile, entityList, findEntities } from './entity-list';
import { searchForm } from './entity-search';
import { addressParameters, asksNothing, readSearch, type Search } from './search-query';
import { typeList } from './type-list';

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
      const entities = await findEntities(this.store, visit, search);
      const changes = this.changes.addressOf(visit, addressParameters(search));
      return renderEntities(visit, search, { entities, changes, count: await this.countOf(visit, search) });
    } catch (fault) {
      if (!(fault instanceof NgsiError) || fault.status !== 400) throw fault;
      return renderFault(visit, search, fault);
    }
  }

  /** All of a type, which nobody has to count anew; undefined for a search that would take a look at each. */
  private async countOf(visit: Visit, { type, id, q }: Search): Promise<number | undefined> {
    if (id !== '' || q !== '' || !(await this.access.mayRead(visit, '/v2/types'))) return undefined;
    const { types } = await this.types.of(visit.tenancy);
    return types.find((one) => one.type === type)?.count;
  }

  async file(visit: Visit): Promise<ListFile> {
    const search = readSearch(visit);
    if (!asksNothing(search)) {
      await this.access.requireRead(visit, '/v2/entities');
      return entityFile(this.store, visit, search);
    }
    await this.access.requireRead(visit, '/v2/types');
    return memoryFile(visit, typeList(visit, await this.types.all(visit.tenancy)));
  }
}

export function renderTypes(visit: Visit, { types, count }: CountedTypes): PageContent {
  const nothing = { type: '', id: '', q: '', isTypeless: false };
  const { words } = visit;
  const { t } = words;
  const numbers = { few: words.number(types.length), count: words.number(count) };
  const list = html`${memoryList(visit, typeList(visit, types))}${
    types.length < count ? html`<p class="note">${t('entities.firstTypes', numbers)}</p>` : undefined
  }`;
  return {
    title: t('entities.title'),
    content: html`<h1>${t('entities.title')}</h1>
      ${card('search', t('entities.find'), searchForm(visit, nothing))}${card('types', t('entities.types'), list)}`,
  };
}

/** What was found. */
export interface EntitiesData {
  /** Of one page, and one more if there is another page. */
  readonly entities: readonly Entity[];
  /** Of all pages, where it is known. */
  readonly count?: number | undefined;
  /** Where the page follows their changes. */
  readonly changes?: string | undefined;
}

export function renderEntities(
  visit: Visit,
  search: Search,
  { entities, count, changes }: EntitiesData,
): PageContent {
  const { page, words } = visit;
  const { t } = words;
  const title = search.isTypeless ? t('entities.typeless') : search.type || t('entities.found');
  const listed =
    entities.length === 0
      ? html`<p>${t(page === 1 ? 'entities.noneFound' : 'entities.noMore')}</p>`
      : entityList(visit, search, entities, count);
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
