import type { ListPage, ListRequest } from '@smart-city/lists';

/** How a long list is read from its store. */
export interface LongList<Sort extends string, Row> {
  readonly count: () => Promise<number>;
  readonly page: (part: ListPage<Sort>) => Promise<readonly Row[]>;
}

/** The rows of one page, and how many there are in all. */
export interface FoundPage<Sort extends string, Row> {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly page: ListPage<Sort>;
}

/** More than any list has. */
const ANY = Number.MAX_SAFE_INTEGER;

/**
 * The page that was asked for, or the nearest one that there is.
 *
 * One row more than the page holds is read first: without it this is the last page, whose end is the count. So what is
 * rare, for which a search has to look at every row, is looked for once; only what goes on is counted.
 */
export async function findPage<Sort extends string, Row>(
  request: ListRequest<Sort, string, string>,
  list: LongList<Sort, Row>,
): Promise<FoundPage<Sort, Row>> {
  const asked = request.pageOf(ANY);
  const read = await list.page({ ...asked, limit: asked.limit + 1 });
  const endsHere = read.length <= asked.limit && (read.length > 0 || asked.offset === 0);
  const count = endsHere ? asked.offset + read.length : await list.count();
  const page = request.pageOf(count);
  // Past the end, or shortened meanwhile.
  const rows = page.offset === asked.offset ? read.slice(0, page.limit) : await list.page(page);
  return { rows, count, page };
}
