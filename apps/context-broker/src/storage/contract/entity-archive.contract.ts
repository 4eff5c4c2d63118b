import fc from 'fast-check';
import type { Entity } from '@smart-city/context';
import { ALL_SERVICE_PATHS } from '@smart-city/context';
import { entityArbitrary } from '@smart-city/ngsi-testing';
import type { Stores } from '../stores';
import { becomes, draft, EVERY_KIND } from './ngsi-ld-sample';

/** What every archive does, whatever its database, so that a copy of a copy is the same again. */
export function entityArchiveContract(open: () => Promise<Stores>): void {
  describe('EntityArchive', () => {
    let stores: Stores;
    let tenants = 0;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores.entities.close());
    const freshTenant = () => `archive${++tenants}`;
    const scan = async (tenant: string) => {
      const found: Entity[] = [];
      for await (const group of stores.archive.scan(tenant)) found.push(...group);
      return found;
    };
    const identity = ({ id, type, servicePath }: Entity) => JSON.stringify([id, type, servicePath]);

    it('gives back what was put, dates and order of attributes included; the last of an identity wins', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(entityArbitrary(), { maxLength: 8 }), async (entities) => {
          const tenant = freshTenant();
          for (const entity of entities) await stores.archive.put(tenant, [entity]);
          const wanted = new Map(entities.map((entity) => [identity(entity), entity]));
          const found = new Map((await scan(tenant)).map((entity) => [identity(entity), entity]));
          expect(found).toEqual(wanted);
          for (const [key, entity] of wanted)
            expect([...found.get(key)!.attrs.keys()]).toEqual([...entity.attrs.keys()]);
        }),
        { numRuns: 20 },
      );
    });
    it('gives back what NGSI-LD wrote', async () => {
      const tenant = freshTenant();
      const after = draft('urn:a:1', EVERY_KIND, {
        furtherTypes: ['U'],
        servicePath: '/a',
        scopes: ['/a', '/b'],
        expiresAt: '2095-01-01T00:00:00Z',
      });
      await stores.entities.rewrite(tenant, [becomes(after)]);
      const [entity] = await scan(tenant);
      const other = freshTenant();
      await stores.archive.put(other, [entity!]);
      expect(await scan(other)).toEqual([entity]);
      expect(entity).toMatchObject({ furtherTypes: ['U'], scopes: ['/a', '/b'] });
    });
    it('scans many groups, and nothing of an unknown tenant', async () => {
      const tenant = freshTenant();
      const entity = (n: number): Entity => ({
        id: `E${n}`,
        type: 'T',
        servicePath: '/',
        attrs: new Map(),
        creDate: n,
        modDate: n,
      });
      const entities = Array.from({ length: 1201 }, (_, n) => entity(n));
      await stores.archive.put(tenant, entities);
      expect(await scan(tenant)).toEqual(entities);
      expect(await scan('nosuchtenant')).toEqual([]);
    });
    it('puts entities that the entity store serves', async () => {
      const tenant = freshTenant();
      const [entity] = fc.sample(entityArbitrary(), 1);
      await stores.archive.put(tenant, [entity!]);
      const tenancy = { tenant, servicePaths: ALL_SERVICE_PATHS };
      expect(await stores.entities.find(tenancy, { id: entity!.id })).toEqual([entity]);
      const { types } = await stores.entities.listTypes(tenancy, { limit: 10, offset: 0, detail: true });
      expect(types).toMatchObject([{ type: entity!.type, count: 1 }]);
    });
  });
}
