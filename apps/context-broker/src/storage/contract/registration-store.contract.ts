import type { JsonValue, Registration } from '@smart-city/context';
import { newRegistrationId } from '../../core/registrations/registration-id';
import type { RegistrationStore } from '../registration-store';

const registration = (change: Partial<Registration> = {}): Registration => ({
  id: newRegistrationId(),
  servicePath: '/',
  entities: [{ id: 'E', isPattern: false, type: 'T' }],
  attrs: ['A'],
  provider: { url: 'http://h:1/v2', forwardingMode: 'all', protocol: 'ngsiv2' },
  ...change,
});

/** What every adapter of {@link RegistrationStore} promises. @param open  gives the store; tenants are made up by the tests */
export function registrationStoreContract(open: () => Promise<RegistrationStore>): void {
  let tenants = 0;
  const newTenant = () => `reg${process.pid}x${(tenants += 1)}`;

  describe('RegistrationStore', () => {
    let store: RegistrationStore;
    let tenant: string;
    beforeAll(async () => {
      store = await open();
    });
    beforeEach(() => {
      tenant = newTenant();
    });

    it('gives back what is stated in another protocol, under any id', async () => {
      const plain = registration();
      const other = registration({
        id: 'urn:ngsi-ld:ContextSourceRegistration:1',
        provider: { url: 'http://h:1', forwardingMode: 'query', protocol: 'other' },
        stated: new Map<string, JsonValue>([['https://c.example/x.y', [1.5, '$c', new Map([['d', null]])]]]),
      });
      await store.insert(tenant, plain);
      await store.insert(tenant, other);
      expect(await store.find(tenant, other.id)).toEqual(other);
      const page = async (...protocols: string[]) =>
        (await store.page(tenant, { limit: 10, offset: 0, protocols })).registrations.map(({ id }) => id);
      expect(await page('ngsiv2', 'ngsiv1')).toEqual([plain.id]);
      expect(await page('other')).toEqual([other.id]);
      const changed = { ...other, attrs: ['B'] };
      expect(await store.replace(tenant, changed)).toBe(true);
      expect(await store.find(tenant, other.id)).toEqual(changed);
      expect(await store.delete(tenant, other.id)).toBe(true);
      expect(await store.find(tenant, other.id)).toBeUndefined();
    });

    it('gives back what was stored, member by member', async () => {
      const full = registration({
        description: 'all of it',
        expiresAtSeconds: 2_210_000_000,
        status: 'inactive',
        servicePath: '/a/b',
        entities: [
          { id: 'E.x', isPattern: false, type: 'T' },
          { id: '.*', isPattern: true, type: 'U' },
          { id: 'F', isPattern: false },
        ],
        attrs: ['a', 'b.c', '$d'],
        provider: { url: 'https://h/v1', forwardingMode: 'update', protocol: 'ngsiv1' },
      });
      const bare = registration({ attrs: [], entities: [] });
      await store.insert(tenant, full);
      await store.insert(tenant, bare);
      expect(await store.find(tenant, full.id)).toEqual(full);
      expect(await store.find(tenant, bare.id)).toEqual(bare);
      expect(await store.list(tenant)).toEqual([full, bare]);
    });

    it('replaces and deletes only what is there', async () => {
      const one = registration();
      await store.insert(tenant, one);
      expect(await store.replace(tenant, { ...one, attrs: ['B'] })).toBe(true);
      expect(await store.find(tenant, one.id)).toEqual({ ...one, attrs: ['B'] });
      expect(await store.replace(tenant, registration())).toBe(false);
      expect(await store.delete(tenant, one.id)).toBe(true);
      expect(await store.delete(tenant, one.id)).toBe(false);
      expect(await store.find(tenant, one.id)).toBeUndefined();
      expect(await store.list(tenant)).toEqual([]);
    });

    it('pages by id, within one service path when asked', async () => {
      const all = [
        registration(),
        registration({ servicePath: '/a' }),
        registration({ servicePath: '/a/b' }),
        registration({ servicePath: '/a' }),
      ];
      for (const one of all) await store.insert(tenant, one);
      expect(await store.page(tenant, { limit: 2, offset: 1 })).toEqual({
        registrations: [all[1], all[2]],
        count: 4,
      });
      expect(await store.page(tenant, { servicePath: '/a', limit: 10, offset: 0 })).toEqual({
        registrations: [all[1], all[3]],
        count: 2,
      });
      expect(await store.page(tenant, { limit: 0, offset: 0 })).toEqual({ registrations: [], count: 4 });
      expect(await store.page(tenant, { limit: 0, offset: 0, after: '' })).toEqual({
        registrations: [],
        count: 4,
      });
      expect(await store.page(tenant, { limit: 5, offset: 9 })).toEqual({ registrations: [], count: 4 });
    });

    it('begins a page behind an id, that need not be there any more, and says which one comes next', async () => {
      const all = ['/a', '/b', '/a', '/a'].map((servicePath) => registration({ servicePath }));
      for (const one of all) await store.insert(tenant, one);
      const [first, second, third, fourth] = all;
      const page = (after: string, more = {}) => store.page(tenant, { limit: 2, offset: 0, after, ...more });
      expect(await page('')).toEqual({ registrations: [first, second], count: 4, next: second!.id });
      await store.delete(tenant, second!.id);
      expect(await page(second!.id)).toEqual({ registrations: [third, fourth], count: 3, next: fourth!.id });
      expect(await page(fourth!.id)).toEqual({ registrations: [], count: 3 });
      expect(await page(first!.id, { servicePath: '/a', limit: 5 })).toEqual({
        registrations: [third, fourth],
        count: 3,
      });
      expect(await page('f'.repeat(24))).toEqual({ registrations: [], count: 3 });
    });

    it('keeps tenants apart and knows nothing of an unknown one', async () => {
      const one = registration();
      await store.insert(tenant, one);
      const other = newTenant();
      expect(await store.list(other)).toEqual([]);
      expect(await store.find(other, one.id)).toBeUndefined();
      expect(await store.delete(other, one.id)).toBe(false);
    });

    it('finds nothing under an id that is none', async () => {
      expect(await store.find(tenant, 'not-an-id')).toBeUndefined();
      expect(await store.delete(tenant, 'not-an-id')).toBe(false);
    });
  });
}
