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
