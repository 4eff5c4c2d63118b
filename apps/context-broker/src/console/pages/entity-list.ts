import { ListRequest } from '@smart-city/lists';
import type { Entity, OrderKey, ReadTenancy } from '@smart-city/context';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill } from '../../html/pill';
import type { EntityStore } from '../../storage/entity-store';
import { fileOf, isoTime, type FileColumns, type ListFile } from '../lists/list-file';
import { listPart, type ListColumn } from '../lists/list-part';
import type { Visit } from '../visit';
import { addressParameters, searchQuery, type Search } from './search-query';

type Sort = 'created' | 'id' | 'type' | 'path' | 'changed';
type By = Extract<OrderKey['by'], 'id' | 'type' | 'servicePath' | 'dateCreated' | 'dateModified'>;

/** What the store is asked for. Those of a type or path stand as they were created: the embedded store has indexes for that. */
const ORDERS: Readonly<Record<Sort, readonly By[]>> = {
  created: ['dateCreated'],
  id: ['id', 'type'],
  type: ['type', 'dateCreated'],
  path: ['servicePath', 'dateCreated'],
  changed: ['dateModified', 'id'],
};

/** Nothing was heard of it for so long that somebody may want to know. */
const SILENT_SECONDS = 86_400;
/** Entities of a file that are in memory at a time: in an order without an index the store looks at all of them for each group. */
const GROUP = 2_000;

/** What the address of a list of entities asks for besides the search: order, page and its size. */
export const entityRequest = (visit: Visit) =>
  new ListRequest<Sort, string, string>(
    { sorts: Object.keys(ORDERS) as Sort[], usual: 'created', search: '' },
    (name) => visit.text(name),
  );

/** The page of entities that is asked for, ordered where they are, and one more if there is another page. */
export async function findEntities(
  store: Pick<EntityStore, 'query'>,
  visit: Visit,
  search: Search,
): Promise<readonly Entity[]> {
  const request = entityRequest(visit);
  const query = searchQuery(search, visit.page, request.size);
  return (await store.query(visit.tenancy, { ...query, orderBy: orderBy(request) })).entities;
}

const orderBy = ({ sort, descending }: { readonly sort: Sort; readonly descending: boolean }) =>
  ORDERS[sort].map((by): OrderKey => ({ by, descending }));

/** @param entities  of one page, and one more if there is another page @param count  of all pages, where it is known */
export function entityList(visit: Visit, search: Search, entities: readonly Entity[], count?: number): Html {
  const request = entityRequest(visit);
  const { size } = request;
  return listPart(visit, {
    page: 'entities',
    carried: addressParameters(search),
    request,
    label: 'entities.title',
    columns: entityColumns(visit),
    rows: entities.slice(0, size),
    paging: { page: visit.page, hasNext: entities.length > size },
    ...(count !== undefined && { count: visit.words.counted('count.entities', count) }),
    hasFile: true,
  });
}

/** What is said of an entity in a line. */
export function entityColumns(visit: Visit): readonly ListColumn<Entity, Sort>[] {
  const { words } = visit;
  return [
    {
      name: 'word.id',
      sort: 'id',
      cell: (entity) => html`<a href="${visit.linkToEntity(entity)}">${entity.id}</a>`,
    },
    { name: 'word.type', sort: 'type', cell: ({ type }) => words.typeName(type) },
    { name: 'word.servicePath', sort: 'path', cell: ({ servicePath }) => servicePath },
    { name: 'word.attributes', isNumber: true, cell: ({ attrs }) => words.number(attrs.size) },
    { name: 'entities.lastChange', sort: 'changed', cell: ({ modDate }) => lastChange(modDate, words) },
  ];
}

/** `silent for 3 days`, or when it last changed. */
export function lastChange(modDate: number, words: PageWords): Html {
  const age = words.nowSeconds - modDate;
  if (age < SILENT_SECONDS) return words.ago(modDate);
  const text = words.t('entities.silent', { time: words.lengthOfTime(age) });
  return html`<span title="${words.time(modDate)}">${pill(text, 'warn')}</span>`;
}

const FILE: FileColumns<Entity> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  service_path: ({ servicePath }) => servicePath,
  attributes: ({ attrs }) => attrs.size,
  created: ({ creDate }) => isoTime(creDate),
  changed: ({ modDate }) => isoTime(modDate),
};

/** All entities that are searched for, read from the store as the file goes out. @throws NgsiError  400, or the store's */
export async function entityFile(
  store: Pick<EntityStore, 'query'>,
  visit: Visit,
  search: Search,
): Promise<ListFile> {
  const query = { ...searchQuery(search, 1, GROUP), limit: GROUP, orderBy: orderBy(entityRequest(visit)) };
  const groups = readGroups(store, visit.tenancy, query);
  // What is at fault is told before the file begins.
  const first = await groups.next();
  return fileOf('entities', FILE, resume(first, groups));
}

async function* readGroups(
  store: Pick<EntityStore, 'query'>,
  tenancy: ReadTenancy,
  query: ReturnType<typeof searchQuery>,
): AsyncGenerator<readonly Entity[], void> {
  for (let cursor = {}; ;) {
    const { entities, next } = await store.query(tenancy, { ...query, cursor });
    yield entities;
    if (next === undefined) return;
    cursor = { after: next };
  }
}

async function* resume<T>(first: IteratorResult<T, void>, others: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* others;
}
