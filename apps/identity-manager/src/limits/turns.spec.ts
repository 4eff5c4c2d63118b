import { QueueFull, Turns } from './turns';

describe('Turns', () => {
  const queue = () => new Turns({ perLane: 3, total: 5 });
  /** A job that ends when it is told to, and notes when it began. */
  const jobs = () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const job = (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    };
    const endOne = async () => {
      ends.shift()?.();
      await new Promise(setImmediate);
    };
    return { begun, job, endOne };
  };

  it('runs one job at a time and takes the lanes in turn', async () => {
    const fair = queue();
    const { begun, job, endOne } = jobs();
    const results = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => fair.add(name.slice(0, 1), job(name)));
    expect(begun).toEqual(['a1']);
    for (let times = 0; times < 6; times++) await endOne();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('bounds each lane and all of them', async () => {
    const fair = queue();
    const { job, endOne } = jobs();
    const added = [fair.add('a', job('a0')), ...[1, 2, 3].map((number) => fair.add('a', job(`a${number}`)))];
    await expect(fair.add('a', job('a4'))).rejects.toEqual(new QueueFull('own'));
    added.push(fair.add('b', job('b')), fair.add('c', job('c')));
    await expect(fair.add('d', job('d'))).rejects.toMatchObject({ whose: 'all' });
    for (let times = 0; times < added.length; times++) await endOne();
    expect(await Promise.all(added)).toHaveLength(6);
    const later = fair.add('d', job('d'));
    await endOne();
    expect(await later).toBe('d');
  });

  it('goes on after a job that failed', async () => {
    const fair = queue();
    await expect(fair.add('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await fair.add('a', async () => 1)).toBe(1);
  });
});
