import { listAnswer } from './answer';
import { readIdCursor, withNextPage } from './next-page';
import { parseUrlParameters } from '../faces/ngsiv2/url-parameters';

const ID = '5aeb0ee97d4ef10a12a0262f';
const read = (query: string) => readIdCursor(parseUrlParameters(query));

describe('pages of what is listed by id', () => {
  it.each([
    ['limit=2', {}],
    ['cursor=start', { after: '' }],
    [`cursor=${ID}`, { after: ID }],
    [`cursor=${ID}&offset=0&limit=1`, { after: ID }],
  ])('begin where %s says', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    '0',
    '1',
    ID.slice(1),
    `${ID}0`,
    ID.toUpperCase(),
    `${ID}%0a`,
    '__proto__',
    `${'a'.repeat(5_000)}`,
  ])('do not begin at %s', (cursor) => {
    expect(() => read(`cursor=${cursor}`)).toThrow('the cursor is none that was given out for this list');
  });

  it('begin at one place only', () => {
    expect(() => read('cursor=start&offset=1')).toThrow('offset and cursor cannot be used together');
  });

  it('name the next one in a header and a link, whatever the address holds', () => {
    const answer = listAnswer('[]', 3);
    expect(withNextPage(answer, undefined, '/v2/subscriptions')).toBe(answer);
    const { headers } = withNextPage(answer, ID, '/v2/subscriptions?cursor=start&description=a>b&limit=2');
    expect(headers).toEqual([
      ...['Fiware-Total-Count', '3', 'Fiware-Next-Cursor', ID, 'Link'],
      `</v2/subscriptions?description=a%3Eb&limit=2&cursor=${ID}>; rel="next"`,
    ]);
  });
});
