import type { Entity, EntityQuery, OrderPosition } from '@smart-city/context';
import type { NgsiRequest } from '../../http/ngsi-request';
import { Visit } from '../visit';
import { entityFile, entityList, findEntities } from './entity-list';
import { readSearch } from './search-query';

const visit = (query: string): Visit =>
  Visit.of(
    {
      url: `/admin/console/entities?${query}`,
      header: () => undefined,
      components: [],
    } as unknown as NgsiRequest,
    true,
  );
const entity = (id: string): Entity => ({
  id,
  type: 'T',
  servicePath: '/',
  attrs: new Map(),
  creDate: 0,
  modDate: 1.5,
});

/** A store that has so many pages of one entity each, and remembers what it was asked. */
function storeOf(pages: number) {
  const asked: EntityQuery[] = [];
  const query = (_: unknown, one: EntityQuery) => {
    asked.push(one);
    const at = Number(one.cursor?.after?.[0] ?? 0) + 1;
    const next: OrderPosition | undefined = at < pages ? [at] : undefined;
    return Promise.resolve({ entities: [entity(`E${at}`)], ...(next && { next }) });
  };
  return { store: { query }, asked };
}

describe('a list of entities', () => {
  it.each([
    ['', ['dateCreated']],
    ['sort=id', ['id', 'type']],
    ['sort=-type', ['!type', '!dateCreated']],
    ['sort=path', ['servicePath', 'dateCreated']],
    ['sort=-changed', ['!dateModified', '!id']],
    ['sort=temperature', ['dateCreated']],
  ])('with "%s" is ordered by the store: %j', async (query, order) => {
    const { store, asked } = storeOf(1);
    const at = visit(`type=Room&q=t>1&page=3&size=50&${query}`);
    await findEntities(store, at, readSearch(at));
    const [one] = asked;
    expect(one!.orderBy.map((key) => `${'descending' in key && key.descending ? '!' : ''}${key.by}`)).toEqual(
      order,
    );
    expect([one!.limit, one!.offset, one!.count]).toEqual([51, 100, false]);
  });

  it('keeps what is searched for in the addresses of heads, pages and file', () => {
    const many = Array.from({ length: 26 }, (_, at) => entity(`E${at}`));
    const at = visit('service=city&path=/a&type=Room&q=t>1&sort=-id&page=2');
    const { text } = entityList(at, readSearch(at), many);
    const kept = 'service=city&amp;path=%2Fa&amp;type=Room&amp;q=t%3E1';
    for (const end of [
      'sort=id&amp;size=25"',
      'sort=changed&amp;size=25"',
      'sort=-id&amp;size=25&amp;page=3"',
      'sort=-id&amp;size=100"',
      'sort=-id&amp;size=25&amp;format=csv"',
    ])
      expect(text).toContain(`?${kept}&amp;${end}`);
    expect(text).toMatch(/aria-sort="descending"/);
    expect(text).not.toContain('E25<');
  });

  it('is a file of all that are found, read on from where a group ends', async () => {
    const { store, asked } = storeOf(3);
    const at = visit('type=Room&sort=-id&page=9');
    const { head, rows, name } = await entityFile(store, at, readSearch(at));
    expect(asked).toHaveLength(1);
    const lines = [];
    for await (const group of rows) lines.push(...group);
    expect([name, head]).toEqual([
      'entities',
      ['id', 'type', 'service_path', 'attributes', 'created', 'changed'],
    ]);
    expect(lines.map(([id]) => id)).toEqual(['E1', 'E2', 'E3']);
    expect(lines[0]).toEqual(['E1', 'T', '/', 0, '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.500Z']);
    expect(asked.map(({ offset, cursor }) => [offset, cursor?.after])).toEqual([
      [0, undefined],
      [0, [1]],
      [0, [2]],
    ]);
  });

  it('is refused before the file begins when the store does not answer', async () => {
    const store = { query: () => Promise.reject(new Error('away')) };
    await expect(entityFile(store, visit('type=T'), readSearch(visit('type=T')))).rejects.toThrow('away');
  });
});
