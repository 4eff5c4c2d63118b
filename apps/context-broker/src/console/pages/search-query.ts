import { type EntityQuery } from '@smart-city/context';
import { parseQ } from '@smart-city/ngsiv2';
import type { Visit } from '../visit';

/** What entities are searched by; empty texts ask for nothing. */
export interface Search {
  readonly type: string;
  /** An id, or a pattern of ids. */
  readonly id: string;
  readonly q: string;
  /** Those without a type only. */
  readonly isTypeless: boolean;
}

/** What the address of a page of entities asks for. */
export const readSearch = (visit: Visit): Search => ({
  type: visit.text('type'),
  id: visit.text('id'),
  q: visit.text('q'),
  isTypeless: visit.parameters.has('typeless'),
});

/** Whether nothing is asked for. */
export const asksNothing = ({ type, id, q, isTypeless }: Search): boolean =>
  !type && !id && !q && !isTypeless;

/** The parameters of an address that asks for the same. */
export const addressParameters = ({ type, id, q, isTypeless }: Search) => ({
  type,
  id,
  q,
  typeless: isTypeless ? 1 : undefined,
});

/**
 * The query for one page of what is searched for. @param page  from 1 @param pageSize  entities on it
 *
 * @throws NgsiError  400 for a condition that is none
 */
export function searchQuery(
  { type, id, q, isTypeless }: Search,
  page: number,
  pageSize: number,
): EntityQuery {
  const isPattern = /[\^$*+?|[\]\\]/.test(id);
  const selector = {
    ...(id !== '' && (isPattern ? { idPattern: id } : { ids: [id] })),
    ...(isTypeless ? { types: [''] } : type !== '' && { types: [type] }),
  };
  return {
    selectors: Object.keys(selector).length === 0 ? [] : [selector],
    ...(q !== '' && { q: parseQ(q) }),
    orderBy: [],
    // One more than is shown tells whether there is a next page: counting all would be a look at each.
    limit: pageSize + 1,
    offset: (page - 1) * pageSize,
    count: false,
  };
}
