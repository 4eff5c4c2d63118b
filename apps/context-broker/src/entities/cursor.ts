import { badRequest, type EntityQuery, type OrderKey, type OrderPosition } from '@smart-city/ngsi';
import { Answer } from '../http/answer';

/** What `cursor` begins with. */
const START = 'start';
/** Characters: what header fields and addresses of all programs on the way can take. */
const LONGEST = 4000;

/** Each token makes the question for the next page longer by all before it. */
const MOST_TOKENS = 8;

const notGivenOut = () => badRequest('the cursor is none that was given out for this order');

function named(key: OrderKey): string {
  if (key.by === 'distance') return 'geo:distance';
  return `${key.descending ? '!' : ''}${key.by === 'attribute' ? `.${key.name}` : key.by}`;
}

const orderText = (keys: readonly OrderKey[]): string => keys.map(named).join(',');

/**
 * Reads the URL parameter `cursor`: `start`, or what the page before was answered with.
 *
 * @throws NgsiError  400 for anything else, for the cursor of another order, and beside `offset`
 */
export function readCursor(
  text: string,
  { orderBy, offset }: Pick<EntityQuery, 'orderBy' | 'offset'>,
): NonNullable<EntityQuery['cursor']> {
  if (offset > 0) throw badRequest('offset and cursor cannot be used together');
  if (orderBy.length > MOST_TOKENS)
    throw badRequest(`more than ${MOST_TOKENS} orderBy tokens beside a cursor`);
  if (text === START) return {};
  const [order, ...after] = listIn(text);
  if (order !== orderText(orderBy) || !after.every(isValue)) throw notGivenOut();
  return { after };
}

function listIn(text: string): readonly unknown[] {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw notGivenOut();
  try {
    const list: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(list)) return list as unknown[];
  } catch {
    // told below
  }
  throw notGivenOut();
}

const isValue = (value: unknown): value is OrderPosition[number] =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string');

/**
 * The answer with the cursor of the next page, and a link to it where an address can name it.
 *
 * @param url  of the request, as sent; undefined where the query is in a body
 * @throws NgsiError  400 when the last entity sorts by a text too long to be told
 */
export function withNext(
  answer: Answer,
  { orderBy }: Pick<EntityQuery, 'orderBy'>,
  next: OrderPosition | undefined,
  url?: string,
): Answer {
  if (next === undefined) return answer;
  const cursor = Buffer.from(JSON.stringify([orderText(orderBy), ...next])).toString('base64url');
  if (cursor.length > LONGEST) throw badRequest('a value is too long for a cursor to order by it');
  const link = url === undefined ? [] : ['Link', `<${linkTo(url, cursor)}>; rel="next"`];
  const headers = [...answer.headers, 'Fiware-Next-Cursor', cursor, ...link];
  return new Answer(answer.status, answer.body, headers, answer.contentType);
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
