import { WaitingLine } from './waiting-line';

interface Item {
  readonly n: number;
}

describe('a line that waits', () => {
  it('keeps its order, near and far, also while it moves', () => {
    let packed = 0;
    const line = new WaitingLine<Item>({
      pack: (item) => {
        packed += 1;
        return JSON.stringify(item);
      },
      unpack: (text) => JSON.parse(text) as Item,
    });
    const seen: number[] = [];
    let pushed = 0;
    const push = (times: number) => {
      for (let n = 0; n < times; n += 1) line.push({ n: pushed++ });
    };
    push(300);
    expect(packed).toBe(200);
    for (let n = 0; n < 150; n += 1) seen.push(line.shift()!.n);
    push(100);
    while (!line.isEmpty) seen.push(line.shift()!.n);
    expect(seen).toEqual(Array.from({ length: 400 }, (_, n) => n));
    expect(line.shift()).toBeUndefined();
  });

  it('packs nothing while it is short', () => {
    const never = () => {
      throw new Error('packed');
    };
    const line = new WaitingLine<Item>({ pack: never, unpack: never });
    const item = { n: 1 };
    line.push(item);
    expect(line.shift()).toBe(item);
  });
});
