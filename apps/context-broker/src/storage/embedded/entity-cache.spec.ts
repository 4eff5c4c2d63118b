import type { Entity } from '@smart-city/context';
import { EntityCache, type CachedEntity } from './entity-cache';

const stored = (id: string, size = 10): readonly CachedEntity[] => {
  const entity: Entity = { id, type: 'T', servicePath: '/', attrs: new Map(), creDate: 0, modDate: 0 };
  return [{ key: 1, entity, size }];
};

describe('EntityCache', () => {
  const filled = (ids: string, most = ids.length) => {
    const cache = new EntityCache(most, 1_000_000);
    for (const id of ids) cache.add('', id, stored(id));
    return cache;
  };
  const kept = (cache: EntityCache, ids: string) =>
    [...ids].filter((id) => cache.use('', id) !== undefined).join('');

  it('makes room where nothing was used since it came', () => {
    const cache = filled('abc');
    cache.use('', 'a');
    cache.add('', 'd', stored('d'));
    expect(kept(cache, 'abcd')).toBe('acd');
  });

  it('spares what was used once, not for ever', () => {
    const cache = filled('abc');
    cache.use('', 'a');
    for (const id of 'defg') cache.add('', id, stored(id));
    expect(kept(cache, 'abcdefg')).toBe('efg');
  });

  it('makes room where everything was used', () => {
    const cache = filled('abc');
    expect(kept(cache, 'abc')).toBe('abc');
    cache.add('', 'd', stored('d'));
    expect(cache.entries).toBe(3);
    expect(kept(cache, 'bcd')).toBe('bcd');
  });

  it('spares no more than some thousands at one time', () => {
    const cache = new EntityCache(6_400, 1_000_000_000);
    for (let n = 0; n < 6_400; n += 1) cache.add('', `e${n}`, stored(`e${n}`));
    for (let n = 0; n < 6_400; n += 1) cache.use('', `e${n}`);
    cache.add('', 'last', stored('last'));
    expect(cache.entries).toBe(6_300);
    expect(cache.use('', 'e0')).toBeDefined();
    expect(cache.use('', 'e4095')).toBeDefined();
    expect(cache.use('', 'e4096')).toBeUndefined();
    expect(cache.use('', 'last')).toBeDefined();
  });

  it('keeps to the size of what is stored, and writes under way', () => {
    const cache = new EntityCache(10, 1_000);
    const slot = cache.add('', 'a', stored('a', 100));
    cache.stage(slot, stored('a', 200));
    for (const id of 'bcdef') cache.add('', id, stored(id, 100));
    expect(cache.size).toBeLessThanOrEqual(1_000);
    expect(cache.use('', 'a')).toBe(slot);
    cache.commit(slot, slot.latest);
    expect(cache.use('', 'b')).toBeUndefined();
  });

  it('takes one slot in the place of another of the same id', () => {
    const cache = filled('a', 10);
    const other = cache.add('', 'a', stored('a', 50));
    expect(cache.entries).toBe(1);
    expect(cache.use('', 'a')).toBe(other);
    expect(cache.size).toBe(250);
  });
});
