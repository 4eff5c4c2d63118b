import type { Stores } from '../stores';
import { Workspace } from './contract-kit';

/** What every `StoreFacts` does. */
export function storeFactsContract(open: () => Promise<Stores>): void {
  describe('facts about a store', () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.entities.close());

    it('a tenant that is not there takes nothing and has no service paths', async () => {
      expect(await stores.facts.servicePaths('nobody', 10)).toEqual([]);
      expect(await stores.facts.sizeBytes('nobody')).toBe(0);
    });

    it('service paths are listed by name, so many at most', async () => {
      const work = new Workspace(stores.entities);
      await work.create(
        { id: 'A', path: '/b' },
        { id: 'A', path: '/a/c' },
        { id: 'A', path: '/a' },
        { id: 'B', path: '/a' },
      );
      expect(await stores.facts.servicePaths(work.tenant, 10)).toEqual(['/a', '/a/c', '/b']);
      expect(await stores.facts.servicePaths(work.tenant, 2)).toEqual(['/a', '/a/c']);
      expect(await stores.facts.sizeBytes(work.tenant)).toBeGreaterThan(0);
    });
  });
}
