import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EntityQuery, type OrderPosition } from '@smart-city/context';
import { parseOrderBy } from '@smart-city/ngsiv2';
import { entityStoreContract } from '../contract/entity-store.contract';
import { attributes, change, queryOf, Workspace } from '../contract/contract-kit';
import { openEmbeddedEntityStore, type EmbeddedEntityStore } from './embedded-entity-store';

const folders: string[] = [];
const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entities-'));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describe('embedded store', () => {
  entityStoreContract(async () => openEmbeddedEntityStore({ folder: await makeFolder(), dbName: 'orion' }));
});

describe('embedded store with a cache that holds next to nothing', () => {
  entityStoreContract(async () =>
    openEmbeddedEntityStore({ folder: await makeFolder(), dbName: 'orion', cacheBytes: 500, readers: 1 }),
  );
});

describe('embedded store beyond the contract', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  beforeEach(async () => {
    folder = await makeFolder();
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
  });
  afterEach(() => store.close());

  it('has one file per tenant, and none for tenants that were only read', async () => {
    await new Workspace(store).get('E');
    await store.update({ tenant: '', servicePath: '/' }, [change('create', { id: 'E', type: 'T' })]);
    await store.update({ tenant: 'blue', servicePath: '/' }, [change('create', { id: 'E', type: 'T' })]);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sqlite'));
    expect(files.sort()).toEqual(['orion-blue.sqlite', 'orion.sqlite']);
  });

  it('reads a large list in parts, in its order, without what is deleted meanwhile', async () => {
    const work = new Workspace(store);
    const ids = Array.from({ length: 12 }, (_, n) => `E${String(n).padStart(2, '0')}`);
    for (const id of ids) await work.create({ id, attrs: { v: 'x'.repeat(500_000) } });
    const idsOf = (json: string) => (JSON.parse(json) as { id: string }[]).map(({ id }) => id);
    const query = queryOf({ orderBy: parseOrderBy('!id'), limit: 11, count: true, cursor: {} });
    for (const attrs of [[], ['v']]) {
      const { json, more, count, next } = await store.list(work.everywhere, query, {
        representation: 'keyValues',
        attrs,
      });
      expect([count, next?.[0]]).toEqual([12, 'E01']);
      const seen = [idsOf(json)];
      for await (const part of more!()) seen.push(idsOf(part));
      expect(seen.flat()).toEqual(ids.toReversed().slice(0, 11));
      expect(Math.max(...seen.map(({ length }) => length))).toBeLessThan(8);
    }
    const { more } = await store.list(work.everywhere, query, { representation: 'keyValues' });
    for (const id of ['E01', 'E02', 'E03'])
      await store.update({ tenant: work.tenant, servicePath: '/' }, [change('delete', { id })]);
    const rest: string[] = [];
    for await (const part of more!()) rest.push(...idsOf(part));
    expect(rest.at(-1)).toBe('E04');
    const small = { ...query, limit: 2 };
    expect((await store.list(work.everywhere, small, { representation: 'keyValues' })).more).toBeUndefined();
  });

  it('goes on from a page that an attribute orders, whatever its values are', async () => {
    const work = new Workspace(store);
    const values = [3, 'b', null, true, [2, 'x'], [], { k: 1 }, false, 'a', 1.5, 3, { k: [] }, undefined];
    await work.create(
      ...values.map((value, n) => ({ id: `E${n}`, attrs: value === undefined ? {} : { v: value } })),
    );
    for (const order of ['v', '!v', '!v,id', 'x,v', 'a.b,!v']) {
      const query = queryOf({ orderBy: parseOrderBy(order), limit: 2 });
      const seen: string[] = [];
      let cursor: EntityQuery['cursor'] = {};
      while (cursor !== undefined) {
        const { entities, next } = await store.query(work.everywhere, { ...query, cursor });
        seen.push(...entities.map(({ id }) => id));
        cursor = next && { after: JSON.parse(JSON.stringify(next)) as OrderPosition };
      }
      expect({ order, seen }).toEqual({ order, seen: await work.ids({ ...query, limit: 1000 }) });
    }
  });

  it('finds everything after a restart', async () => {
    const work = new Workspace(store);
    await work.create({ id: 'E', attrs: { a: { k: [1] }, 'b.c': 'x' } });
    const before = await work.get('E');
    await store.close();
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
    const [after] = await store.find(work.everywhere, { id: 'E' });
    expect(after).toEqual(before);
    await store.update({ tenant: work.tenant, servicePath: '/' }, [change('create', { id: 'F', type: 'T' })]);
    expect(await new Workspace(store).get('F')).toBeUndefined();
    expect(
      (await store.query(work.everywhere, { selectors: [], orderBy: [], limit: 9, offset: 0, count: true }))
        .count,
    ).toBe(2);
  });

  it('does not show a write before it is durable', async () => {
    const work = new Workspace(store);
    await work.create({ id: 'E', attrs: { a: 1 } });
    const writing = work.update(change('update', { id: 'E', type: 'T' }, attributes({ a: 2 })));
    expect(await work.value('E', 'a')).toBe(1);
    await writing;
    expect(await work.value('E', 'a')).toBe(2);
  });

  it('serves more tenants than it keeps files open', async () => {
    const workspaces = Array.from({ length: 80 }, () => new Workspace(store));
    for (const work of workspaces) await work.create({ id: 'E', attrs: { a: work.tenant } });
    for (const work of workspaces) {
      expect((await work.update(change('append', { id: 'E', type: 'T' }, attributes({ b: 1 })))).kind).toBe(
        'done',
      );
      expect(await work.ids({})).toEqual(['E']);
      expect((await store.getType(work.everywhere, 'T', false))?.attrs.size).toBe(2);
    }
    expect(await store.listTenants()).toHaveLength(81);
  });

  it('refuses tenants that are paths', async () => {
    await expect(store.find({ tenant: '../x', servicePaths: [] }, { id: 'E' })).rejects.toThrow(
      'not a tenant name',
    );
  });

  it('answers database trouble when it is closed', async () => {
    const work = new Workspace(store);
    await work.create({ id: 'E' });
    await store.close();
    await expect(work.ids({})).rejects.toMatchObject({ error: 'InternalServerError' });
    await expect(
      work.update(change('update', { id: 'E', type: 'T' }, attributes({ a: { $inc: 1 } }))),
    ).resolves.toMatchObject({ kind: 'refused' });
    await expect(
      work.update(change('append', { id: 'E', type: 'T' }, attributes({ a: 1 }))),
    ).rejects.toMatchObject({ error: 'InternalServerError' });
  });
});
