import { findInMemory } from './list-in-memory';
import { ListRequest } from './list-request';

const rows = [
  { name: 'García', at: 2 },
  { name: 'ana', at: 3 },
  { name: 'Zoe', at: 1 },
];
const reading = {
  texts: ({ name }: (typeof rows)[number]) => [name, null],
  orders: { name: ({ name }: (typeof rows)[number]) => name, at: ({ at }: (typeof rows)[number]) => at },
};
const find = (asked: Record<string, string>, given = rows) =>
  findInMemory(
    given,
    new ListRequest({ sorts: ['name', 'at'], usual: 'name' }, (name) => asked[name] ?? ''),
    reading,
  );
const namesOf = (found: ReturnType<typeof find>) => found.rows.map(({ name }) => name);

describe('A list in memory', () => {
  it('is ordered by each head, both ways, whatever the case', () => {
    expect(namesOf(find({}))).toEqual(['ana', 'García', 'Zoe']);
    expect(namesOf(find({ sort: '-name' }))).toEqual(['Zoe', 'García', 'ana']);
    expect(namesOf(find({ sort: 'at' }))).toEqual(['Zoe', 'García', 'ana']);
    expect(namesOf(find({ sort: '-at' }))).toEqual(['ana', 'García', 'Zoe']);
  });
  it('is searched without case and accents', () => {
    expect(namesOf(find({ q: 'GARCIA' }))).toEqual(['García']);
    expect(find({ q: '%' })).toMatchObject({ count: 0, rows: [], page: { page: 1, pageCount: 1 } });
  });
  it('tells who has the words from those that are asked for besides', () => {
    const found = findInMemory(
      rows,
      new ListRequest({ sorts: ['name', 'at'], usual: 'name' }, (name) => (name === 'q' ? 'a' : '')),
      { ...reading, has: ({ at }) => at > 2 },
    );
    expect([found.searched.length, found.count, namesOf(found)]).toEqual([2, 1, ['ana']]);
  });
  it('is cut into pages', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ name: `n${at}`, at }));
    const found = find({ page: '3', sort: 'at' }, many);
    expect([found.count, found.all.length, found.page.pageCount]).toEqual([60, 60, 3]);
    expect(found.rows.map(({ at }) => at)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59]);
  });
});
