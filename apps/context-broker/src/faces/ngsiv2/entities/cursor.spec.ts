import { type OrderPosition } from '@smart-city/context';
import { parseOrderBy } from '@smart-city/ngsiv2';
import fc from 'fast-check';
import { jsonAnswer } from '../../../http/answer';
import { readCursor, withNext } from './cursor';

const page = (order = '') => ({ orderBy: parseOrderBy(order), offset: 0 });
const headersOf = (next: OrderPosition, url?: string, order = '') => {
  const { headers } = withNext(jsonAnswer('[]'), page(order), next, url);
  return new Map(headers.flatMap((text, at) => (at % 2 === 0 ? [[text, headers[at + 1]!] as const] : [])));
};
const cursorOf = (next: OrderPosition, order = '') =>
  headersOf(next, undefined, order).get('Fiware-Next-Cursor')!;
const NOT_GIVEN_OUT = 'the cursor is none that was given out for this order';

describe('a cursor', () => {
  it('begins with start', () => {
    expect(readCursor('start', page())).toEqual({});
  });

  it('reads back as the position it was made of', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.string({ maxLength: 50 }),
      fc.base64String({ maxLength: 40 }).map((text): readonly [string] => [text]),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (after) => {
        expect(JSON.stringify(readCursor(cursorOf(after), page()))).toBe(JSON.stringify({ after }));
      }),
    );
  });

  it('is one of its order only', () => {
    const cursor = cursorOf([1, 2], '!a,id');
    expect(readCursor(cursor, page('!a,id'))).toEqual({ after: [1, 2] });
    for (const order of ['', 'a,id', '!a', '!b,id', 'id,!a'])
      expect(() => readCursor(cursor, page(order))).toThrow(NOT_GIVEN_OUT);
    expect(() => readCursor(cursorOf([1], 'id'), page('.id'))).toThrow(NOT_GIVEN_OUT);
  });

  it.each([
    ...['', '*', 'x', 'start,', '____', 'W10', 'e30', 'bnVsbA', '%%%', 'A'.repeat(5000)],
    ...['[["",{}]]', '["",true]', '["",["a","b"]]', '["",[1]]', '{"0":""}', '"\u0000"', '['].map((json) =>
      Buffer.from(json).toString('base64url'),
    ),
  ])('%j is none', (text) => {
    expect(() => readCursor(text, page())).toThrow(NOT_GIVEN_OUT);
  });

  it('goes with no offset, and with few tokens of an order', () => {
    expect(() => readCursor('start', { ...page(), offset: 1 })).toThrow('offset and cursor');
    expect(() => readCursor('start', page('a,b,c,d,e,f,g,h,i'))).toThrow('more than 8');
  });

  it('is not made of a text that no header field holds', () => {
    expect(() => cursorOf(['x'.repeat(4000)], 'a')).toThrow('too long');
  });
});

describe('the link to the next page', () => {
  it.each([
    ['/v2/entities?cursor=start', '/v2/entities?cursor='],
    ['/v2/entities?limit=5&cursor=abc&type=T', '/v2/entities?limit=5&type=T&cursor='],
    ['/v2/entities?q=a>1&&cursor&cursors=1', '/v2/entities?q=a%3E1&cursors=1&cursor='],
    ['/v2/entities?a="<\u00e9>"', '/v2/entities?a=%22%3C%C3%A9%3E%22&cursor='],
  ])('of %s', (url, link) => {
    const headers = headersOf([1], url);
    expect(headers.get('Link')).toBe(`<${link}${headers.get('Fiware-Next-Cursor')!}>; rel="next"`);
  });

  it('is none where there is no next page, or no address of it', () => {
    const answer = jsonAnswer('[]');
    expect(withNext(answer, page(), undefined, '/v2/entities?cursor=start')).toBe(answer);
    expect(headersOf([1]).has('Link')).toBe(false);
  });
});
