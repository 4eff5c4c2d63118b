import { badRequestData } from '@smart-city/ngsild';

/** Relation of a link to a context (JSON-LD 1.1 §6.1). */
export const CONTEXT_RELATION = 'http://www.w3.org/ns/json-ld#context';

const LINK = /^\s*<([^<>]*)>\s*((?:;[^;]*)*)$/;
const RELATION = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;]+))/i;

/**
 * Reads the address of a context in a `Link` header (GS CIM 009 §6.3.5). Links of other relations are left alone.
 *
 * @returns undefined where the header names none
 * @throws BadRequestData  it names several, or one that is no address
 */
export function contextLink(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  let found: string | undefined;
  for (const text of splitLinks(header)) {
    const [, url = '', parameters = ''] = LINK.exec(text) ?? [];
    const relation = RELATION.exec(parameters);
    if ((relation?.[1] ?? relation?.[2]) !== CONTEXT_RELATION) continue;
    if (found !== undefined)
      throw badRequestData('Invalid Link header', 'A request has one link to a context');
    if (!URL.canParse(url) || !/^https?:/i.test(url))
      throw badRequestData(
        'Invalid Link header',
        `The link to a context must be an http or https URL: ${url}`,
      );
    found = url;
  }
  return found;
}

/** Commas separate links, but not inside of an address or a quoted text. */
function splitLinks(header: string): readonly string[] {
  const links: string[] = [];
  let start = 0;
  let closing = '';
  for (let at = 0; at < header.length; at++) {
    const character = header[at];
    if (closing !== '') {
      if (character === closing) closing = '';
    } else if (character === '<') closing = '>';
    else if (character === '"') closing = '"';
    else if (character === ',') {
      links.push(header.slice(start, at));
      start = at + 1;
    }
  }
  links.push(header.slice(start));
  return links;
}

/** Returns the value of a `Link` header that names a context. */
export const contextLinkOf = (url: string): string =>
  `<${url}>; rel="${CONTEXT_RELATION}"; type="application/ld+json"`;
