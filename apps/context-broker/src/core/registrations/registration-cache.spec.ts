import type { Registration } from '@smart-city/context';
import type { RegistrationStore } from '../../storage/registration-store';
import { RegistrationCache } from './registration-cache';

const registration = (id: string, entity = 'E'): Registration => ({
  id,
  servicePath: '/',
  entities: [{ id: entity, isPattern: false }],
  attrs: [],
  provider: { url: 'http://h', forwardingMode: 'all', protocol: 'ngsiv2' },
});

/** A store whose content the tests change behind the cache's back. */
function storeOf(...registrations: Registration[]) {
  const stored = { registrations, reads: 0, hold: Promise.resolve() };
  const list = async () => {
    const found = [...stored.registrations];
    stored.reads += 1;
    await stored.hold;
    return found;
  };
  return { stored, store: { list } as unknown as RegistrationStore };
}
const open = (store: RegistrationStore, isOff = false) =>
  new RegistrationCache(store, { refreshMs: 0, isOff }, () => undefined);
const idsOf = async (cache: RegistrationCache) => (await cache.get('t')).all.map(({ id }) => id);

describe('the cache of registrations', () => {
  it('loads a tenant once, for all who ask', async () => {
    const { stored, store } = storeOf(registration('1'));
    const cache = open(store);
    expect(cache.mayHaveSome('t')).toBe(true);
    expect(await Promise.all([idsOf(cache), idsOf(cache)])).toEqual([['1'], ['1']]);
    expect(await idsOf(cache)).toEqual(['1']);
    expect(stored.reads).toBe(1);
  });
  it('knows that a tenant has none', async () => {
    const cache = open(storeOf().store);
    await cache.get('t');
    expect(cache.mayHaveSome('t')).toBe(false);
    cache.put('t', registration('1'));
    expect(cache.mayHaveSome('t')).toBe(true);
  });
  it('has what this process writes at once, and what others write after a refresh', async () => {
    const { stored, store } = storeOf(registration('2'));
    const cache = open(store);
    await cache.get('t');
    cache.put('t', registration('1'));
    expect(await idsOf(cache)).toEqual(['1', '2']);
    cache.remove('t', '2');
    expect(await idsOf(cache)).toEqual(['1']);
    stored.registrations = [registration('3')];
    await cache.refresh();
    expect(await idsOf(cache)).toEqual(['3']);
  });
  it('loses no write that happens while it reads', async () => {
    const { stored, store } = storeOf();
    const cache = open(store);
    let release = () => {};
    stored.hold = new Promise((resolve) => (release = resolve));
    const reading = cache.get('t');
    stored.registrations = [registration('1')];
    cache.put('t', registration('1'));
    release();
    await reading;
    expect(await idsOf(cache)).toEqual(['1']);
  });
  it('reads every time when it is off', async () => {
    const { stored, store } = storeOf(registration('1'));
    const cache = open(store, true);
    await cache.get('t');
    stored.registrations = [];
    expect(await idsOf(cache)).toEqual([]);
    expect(stored.reads).toBe(2);
  });
  it('asks again after a failure', async () => {
    let isAway = true;
    const store = {
      list: async () => (isAway ? Promise.reject(new Error('away')) : [registration('1')]),
    } as unknown as RegistrationStore;
    const cache = open(store);
    await expect(cache.get('t')).rejects.toThrow('away');
    isAway = false;
    expect(await idsOf(cache)).toEqual(['1']);
  });
  it('finds registrations by entity id, in order, patterns included', async () => {
    const any: Registration = { ...registration('2'), entities: [{ id: '.*', isPattern: true }] };
    const index = await open(
      storeOf(registration('1', 'A'), any, registration('3', 'B'), registration('4', 'A')).store,
    ).get('t');
    expect(index.ofIds(['A']).map(({ id }) => id)).toEqual(['1', '2', '4']);
    expect(index.ofIds(['none']).map(({ id }) => id)).toEqual(['2']);
    expect(index.ofSelectors([{ types: ['T'] }])).toHaveLength(4);
    expect(index.ofSelectors([{ ids: ['B'] }]).map(({ id }) => id)).toEqual(['2', '3']);
  });
});
