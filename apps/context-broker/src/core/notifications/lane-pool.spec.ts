import { LanePool, type PoolLimits } from './lane-pool';

/** Work that ends when the test says so, of a target that may be down. */
function controlled(limits: Partial<PoolLimits> = {}) {
  const started: string[] = [];
  const ends = new Map<string, (againMs?: number) => void>();
  const health = { isDown: false };
  const pool = new LanePool<string>(
    { workers: 10, perGroup: () => 10, ...limits },
    (item) => {
      started.push(item);
      return new Promise<number | undefined>((resolve) => ends.set(item, resolve));
    },
    { pack: (item) => item, unpack: (text) => text },
    health,
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (item: string, againMs?: number) => {
    ends.get(item)!(againMs);
    await settle();
  };
  /** `x:ab1`: group x, keys a and b. */
  const offer = (...items: readonly string[]) =>
    items.map((item) => {
      const [group = '', rest = ''] = item.split(':');
      return pool.offer(group, [...rest.replace(/\d/g, '')], item);
    });
  return { pool, started, offer, end, health };
}

describe('a pool of lanes', () => {
  it('does one item of a key at a time, in order, and keys of a group beside each other', async () => {
    const { pool, started, offer, end } = controlled();
    offer('x:a1', 'x:a2', 'x:b1');
    expect(started).toEqual(['x:a1', 'x:b1']);
    await end('x:a1');
    expect(started).toEqual(['x:a1', 'x:b1', 'x:a2']);
    expect([pool.size, pool.running]).toEqual([0, 2]);
  });

  it('has an item of several keys wait for all that came before, and those that come after wait for it', async () => {
    const { started, offer, end } = controlled();
    offer('x:a1', 'x:b1', 'x:ab2', 'x:a3', 'x:c1');
    expect(started).toEqual(['x:a1', 'x:b1', 'x:c1']);
    await end('x:a1');
    expect(started).toHaveLength(3);
    await end('x:b1');
    expect(started).toEqual(['x:a1', 'x:b1', 'x:c1', 'x:ab2']);
    await end('x:ab2');
    expect(started.at(-1)).toBe('x:a3');
  });

  it('takes a key that is given twice for one', async () => {
    const { started, offer, end } = controlled();
    offer('x:aa1', 'x:a2');
    await end('x:aa1');
    expect(started).toEqual(['x:aa1', 'x:a2']);
  });

  it('does no more of a group at a time than it may', async () => {
    const { started, offer, end } = controlled({ perGroup: () => 2 });
    offer('x:a1', 'x:b1', 'x:c1', 'y:a1');
    expect(started).toEqual(['x:a1', 'x:b1', 'y:a1']);
    await end('x:a1');
    expect(started.at(-1)).toBe('x:c1');
  });

  it('lets groups take turns at few workers', async () => {
    const { started, offer, end } = controlled({ workers: 1 });
    offer('x:a1', 'x:b1', 'x:c1', 'y:a1');
    await end('x:a1');
    await end('x:b1');
    expect(started).toEqual(['x:a1', 'x:b1', 'y:a1']);
  });

  it('holds back only what shares a key with an item that has to be tried again', async () => {
    const { pool, started, offer, end } = controlled({ workers: 1 });
    offer('x:a1', 'x:a2', 'x:b1');
    await end('x:a1', 20);
    expect(started).toEqual(['x:a1', 'x:b1']);
    expect(pool.size).toBe(2);
    await end('x:b1');
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(started).toEqual(['x:a1', 'x:b1', 'x:a1']);
    await end('x:a1');
    expect(started.at(-1)).toBe('x:a2');
  });

  it('tries one item of a group at a time while the target is down, and all again once it is back', async () => {
    const { started, offer, end, health } = controlled();
    health.isDown = true;
    offer('x:a1', 'x:b1', 'x:c1', 'y:a1');
    expect(started).toEqual(['x:a1', 'y:a1']);
    await end('x:a1', 3_600_000);
    expect(started).toEqual(['x:a1', 'y:a1']);
    health.isDown = true;
    const answered = end('y:a1');
    health.isDown = false;
    await answered;
    expect(started.slice(2).sort()).toEqual(['x:a1', 'x:b1', 'x:c1']);
  });

  it('keeps the order of many, which are packed', async () => {
    const { started, offer, end } = controlled();
    const items = Array.from({ length: 300 }, (_, at) => `x:a${at}`);
    offer(...items);
    for (const item of items) await end(item);
    expect(started).toEqual(items);
  });

  it('tells when it is idle, and forgets what waits when it closes', async () => {
    const { pool, started, offer, end } = controlled({ workers: 1 });
    offer('x:a1', 'x:a2');
    const idle = pool.whenIdle();
    pool.close();
    await end('x:a1');
    await idle;
    expect(started).toEqual(['x:a1']);
    expect(offer('x:a3')).toEqual([false]);
  });
});
