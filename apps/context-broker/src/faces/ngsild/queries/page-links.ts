import type { LdPaging } from '@smart-city/ngsild';
import type { LdParameterValues } from '../ld-parameters';

/** A page of a list, and whether there is one behind it. */
export interface ListedPage {
  readonly paging: LdPaging;
  readonly hasMore: boolean;
}

/**
 * Makes the links to the pages before and behind (GS CIM 009 §6.3.10): the path with all parameters sorted by name, decoded, as
 * clients compare it.
 *
 * @param mediaType  that of the answer
 * @returns values of `Link`; empty where this page is all
 */
export function pageLinks(
  path: string,
  values: LdParameterValues,
  { paging: { limit, offset }, hasMore }: ListedPage,
  mediaType: string,
): readonly string[] {
  const type = mediaType === 'application/json' ? mediaType : 'application/ld+json';
  const link = (relation: 'next' | 'prev', to: number) =>
    `<${path}?${queryText(values, limit, to)}>;rel="${relation}";type="${type}"`;
  return [
    ...(hasMore && limit > 0 ? [link('next', offset + limit)] : []),
    ...(offset > 0 && limit > 0 ? [link('prev', Math.max(0, offset - limit))] : []),
  ];
}

function queryText(values: LdParameterValues, limit: number, offset: number): string {
  const all = new Map(values).set('limit', String(limit)).set('offset', String(offset));
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${headerSafe(value)}`)
    .join('&');
}

/** A header field takes no other characters, and an address in it no angle brackets. */
const headerSafe = (text: string): string =>
  text.replace(/[^ -~]+|[<>&#]/gu, (found) => encodeURIComponent(found));
