import { badRequest } from '@smart-city/context';
import type { Answer } from './answer';
import type { UrlParameters } from './url-parameters';

/** What `cursor` begins with. */
export const CURSOR_START = 'start';

/**
 * Where a page of what is listed by id begins, if it is asked for by `cursor`: behind that id, '' for the first page.
 *
 * @throws NgsiError  400 for a cursor that is none, and beside `offset`
 */
export function readIdCursor({ values, offset }: UrlParameters): { readonly after?: string } {
  const cursor = values.get('cursor');
  if (cursor === undefined) return {};
  if (offset > 0) throw badRequest('offset and cursor cannot be used together');
  if (cursor === CURSOR_START) return { after: '' };
  if (!/^[0-9a-f]{24}$/.test(cursor)) throw badRequest('the cursor is none that was given out for this list');
  return { after: cursor };
}

/**
 * The answer with the cursor of the next page, and a link to it where an address can name it.
 *
 * @param url  of the request, as sent; undefined where the query is in a body
 */
export function withNextPage(answer: Answer, cursor: string | undefined, url: string | undefined): Answer {
  if (cursor === undefined) return answer;
  const link = url === undefined ? [] : ['Link', `<${linkTo(url, cursor)}>; rel="next"`];
  return answer.withHeaders(['Fiware-Next-Cursor', cursor, ...link]);
}

/** The address with another cursor, and no character that would end the link. */
function linkTo(url: string, cursor: string): string {
  const at = url.indexOf('?');
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((item) => item !== '' && !/^cursor(?:=|$)/.test(item));
  const text = `${url.slice(0, at)}?${[...kept, `cursor=${cursor}`].join('&')}`;
  return text.replace(/[^!#-;=?-~]/g, encodeURIComponent);
}
