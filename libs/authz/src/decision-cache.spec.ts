import fc from 'fast-check';
import { DecisionCache } from './decision-cache';

describe('DecisionCache', () => {
  it('forgets in time', () => {
    let now = 0;
    const cache = new DecisionCache<string>(10, () => now);
    cache.keep('t', 'q', 'yes', 100);
    now = 99;
    expect(cache.find('t', 'q')).toBe('yes');
    now = 100;
    expect(cache.find('t', 'q')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('drops all of a token', () => {
    const cache = new DecisionCache<string>(10, () => 0);
    cache.keep('t', 'a', 'yes', 1);
    cache.keep('t', 'b', 'yes', 1);
    cache.keep('u', 'a', 'yes', 1);
    cache.drop('t');
    expect([cache.find('t', 'a'), cache.find('u', 'a'), cache.size]).toEqual([undefined, 'yes', 1]);
  });

  it('keeps the tokens in use when it is full', () => {
    const cache = new DecisionCache<string>(2, () => 0);
    cache.keep('busy', 'q', 'yes', 1);
    cache.keep('idle', 'q', 'yes', 1);
    cache.find('busy', 'q');
    cache.keep('new', 'q', 'yes', 1);
    expect([cache.find('busy', 'q'), cache.find('idle', 'q')]).toEqual(['yes', undefined]);
  });

  it('never grows beyond its size, and counts right', () => {
    const token = fc.constantFrom('a', 'b', 'c');
    const question = fc.constantFrom('1', '2', '3', '4');
    const step = fc.tuple(fc.constantFrom('keep', 'drop', 'find'), token, question);
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const cache = new DecisionCache<string>(5, () => 0);
        for (const [what, t, q] of steps) {
          if (what === 'keep') cache.keep(t, q, 'yes', 1);
          else if (what === 'drop') cache.drop(t);
          else cache.find(t, q);
        }
        const found = ['a', 'b', 'c'].flatMap((t) => ['1', '2', '3', '4'].filter((q) => cache.find(t, q)));
        expect(cache.size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
