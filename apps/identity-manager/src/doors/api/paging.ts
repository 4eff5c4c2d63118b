import type { Paging } from '../../database/paging';
import { badRequest } from '../../http/api-errors';

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
