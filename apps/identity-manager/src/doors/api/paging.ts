import { badRequest } from '../../http/api-errors';

/** Which part of a list is wanted; the whole list unless the client says otherwise. */
export interface Paging {
  readonly limit: number | undefined;
  readonly offset: number;
}

const largest = 10_000;

function wholeNumber(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value))
    throw badRequest(`${name} must be a whole number`);
  return Number(value);
}

/** `limit` and `offset` of a query. @throws ApiError 400 when one is no whole number, or limit is out of 1 to 10000 */
export function parsePaging(query: Readonly<Record<string, unknown>>): Paging {
  const limit = wholeNumber(query, 'limit');
  if (limit !== undefined && (limit < 1 || limit > largest))
    throw badRequest(`limit must be a whole number from 1 to ${largest}`);
  return { limit, offset: wholeNumber(query, 'offset') ?? 0 };
}

/** Cuts a list that is already in memory. */
export const pageOf = <T>(list: readonly T[], { limit, offset }: Paging): readonly T[] =>
  list.slice(offset, limit === undefined ? undefined : offset + limit);

/** The same for TypeORM; MySQL knows no offset without limit. */
export const rowsOf = ({ limit, offset }: Paging): { skip?: number; take?: number } =>
  limit === undefined && offset === 0 ? {} : { skip: offset, take: limit ?? 2_147_483_647 };
