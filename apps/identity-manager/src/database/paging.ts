import type { ListPart } from '@smart-city/lists';

/** Which part of a list is wanted; the whole list without a limit. */
export interface Paging {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** Cuts a list that is already in memory. */
export const pageOf = <T>(list: readonly T[], { limit, offset }: Paging): readonly T[] =>
  list.slice(offset, limit === undefined ? undefined : offset + limit);

/** The same for TypeORM; MySQL knows no offset without limit. */
export const rowsOf = ({ limit, offset }: Paging): { skip?: number; take?: number } =>
  limit === undefined && offset === 0 ? {} : { skip: offset, take: limit ?? 2_147_483_647 };

/**
 * The end of a statement that reads such a part, with `?` for the limit and the offset.
 *
 * @param by      the expression for each order that can be asked for
 * @param unique  a column that no two rows share: it settles what the order leaves open, so that no row is on two pages
 */
export function orderOf<Sort extends string>(
  { sort, descending }: ListPart<Sort>,
  by: Readonly<Record<Sort, { toString(): string }>>,
  unique: { toString(): string },
): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY ${by[sort].toString()} ${direction}, ${unique.toString()} ${direction} LIMIT ? OFFSET ?`;
}
