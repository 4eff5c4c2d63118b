import { badRequest, type EntityQuery, type OrderKey, type OrderPosition } from '@smart-city/context';
import type { Answer } from '../../../http/answer';
import { CURSOR_START, withNextPage } from '../../../http/next-page';

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
  if (text === CURSOR_START) return {};
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
  return withNextPage(answer, cursor, url);
}
