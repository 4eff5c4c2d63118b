import { FairQueue } from './fair-queue';

const all = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

describe('FairQueue', () => {
  const queue = () => {
    const filled = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) filled.push(item[0]!, item);
    return filled;
  };

  it('lets owners take turns and keeps the order of each', () => {
    expect(all(queue())).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('passes over owners who may not, who lose nothing', () => {
    const filled = queue();
    expect(filled.take((owner) => owner !== 'a')).toBe('b1');
    expect(filled.take()).toBe('a1');
  });

  it('an item put back comes before the others of its owner', () => {
    const filled = queue();
    filled.putBack('c', ['c0']);
    expect(all(filled)).toEqual(['a1', 'b1', 'c0', 'a2', 'c1', 'a3', 'c2']);
  });

  it('drains items of all owners', () => {
    const filled = queue();
    expect(filled.drain((item) => item.endsWith('1'))).toEqual(['a1', 'b1', 'c1']);
    expect(all(filled)).toEqual(['a2', 'c2', 'a3']);
    expect(filled.isEmpty).toBe(true);
  });

  it('counts what waits, of one owner and of all', () => {
    const filled = queue();
    expect([filled.length, filled.lengthOf('a'), filled.lengthOf('nobody')]).toEqual([6, 3, 0]);
    filled.take();
    expect([filled.length, filled.lengthOf('a')]).toEqual([5, 2]);
    filled.putBack('a', ['a1']);
    filled.drain((item) => item === 'c1');
    expect([filled.length, filled.lengthOf('a'), filled.lengthOf('c')]).toEqual([5, 3, 1]);
  });
});
