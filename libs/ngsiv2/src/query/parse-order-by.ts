import { badRequest, type OrderKey } from '@smart-city/context';

/** What MongoDB sorts by at most. */
const MOST_KEYS = 32;

/**
 * Parses `orderBy`: a comma list of `[!]token`. `geo:distance` counts only as the first token; the rest is then
 * ignored.
 *
 * @throws BadRequest a token is there twice, with or without `!`; or there are more than 32
 */
export function parseOrderBy(text: string): OrderKey[] {
  const tokens = text.split(',').filter((token) => token !== '');
  const names = tokens.map((token) => (token.startsWith('!') ? token.slice(1) : token));
  if (new Set(names).size < names.length) throw badRequest('duplicate orderBy token detected');
  if (tokens.length > MOST_KEYS) throw badRequest(`more than ${MOST_KEYS} orderBy tokens`);
  if (tokens[0] === 'geo:distance') return [{ by: 'distance' }];
  return tokens.map((token, index) => orderKey(names[index] as string, token.startsWith('!')));
}

function orderKey(name: string, descending: boolean): OrderKey {
  switch (name) {
    case 'id':
    case 'type':
    case 'dateCreated':
    case 'dateModified':
    case 'servicePath':
      return { by: name, descending };
    default:
      return { by: 'attribute', name, descending };
  }
}
