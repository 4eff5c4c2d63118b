import { Turns } from './turns';

it('work of one key waits for what came before it, failed or not; work of another does not', async () => {
  const turns = new Turns();
  const order: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = turns.take('a', () => new Promise<void>((_resolve, reject) => (fail = reject)));
  const second = turns.take('a', async () => order.push('second'));
  const third = turns.take('a', async () => order.push('third'));
  await turns.take('b', async () => order.push('other'));
  fail(new Error('x'));
  await expect(first).rejects.toThrow('x');
  await Promise.all([second, third]);
  await turns.take('a', async () => order.push('last'));
  expect(order).toEqual(['other', 'second', 'third', 'last']);
});
