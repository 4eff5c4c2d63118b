import { findInMemory, ListRequest, type FoundInMemory, type RowReading } from '@smart-city/lists';
import { html, type Html } from '../../html/html';
import type { CountKey } from '../../html/page-words';
import type { MessageKey } from '../../messages/catalogue';
import { CONSOLE } from '../addresses';
import type { Visit } from '../visit';
import { chips } from './chips';
import { placeFields, serviceField } from '../place-fields';
import { listLink, listPart, type ListColumn, type ListMarks, type ListPlace } from './list-part';
import type { ListFile } from './list-file';

/** So few are seen at a look: nobody searches them. */
const FEW = 10;

/** Which of the rows a chip is for. */
export interface ListFilter<Row> {
  readonly name: MessageKey;
  readonly has: (row: Row) => boolean;
}

/** A list in memory that is searched, filtered, ordered and shown in pages, by what the address says. */
export interface MemoryList<Row, Sort extends string>
  extends ListPlace, Pick<RowReading<Row, Sort>, 'texts' | 'orders'> {
  /** Those that are equal in what they are ordered by stay in this order. */
  readonly all: readonly Row[];
  readonly usual: Sort | `-${Sort}`;
  /** By the value of `state`; the one called '' has all. */
  readonly filters?: ReadonlyMap<string, ListFilter<Row>>;
  readonly columns: readonly ListColumn<Row, Sort>[];
  readonly label: MessageKey;
  /** What the search looks at. */
  readonly search: MessageKey;
  readonly count: CountKey;
  readonly empty: MessageKey;
  readonly noneFound: MessageKey;
  readonly marks?: ListMarks<Row> | undefined;
  /** The same rows as a file. */
  readonly file: (rows: readonly Row[]) => ListFile;
}

type Asked<Sort extends string> = ListRequest<Sort, string, string>;

/** What the address asks of the list, and what was found. */
function find<Row, Sort extends string>(
  visit: Visit,
  { all, texts, orders, usual, filters = new Map<string, ListFilter<Row>>() }: MemoryList<Row, Sort>,
): { readonly request: Asked<Sort>; readonly found: FoundInMemory<Row, Sort> } {
  const request: Asked<Sort> = new ListRequest(
    {
      sorts: Object.keys(orders) as Sort[],
      usual,
      filters: { state: [...filters.keys()].filter((key) => key !== '') },
      search: 'words',
    },
    (name) => visit.text(name),
  );
  const filter = filters.get(request.value('state'));
  const found = findInMemory(all, request, { texts, orders, ...(filter && { has: filter.has }) });
  return { request, found };
}

/** The rows of the page that is asked for: for what is found out of those alone. */
export const memoryPage = <Row, Sort extends string>(
  visit: Visit,
  list: MemoryList<Row, Sort>,
): readonly Row[] => find(visit, list).found.rows;

/** The list with its search and filters, each with how many it has. */
export function memoryList<Row, Sort extends string>(visit: Visit, list: MemoryList<Row, Sort>): Html {
  const { t } = visit.words;
  const { all, filters } = list;
  if (all.length === 0) return html`<p>${t(list.empty)}</p>`;
  const { request, found } = find(visit, list);
  const { rows, count, searched, page } = found;
  const paging = { page: page.page, pages: page.pageCount, hasNext: page.page < page.pageCount };
  const shown =
    count === 0
      ? html`<p>${t(list.noneFound)}</p>`
      : listPart(visit, {
          ...list,
          request,
          rows,
          paging,
          count: visit.words.counted(list.count, count),
          hasFile: true,
        });
  return html`${all.length > FEW || request.text !== '' ? searchForm(visit, list, request) : undefined}${
    filters &&
    chips(
      t('list.show'),
      [...filters].map(([state, { name, has }]) => ({
        href: listLink(visit, { ...list, request }, { state }),
        isHere: state === request.value('state'),
        content: html`${t(name)}
          <span class="note">${visit.words.number(searched.filter(has).length)}</span>`,
      })),
    )
  }${shown}`;
}

/** All rows that were found, in their order, as a file. */
export const memoryFile = <Row, Sort extends string>(visit: Visit, list: MemoryList<Row, Sort>): ListFile =>
  list.file(find(visit, list).found.all);

function searchForm<Row, Sort extends string>(
  visit: Visit,
  { page, carried = {}, label, search }: MemoryList<Row, Sort>,
  request: Asked<Sort>,
): Html {
  const hidden = Object.entries({ ...carried, ...request.parameters({ words: '' }) });
  const place = carried['path'] === undefined ? placeFields(visit) : serviceField(visit);
  return html`<form
    class="search"
    action="${CONSOLE}/${page}"
    method="get"
    role="search"
    aria-label="${visit.words.t(label)}"
  >
    ${place}${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <p>
      <label for="words">${visit.words.t(search)}</label
      ><input id="words" name="words" value="${request.text}" autocomplete="off" spellcheck="false" />
    </p>
    <button>${visit.words.t('word.find')}</button>
  </form>`;
}
