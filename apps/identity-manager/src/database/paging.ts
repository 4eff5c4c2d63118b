import type { ListPart } from '@smart-city/lists';

/** Which part of a list is wanted; the whole list without a limit. */
export interface Paging {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** The whole list. */
export const WHOLE: Paging = { limit: undefined, offset: 0 };

/** More than any list has: MySQL knows no offset without a limit. */
const MOST = 2_147_483_647;

/** The values of `LIMIT ? OFFSET ?`. */
export const limitsOf = ({ limit = MOST, offset }: Paging): [limit: number, offset: number] => [
  limit,
  offset,
];

/** The same for TypeORM. */
export const rowsOf = ({ limit, offset }: Paging): { skip?: number; take?: number } =>
  limit === undefined && offset === 0 ? {} : { skip: offset, take: limit ?? MOST };

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
