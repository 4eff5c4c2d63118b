import type { TypeSummary } from '../entity-store';
import { attribute, attributes, change, Workspace, type ContractContext } from './contract-kit';

const plain = ({ type, count, attrs }: TypeSummary) => ({ type, count, attrs: Object.fromEntries(attrs) });

/** `/v2/types`. */
export function typesContract({ store, check }: ContractContext): void {
  check('types are counted with the types of their attributes', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'R1', type: 'Room', attrs: { t: 1, name: 'x' } },
      {
        id: 'R2',
        type: 'Room',
        attrs: { t: 'warm', 'a.b': 1, dateExpires: attribute('dateExpires', 4e9, 'DateTime') },
      },
      { id: 'C1', type: 'Car' },
      { id: 'Z1', type: 'a-type', attrs: { z: null } },
    );
    const room = {
      type: 'Room',
      count: 2,
      attrs: { 'a.b': ['Number'], name: ['Text'], t: ['Number', 'Text'] },
    };
    const car = { type: 'Car', count: 1, attrs: {} };
    const last = { type: 'a-type', count: 1, attrs: { z: ['None'] } };
    const all = await store().listTypes(work.everywhere, { limit: 10, offset: 0, detail: true });
    expect(all.types.map(plain)).toEqual([car, room, last]);
    expect(all.types.map(({ attrs }) => [...attrs.keys()])).toEqual([[], ['a.b', 'name', 't'], ['z']]);
    expect(all.count).toBe(3);
    const page = await store().listTypes(work.everywhere, { limit: 1, offset: 1, detail: true });
    expect(page).toMatchObject({ count: 3 });
    expect(page.types.map(plain)).toEqual([room]);
    expect(plain((await store().getType(work.everywhere, 'Room', true))!)).toEqual(room);
    expect(await store().getType(work.everywhere, 'None', true)).toBeUndefined();
  });

  check('without detail the attribute types are left out', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'R1', type: 'Room', attrs: { t: 1, name: 'x' } });
    const { types } = await store().listTypes(work.everywhere, { limit: 10, offset: 0, detail: false });
    expect(types.map(plain)).toEqual([{ type: 'Room', count: 1, attrs: { name: [], t: [] } }]);
    expect(plain((await store().getType(work.everywhere, 'Room', false))!)).toEqual({
      type: 'Room',
      count: 1,
      attrs: { name: [], t: [] },
    });
  });

  check('types follow every kind of write', async () => {
    const work = new Workspace(store());
    const type = async () => {
      const found = await store().getType(work.everywhere, 'T', true);
      return found && plain(found);
    };
    await work.create({ id: 'A', attrs: { a: 1, b: 2 } }, { id: 'B', attrs: { a: 'x' } });
    expect(await type()).toEqual({ type: 'T', count: 2, attrs: { a: ['Number', 'Text'], b: ['Number'] } });
    await work.update(change('update', { id: 'B', type: 'T' }, attributes({ a: 5 })));
    await work.update(change('delete', { id: 'A', type: 'T' }, attributes({ b: null })));
    expect(await type()).toEqual({ type: 'T', count: 2, attrs: { a: ['Number'] } });
    await work.update(change('replace', { id: 'A', type: 'T' }, attributes({ c: true })));
    expect(await type()).toEqual({ type: 'T', count: 2, attrs: { a: ['Number'], c: ['Boolean'] } });
    await work.update(change('delete', { id: 'A', type: 'T' }));
    expect(await type()).toEqual({ type: 'T', count: 1, attrs: { a: ['Number'] } });
    await work.update(change('delete', { id: 'B', type: 'T' }));
    expect(await type()).toBeUndefined();
  });

  check('types honour the service path', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'A', type: 'T', path: '/a', attrs: { x: 1 } },
      { id: 'B', type: 'T', path: '/a/b', attrs: { y: 1 } },
      { id: 'C', type: 'U', path: '/c' },
    );
    const list = async (...paths: readonly string[]) =>
      (await store().listTypes(work.paths(...paths), { limit: 10, offset: 0, detail: false })).types.map(
        plain,
      );
    expect(await list('/a')).toEqual([{ type: 'T', count: 1, attrs: { x: [] } }]);
    expect(await list('/a/#')).toEqual([{ type: 'T', count: 2, attrs: { x: [], y: [] } }]);
    expect(await list('/c', '/a/b')).toEqual([
      { type: 'T', count: 1, attrs: { y: [] } },
      { type: 'U', count: 1, attrs: {} },
    ]);
    expect(await store().getType(work.paths('/c'), 'T', true)).toBeUndefined();
  });
}
