import { LanePool, type PoolLimits } from './lane-pool';

/** Work that ends when the test says so. */
function controlled() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (item: string) => {
    started.push(item);
    return new Promise<void>((resolve) => ends.set(item, resolve));
  };
  const end = async (item: string) => {
    ends.get(item)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, work, end };
}

const lanePool = (limits: PoolLimits, work: (item: string) => Promise<void>) =>
  new LanePool(limits, work, { pack: (item) => item, unpack: (text) => text });

describe('a pool of lanes', () => {
  it('does one item of a lane at a time, in order, and lanes beside each other', async () => {
    const { started, work, end } = controlled();
    const pool = lanePool({ capacity: 10, workers: 10 }, work);
    for (const item of ['a1', 'a2', 'b1']) pool.offer(item[0]!, item);
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
    expect([pool.size, pool.running]).toEqual([0, 2]);
  });

  it('lets lanes take turns at few workers', async () => {
    const { started, work, end } = controlled();
    const pool = lanePool({ capacity: 10, workers: 1 }, work);
    for (const item of ['a1', 'a2', 'a3', 'b1']) pool.offer(item[0]!, item);
    await end('a1');
    await end('b1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes no more than may wait', () => {
    const { work } = controlled();
    const pool = lanePool({ capacity: 1, workers: 1 }, work);
    expect(['a1', 'a2', 'a3'].map((item) => pool.offer('a', item))).toEqual([true, true, false]);
  });

  it('tells when it is idle, and forgets what waits when it closes', async () => {
    const { started, work, end } = controlled();
    const pool = lanePool({ capacity: 10, workers: 1 }, work);
    pool.offer('a', 'a1');
    pool.offer('a', 'a2');
    const idle = pool.whenIdle();
    pool.close();
    await end('a1');
    await idle;
    expect(started).toEqual(['a1']);
    expect(pool.offer('a', 'a3')).toBe(false);
  });

  it('takes more than fits when told that it was there before', () => {
    const { work } = controlled();
    const pool = lanePool({ capacity: 1, workers: 1 }, work);
    expect(['a1', 'a2', 'a3'].map((item) => pool.offer('a', item))).toEqual([true, true, false]);
    expect(pool.offer('a', 'a4', true)).toBe(true);
    expect(pool.size).toBe(2);
  });
});
