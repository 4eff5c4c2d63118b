import type { LdPaging } from '@smart-city/ngsild';
import type { LdParameterValues } from './ld-parameters';

/** A page of a list, and whether there is one behind it. */
export interface ListedPage {
  readonly paging: LdPaging;
  readonly hasMore: boolean;
}

/**
 * Makes the links to the pages before and behind of a query (GS CIM 009 §6.3.10): the path with all parameters sorted by name,
 * decoded, as clients compare it.
 *
 * @param mediaType  that of the answer
 * @returns values of `Link`; empty where this page is all
 */
export const pageLinks = (
  path: string,
  values: LdParameterValues,
  page: ListedPage,
  mediaType: string,
): readonly string[] => {
  const named = new Map(values).set('limit', '').set('offset', '');
  const sorted = new Map([...named].sort(([a], [b]) => (a < b ? -1 : 1)));
  return linksOf(path, sorted, page, mediaType === 'application/json' ? mediaType : 'application/ld+json');
};

/** Makes the same for lists of subscriptions and registrations, where clients expect their own order of parameters. */
export const listLinks = (path: string, values: LdParameterValues, page: ListedPage): readonly string[] =>
  linksOf(path, values, page, 'application/ld+json');

function linksOf(
  path: string,
  values: LdParameterValues,
  { paging: { limit, offset }, hasMore }: ListedPage,
  type: string,
): readonly string[] {
  if (limit === 0) return [];
  const link = (relation: 'next' | 'prev', to: number) => {
    const all = new Map(values).set('limit', String(limit)).set('offset', String(to));
    const query = [...all].map(([name, value]) => `${name}=${headerSafe(value)}`).join('&');
    return `<${path}?${query}>;rel="${relation}";type="${type}"`;
  };
  return [
    ...(hasMore ? [link('next', offset + limit)] : []),
    ...(offset > 0 ? [link('prev', Math.max(0, offset - limit))] : []),
  ];
}

/** A header field takes no other characters, and an address in it no angle brackets. */
const headerSafe = (text: string): string =>
  text.replace(/[^ -~]+|[<>&#]/gu, (found) => encodeURIComponent(found));
