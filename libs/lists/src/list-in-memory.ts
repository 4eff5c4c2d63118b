import { foldText } from './fold-text';
import type { ListPage, ListRequest } from './list-request';

/** What of a row is searched, and what it is ordered by. */
export interface RowReading<Row, Sort extends string> {
  readonly texts: (row: Row) => readonly (string | null)[];
  readonly orders: Readonly<Record<Sort, (row: Row) => string | number>>;
  /** Whether a row is one of those that are asked for besides; all are where nothing is said. */
  readonly has?: (row: Row) => boolean;
}

/** The rows that were found, in order, and those of the page. */
export interface FoundInMemory<Row, Sort extends string> {
  /** Those with the words, whatever else is asked for. */
  readonly searched: readonly Row[];
  readonly all: readonly Row[];
  readonly rows: readonly Row[];
  readonly count: number;
  readonly page: ListPage<Sort>;
}

/** What a database does for long lists, for those that are short and already here. Equal rows stay as they are. */
export function findInMemory<Row, Sort extends string>(
  given: readonly Row[],
  request: ListRequest<Sort, string, string>,
  { texts, orders, has }: RowReading<Row, Sort>,
): FoundInMemory<Row, Sort> {
  const part = foldText(request.text);
  const searched =
    part === ''
      ? given
      : given.filter((row) => texts(row).some((text) => foldText(text ?? '').includes(part)));
  const found = has === undefined ? searched : searched.filter(has);
  const valueOf = orders[request.sort];
  const direction = request.descending ? -1 : 1;
  const all = found
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((left, right) => direction * compare(left.value, right.value))
    .map(({ row }) => row);
  const page = request.pageOf(all.length);
  return { searched, all, rows: all.slice(page.offset, page.offset + page.limit), count: all.length, page };
}

/** Made once: a comparison that says how it compares makes one of its own each time. */
const TEXTS = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** Numbers by size, texts whatever their case. */
function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return TEXTS.compare(String(left), String(right));
}
