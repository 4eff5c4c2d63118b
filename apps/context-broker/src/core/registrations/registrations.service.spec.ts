import type { Registration } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import type { LegacyForwardingUse } from '../../operations/deprecations/legacy-forwarding-use';
import type { RegistrationStore } from '../../storage/registration-store';
import { RegistrationCache } from './registration-cache';
import { RegistrationsService } from './registrations.service';

const ID = '5a82be3d093af1b94ac0f730';
const stored = (): Registration => ({
  id: ID,
  servicePath: '/',
  entities: [{ id: 'E', isPattern: false }],
  attrs: [],
  provider: { url: 'http://h', forwardingMode: 'all', protocol: 'ngsiv2' },
});
const request = { tenant: 't' } as RequestContext;

/** @param normalId  what the store makes of an id that it is asked for */
async function open(normalId: (id: string) => string) {
  const registrations = new Map([[ID, stored()]]);
  const store = {
    list: async () => [...registrations.values()],
    find: async (_tenant: string, id: string) => registrations.get(normalId(id)),
    replace: async (_tenant: string, after: Registration) =>
      registrations.has(after.id) && registrations.set(after.id, after) !== undefined,
    delete: async (_tenant: string, id: string) => registrations.delete(normalId(id)),
  } as unknown as RegistrationStore;
  const cache = new RegistrationCache(store, { refreshMs: 0, isOff: false }, () => undefined);
  await cache.get('t');
  return { cache, service: new RegistrationsService(store, cache, {} as LegacyForwardingUse) };
}

describe.each([
  ['reads ids as ObjectIds', (id: string) => id.toLowerCase()],
  ['takes ids as text', (id: string) => id],
])('registrations on a store that %s', (_name, normalId) => {
  it('are the same by an id in capitals: shown, changed, deleted and no longer asked', async () => {
    const { cache, service } = await open(normalId);
    const capitals = ID.toUpperCase();
    expect((await service.get(request, ['ngsiv2'], capitals)).id).toBe(ID);
    await service.patch(request, ['ngsiv2'], capitals, (before) => ({ ...before, description: 'd' }));
    expect((await cache.get('t')).all).toEqual([{ ...stored(), description: 'd' }]);
    await service.delete(request, ['ngsiv2'], capitals);
    expect((await cache.get('t')).all).toEqual([]);
    await expect(service.delete(request, ['ngsiv2'], ID)).rejects.toMatchObject({ error: 'NotFound' });
  });
});

it('a registration of another protocol is not there', async () => {
  const { service } = await open((id) => id);
  for (const ask of [
    () => service.get(request, ['other'], ID),
    () => service.patch(request, ['other'], ID, (before) => before),
    () => service.delete(request, ['other'], ID),
  ])
    await expect(ask()).rejects.toMatchObject({ error: 'NotFound' });
  expect((await service.get(request, ['ngsiv2'], ID)).id).toBe(ID);
});
