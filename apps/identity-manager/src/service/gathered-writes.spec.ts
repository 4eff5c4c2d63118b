import { GatheredWrites } from './gathered-writes';

/** Longer than any test runs. */
const NEVER_MS = 3_600_000;

describe('What gathers in memory', () => {
  it('is written some time after the first of it, all in one group', async () => {
    let written: readonly string[] = [];
    const waiting: string[] = [];
    await new Promise<void>((resolve) => {
      const write = () => {
        written = waiting.splice(0);
        resolve();
        return Promise.resolve();
      };
      const writes = new GatheredWrites(write, 1, true);
      for (const entry of ['first', 'second', 'third']) {
        waiting.push(entry);
        writes.later();
      }
      expect(written).toEqual([]);
    });
    expect(written).toEqual(['first', 'second', 'third']);
  });

  it('is written at once when somebody wants it, and later again when more has gathered', async () => {
    const groups: string[][] = [];
    const waiting = ['first'];
    let told: () => void = () => undefined;
    const write = () => {
      groups.push(waiting.splice(0));
      told();
      return Promise.resolve();
    };
    const writes = new GatheredWrites(write, 1, true);
    await writes.now();
    expect(groups).toEqual([['first']]);
    waiting.push('second');
    const again = new Promise<void>((resolve) => (told = resolve));
    writes.later();
    await again;
    expect(groups).toEqual([['first'], ['second']]);
  });

  it('is written one group after the other: who waits for one waits for those before', async () => {
    const told: string[] = [];
    const write = async () => {
      told.push('begins');
      await new Promise(setImmediate);
      told.push('ends');
    };
    const writes = new GatheredWrites(write, NEVER_MS, false);
    void writes.now();
    await writes.now();
    expect(told).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it.each([true, false])('holds the process until it is written, where it shall: %s', async (holds) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const writes = new GatheredWrites(() => Promise.resolve(), NEVER_MS, holds);
    writes.later();
    expect(timers() - before).toBe(holds ? 1 : 0);
    await writes.now();
    expect(timers() - before).toBe(0);
  });
});
