import { TimedCache } from './timed-cache';

const LIFE_MS = 30;
const now = Date.now;
/** The wall clock stands so many milliseconds after the beginning. */
const at = (ms: number) => void (Date.now = () => 1_800_000_000_000 + ms);
beforeEach(() => at(0));
afterEach(() => void (Date.now = now));

describe('TimedCache', () => {
  it('loads once while an entry lives, and again when it is too old', async () => {
    const cache = new TimedCache<number>(LIFE_MS);
    let loads = 0;
    const load = async () => ++loads;
    expect(await cache.load('a', load)).toBe(1);
    expect(await cache.load('a', load)).toBe(1);
    at(LIFE_MS + 1);
    expect(await cache.load('a', load)).toBe(2);
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
    finish('old');
    expect(await first).toBe('old');
    expect(cache.get('a')).toBeUndefined();
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
