import { PAGE_SIZES, type ListChanges, type ListRequest } from '@smart-city/lists';
import { html, type Html, type Piece } from '../../html/html';
import { pager, type Paging } from '../../html/pager';
import { table } from '../../html/table';
import type { MessageKey } from '../../messages/catalogue';
import type { AddressParameters } from '../addresses';
import { chips } from './chips';
import type { Visit } from '../visit';

/** What the page of a list is asked for to answer it as a file. */
export const AS_FILE = { format: 'csv' } as const;

/** One column of the page of a list. */
export interface ListColumn<Row, Sort extends string> {
  readonly name: MessageKey;
  /** What its head orders the list by. */
  readonly sort?: Sort;
  readonly isNumber?: boolean;
  readonly isLong?: boolean;
  readonly cell: (row: Row) => Piece;
}

/** How rows are marked, and what can be done to marked ones. */
export interface ListMarks<Row> {
  readonly id: (row: Row) => string;
  readonly name: (row: Row) => string;
  /** The form that marks belong to, {@link MARKS_FORM}. @param back  the parameters of the page that it is on */
  readonly form: (back: Readonly<Record<string, string>>) => Html;
}

/** The id of the form of marked rows. */
export const MARKS_FORM = 'marked';

/** Where a list is, and what its address says besides. */
export interface ListPlace {
  /** The page of the console. */
  readonly page: string;
  /** Further parameters of its address. */
  readonly carried?: AddressParameters;
}

/** The rows of one page of a list, wherever they were found. */
export interface ShownList<Row, Sort extends string> extends ListPlace {
  readonly request: ListRequest<Sort, string, string>;
  readonly label: MessageKey;
  readonly columns: readonly ListColumn<Row, Sort>[];
  readonly rows: readonly Row[];
  readonly paging: Omit<Paging, 'link'>;
  /** How many there are; undefined where nobody has counted. */
  readonly count?: string;
  readonly hasFile: boolean;
  readonly marks?: ListMarks<Row> | undefined;
}

/** The address of the list with other parameters. */
export const listLink = <Sort extends string>(
  visit: Visit,
  { page, carried, request }: Pick<ShownList<never, Sort>, 'page' | 'carried' | 'request'>,
  changes: ListChanges = {},
): string => visit.link(page, { ...carried, ...request.parameters(changes) });

/** Every list of the console: number and file, heads that order it, pages and their size. */
export function listPart<Row, Sort extends string>(visit: Visit, list: ShownList<Row, Sort>): Html {
  const { words } = visit;
  const { t } = words;
  const { request, rows, paging, count } = list;
  const columns = list.columns.map(({ name, sort, ...column }) => ({
    ...column,
    name: t(name),
    ...(sort !== undefined && { sorting: sortingBy(visit, list, sort) }),
  }));
  const cells = rows.map((row) => cellsOf(visit, list, row));
  const link = (page: number) => listLink(visit, list, { page });
  const mayBeLonger = paging.page > 1 || paging.hasNext || request.size > PAGE_SIZES[0];
  const file = list.hasFile
    ? html`<a
        href="${visit.link(list.page, { ...list.carried, ...request.parameters(), ...AS_FILE })}"
        download
        >${t('list.csv')}</a
      >`
    : undefined;
  return html`<p class="list-head"><span class="note">${count}</span>${file}</p>
    ${table(t(list.label), columns, cells, t('list.order'))}${list.marks?.form(request.parameters({ page: paging.page }))}${pager(words, { ...paging, link })}${
      mayBeLonger ? sizes(visit, list) : undefined
    }`;
}

/** A mark stands before what names the row. */
function cellsOf<Row, Sort extends string>(
  visit: Visit,
  { columns, marks }: ShownList<Row, Sort>,
  row: Row,
): readonly Piece[] {
  const [first, ...others] = columns.map(({ cell }) => cell(row));
  if (marks === undefined) return [first, ...others];
  const label = visit.words.t('list.mark', { name: marks.name(row) });
  const box = html`<input
    type="checkbox"
    name="marked"
    value="${marks.id(row)}"
    form="${MARKS_FORM}"
    aria-label="${label}"
  />`;
  return [html`<div class="mark">${box}<span>${first}</span></div>`, ...others];
}

/** Pressed once more, a head turns the order around. */
function sortingBy<Row, Sort extends string>(visit: Visit, list: ShownList<Row, Sort>, sort: Sort) {
  const { sort: now, descending } = list.request;
  const isNow = now === sort;
  return {
    href: listLink(visit, list, { sort: isNow && !descending ? `-${sort}` : sort }),
    order: isNow ? (descending ? ('descending' as const) : ('ascending' as const)) : undefined,
  };
}

const sizes = <Row, Sort extends string>(visit: Visit, list: ShownList<Row, Sort>): Html =>
  chips(
    visit.words.t('pager.size'),
    PAGE_SIZES.map((size) => ({
      href: listLink(visit, list, { size }),
      isHere: size === list.request.size,
      content: visit.words.t('pager.perPage', { count: visit.words.number(size) }),
    })),
  );
