import { TimedCache } from './timed-cache';

const LIFE_MS = 30;
const now = Date.now;
/** The wall clock stands so many milliseconds after the beginning. */
const at = (ms: number) => void (Date.now = () => 1_800_000_000_000 + ms);
beforeEach(() => at(0));
afterEach(() => void (Date.now = now));

describe('TimedCache', () => {
  const counting = () => {
    let loads = 0;
    return async () => ++loads;
  };

  it('loads once while an entry lives, and again when it is too old', async () => {
    const cache = new TimedCache<number>(LIFE_MS);
    const load = counting();
    expect(await cache.load('a', load)).toBe(1);
    expect(await cache.load('a', load)).toBe(1);
    at(LIFE_MS + 1);
    expect(await cache.load('a', load)).toBe(2);
  });

  it('loads once for all that ask at the same time, and apart for other entries', async () => {
    const cache = new TimedCache<number>(LIFE_MS);
    const load = counting();
    const asked = ['a', 'b', 'a', 'a'].map((key) => cache.load(key, load));
    expect(await Promise.all(asked)).toEqual([1, 2, 1, 1]);
  });

  it('loads for everybody who asks when it is to remember nothing', async () => {
    const cache = new TimedCache<number>(0);
    const load = counting();
    expect(await Promise.all([cache.load('a', load), cache.load('a', load)])).toEqual([1, 2]);
  });

  it('tells all that asked at the same time of a failure, and tries again for the next', async () => {
    const cache = new TimedCache<number>(LIFE_MS);
    const fail = () => Promise.reject(new Error('gone'));
    const outcomes = await Promise.allSettled([cache.load('a', fail), cache.load('a', fail)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await cache.load('a', counting())).toBe(1);
  });

  it('does not remember a load that threw before it gave a promise', async () => {
    const cache = new TimedCache<number>(LIFE_MS);
    const fail = () => {
      throw new Error('gone');
    };
    await expect(cache.load('a', fail)).rejects.toThrow('gone');
    expect(await cache.load('a', counting())).toBe(1);
  });

  it.each<[string, (cache: TimedCache<string>) => void]>([
    ['it was emptied', (cache) => cache.clear()],
    ['the entry was forgotten', (cache) => cache.forget('a')],
    ['entries like it were forgotten', (cache) => cache.forgetWhere(() => false)],
  ])('does not remember a load that began before %s', async (_case, empty) => {
    const cache = new TimedCache<string>(10_000);
    let finish = (_value: string) => {};
    const first = cache.load('a', () => new Promise<string>((resolve) => (finish = resolve)));
    empty(cache);
    let finishNew = (_value: string) => {};
    // Whoever asks from now on is not given it.
    const second = cache.load('a', () => new Promise<string>((resolve) => (finishNew = resolve)));
    finish('old');
    expect(await first).toBe('old');
    expect(cache.get('a')).toBeUndefined();
    // And the one that is under way is still shared.
    const third = cache.load('a', async () => 'another');
    finishNew('new');
    expect([await second, await third, cache.get('a')]).toEqual(['new', 'new', 'new']);
  });

  it('forgets one entry', async () => {
    const cache = new TimedCache<string>(10_000);
    cache.set('a', 'x');
    cache.set('b', 'y');
    cache.forget('a');
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'y']);
  });

  it('forgets the entries that a change concerns, by key or by value', () => {
    const cache = new TimedCache<string>(10_000);
    const entries = { a: 'x', b: 'y', c: 'z' };
    for (const [key, value] of Object.entries(entries)) cache.set(key, value);
    cache.forgetWhere((key, value) => key === 'a' || value === 'z');
    expect(Object.keys(entries).map((key) => cache.get(key))).toEqual([undefined, 'y', undefined]);
  });

  it('holds no more entries than it may, and nothing when the age is zero', () => {
    const cache = new TimedCache<number>(10_000, 2);
    [1, 2, 3].forEach((value) => cache.set(String(value), value));
    expect([cache.get('1'), cache.get('3')]).toEqual([undefined, 3]);
    const none = new TimedCache<number>(0);
    none.set('a', 1);
    expect(none.get('a')).toBeUndefined();
  });
});
