import { foldText } from './fold-text';
import type { ListPage, ListRequest } from './list-request';

/** What of a row is searched, and what it is ordered by. */
export interface RowReading<Row, Sort extends string> {
  readonly texts: (row: Row) => readonly (string | null)[];
  readonly orders: Readonly<Record<Sort, (row: Row) => string | number>>;
}

/** The rows that were found, in order, and those of the page. */
export interface FoundInMemory<Row, Sort extends string> {
  readonly all: readonly Row[];
  readonly rows: readonly Row[];
  readonly count: number;
  readonly page: ListPage<Sort>;
}

/** What a database does for long lists, for those that are short and already here. Equal rows stay as they are. */
export function findInMemory<Row, Sort extends string>(
  given: readonly Row[],
  request: ListRequest<Sort, string, string>,
  { texts, orders }: RowReading<Row, Sort>,
): FoundInMemory<Row, Sort> {
  const part = foldText(request.text);
  const found = given.filter((row) => texts(row).some((text) => foldText(text ?? '').includes(part)));
  const valueOf = orders[request.sort];
  const direction = request.descending ? -1 : 1;
  const all = found
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((left, right) => direction * compare(left.value, right.value))
    .map(({ row }) => row);
  const page = request.pageOf(all.length);
  return { all, rows: all.slice(page.offset, page.offset + page.limit), count: all.length, page };
}

/** Numbers by size, texts whatever their case. */
function compare(left: string | number, right: string | number): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left).localeCompare(String(right), undefined, { sensitivity: 'base', numeric: true });
}
