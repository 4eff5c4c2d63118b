import type { DocumentStore } from '../document-store';

const COLLECTION = 'ldContexts';

/**
 * Contract of {@link DocumentStore}: every adapter passes it.
 *
 * @param open  gives the store of one database, as after a start: what is in it stays
 */
export function documentStoreContract(open: () => Promise<DocumentStore>): void {
  let tenants = 0;
  const newTenant = () => `d${process.pid}_${(tenants += 1)}`;

  describe('DocumentStore', () => {
    let store: DocumentStore;
    beforeAll(async () => {
      store = await open();
    });

    it('has nothing of a tenant that wrote nothing', async () => {
      const tenant = newTenant();
      expect(await store.list(tenant, COLLECTION)).toEqual([]);
      expect(await store.get(tenant, COLLECTION, 'a')).toBeUndefined();
      expect(await store.delete(tenant, COLLECTION, 'a')).toBe(false);
    });

    it('gives back documents as they came, the oldest first, after a restart too', async () => {
      const tenant = newTenant();
      const json = '{"@context":{"ü.$x":"https://a.org/\\u0000"}}';
      for (const id of ['b', 'a.$', 'c']) await store.put(tenant, COLLECTION, { id, json });
      const again = await open();
      expect((await again.list(tenant, COLLECTION)).map(({ id }) => id)).toEqual(['b', 'a.$', 'c']);
      expect(await again.get(tenant, COLLECTION, 'a.$')).toBe(json);
    });

    it('replaces a document in its place, and deletes one alone', async () => {
      const tenant = newTenant();
      for (const id of ['a', 'b']) await store.put(tenant, COLLECTION, { id, json: '1' });
      await store.put(tenant, COLLECTION, { id: 'a', json: '2' });
      expect(await store.list(tenant, COLLECTION)).toEqual([
        { id: 'a', json: '2' },
        { id: 'b', json: '1' },
      ]);
      expect(await store.delete(tenant, COLLECTION, 'a')).toBe(true);
      expect(await store.list(tenant, COLLECTION)).toEqual([{ id: 'b', json: '1' }]);
    });

    it('keeps tenants apart', async () => {
      const [one, other] = [newTenant(), newTenant()];
      await store.put(one, COLLECTION, { id: 'a', json: '1' });
      expect(await store.get(other, COLLECTION, 'a')).toBeUndefined();
    });
  });
}
