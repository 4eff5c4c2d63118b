import { ListRequest, type ListShape } from './list-request';

const shape: ListShape<'name' | 'created', 'state', 'who'> = {
  sorts: ['name', 'created'],
  usual: '-created',
  filters: { state: ['enabled', 'disabled'] },
  texts: ['who'],
};

const asked = (address: string) => {
  const parameters = new URLSearchParams(address);
  return new ListRequest(shape, (name) => parameters.get(name) ?? '');
};

describe('What is asked of a list', () => {
  it('is its usual order and first page when nothing is said', () => {
    const list = asked('');
    expect(list.pageOf(60)).toEqual({
      sort: 'created',
      descending: true,
      limit: 25,
      offset: 0,
      page: 1,
      pageCount: 3,
    });
    expect([list.text, list.value('state'), list.value('who')]).toEqual(['', '', '']);
  });

  it('is an order, a size and a page that there are', () => {
    expect(asked('sort=name&size=50&page=2').pageOf(60)).toMatchObject({
      sort: 'name',
      descending: false,
      limit: 50,
      offset: 50,
    });
    expect(asked('page=9').pageOf(60)).toMatchObject({ page: 3, offset: 50 });
    expect(asked('page=9').pageOf(0)).toMatchObject({ page: 1, offset: 0, pageCount: 1 });
  });

  it.each([
    'sort=password_hash',
    'sort=constructor',
    'sort=--name',
    'size=100000',
    'size=-1',
    'page=-3',
    'page=1e9',
    'page=1;DROP TABLE users',
    'state=other',
    'state=__proto__',
  ])('is nothing where it is not among what there is: %s', (address) => {
    expect(asked(address)).toEqual(asked(''));
    expect(asked(address).pageOf(60)).toEqual(asked('').pageOf(60));
  });

  it('is bounded text', () => {
    const list = asked(`q=${encodeURIComponent(' a\0b ')}&who=${'x'.repeat(300)}`);
    expect(list.text).toBe('ab');
    expect(list.value('who')).toHaveLength(255);
  });

  it('is written into the addresses of its other pages', () => {
    const list = asked('q=a%26b&state=disabled&page=4&sort=name');
    expect(list.href()).toBe('?q=a%26b&state=disabled&sort=name&size=25');
    expect(list.href({ state: '', page: 2 })).toBe('?q=a%26b&sort=name&size=25&page=2');
  });

  it('names its search as its shape says, and takes texts as long as that says', () => {
    const words = { ...shape, search: 'words', longestText: 300 };
    const list = new ListRequest(words, (name) =>
      name === 'q' ? 'no' : name === 'words' ? 'x'.repeat(400) : '',
    );
    expect(list.text).toHaveLength(300);
    expect(list.parameters({ page: 2 })).toEqual({
      words: 'x'.repeat(300),
      sort: '-created',
      size: '25',
      page: '2',
    });
  });
});
