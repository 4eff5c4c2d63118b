import { KeyedMutex } from './keyed-mutex';

it('work of one key waits for what came before it, failed or not; work of another does not', async () => {
  const mutex = new KeyedMutex();
  const order: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = mutex.run('a', () => new Promise<void>((_resolve, reject) => (fail = reject)));
  const second = mutex.run('a', async () => order.push('second'));
  const third = mutex.run('a', async () => order.push('third'));
  await mutex.run('b', async () => order.push('other'));
  fail(new Error('x'));
  await expect(first).rejects.toThrow('x');
  await Promise.all([second, third]);
  await mutex.run('a', async () => order.push('last'));
  expect(order).toEqual(['other', 'second', 'third', 'last']);
});
