import { InTurn, type Say } from './in-turn';

it('tells what happens at the same time in the order of the numbers', async () => {
  const turns = new InTurn();
  const told: string[] = [];
  const finish: (() => void)[] = [];
  const work = (name: string) => async (say: Say) => {
    say(() => told.push(`${name} starts`));
    await new Promise<void>((resolve) => finish.push(resolve));
    say(() => told.push(`${name} ends`));
  };
  const all = ['a', 'b', 'c'].map((name, at) => turns.run(at, work(name)));
  expect(told).toEqual(['a starts']);
  finish[2]!();
  await all[2];
  finish[0]!();
  await all[0];
  expect(told).toEqual(['a starts', 'a ends', 'b starts']);
  finish[1]!();
  await all[1];
  expect(told).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

it('goes on after one that fails', async () => {
  const turns = new InTurn();
  const told: string[] = [];
  await expect(turns.run(0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await turns.run(1, async (say) => say(() => told.push('b')));
  expect(told).toEqual(['b']);
});
