import { ListRequest } from '@smart-city/lists';
import { findPage } from './find-page';

/** A list of so many numbers, and what was asked of it. */
function listOf(length: number) {
  const all = Array.from({ length }, (_each, n) => n);
  const asked: string[] = [];
  return {
    asked,
    count: async () => {
      asked.push('count');
      return all.length;
    },
    page: async ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
      asked.push(`${limit} from ${offset}`);
      return all.slice(offset, offset + limit);
    },
  };
}

const requestOf = (page: string) =>
  new ListRequest({ sorts: ['name'], usual: 'name' }, (name) => (name === 'page' ? page : ''));

describe('A page of a long list', () => {
  it.each<[string, number, string, readonly string[], number, number, number]>([
    ['of nothing is not counted', 0, '', ['26 from 0'], 0, 0, 1],
    ['that holds all is not counted', 3, '', ['26 from 0'], 3, 3, 1],
    ['that holds exactly all is not counted', 25, '', ['26 from 0'], 25, 25, 1],
    ['that goes on is counted', 26, '', ['26 from 0', 'count'], 25, 26, 1],
    ['that is the last one is not counted', 60, '3', ['26 from 50'], 10, 60, 3],
    ['past the end is the last one', 60, '9', ['26 from 200', 'count', '25 from 50'], 10, 60, 3],
    ['past the end of nothing is the first', 0, '2', ['26 from 25', 'count', '25 from 0'], 0, 0, 1],
  ])('%s', async (_case, length, asked, statements, rows, count, page) => {
    const list = listOf(length);
    const found = await findPage(requestOf(asked), list);
    expect(list.asked).toEqual(statements);
    expect([found.rows.length, found.count, found.page.page]).toEqual([rows, count, page]);
    expect(found.page.limit).toBe(25);
  });
});
