import { HoldBack } from './hold-back';

const settled = async (promise: Promise<void> | undefined): Promise<boolean> => {
  const first = await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  return first !== 'waits';
};

describe('holding answers back', () => {
  let holdBack: HoldBack;
  const queue = () => ({ isBehind: true, isStuck: false });
  beforeEach(() => (holdBack = new HoldBack(60_000)));
  afterEach(() => holdBack.close());

  it('is for tenants with a queue that is behind, until it no longer is', async () => {
    const slow = queue();
    holdBack.note('t', slow);
    expect(holdBack.room('other')).toBeUndefined();
    const held = holdBack.room('t');
    expect(await settled(held)).toBe(false);
    slow.isBehind = false;
    holdBack.note('t', slow);
    expect(await settled(held)).toBe(true);
    expect(holdBack.room('t')).toBeUndefined();
  });

  it('ends when the target turns out to be stuck, and does not begin again while it is', async () => {
    const hanging = queue();
    holdBack.note('t', hanging);
    const held = holdBack.room('t');
    hanging.isStuck = true;
    await held;
    holdBack.note('t', hanging);
    expect(holdBack.room('t')).toBeUndefined();
  });

  it('goes on while another queue of the tenant is behind', async () => {
    const [one, two] = [queue(), queue()];
    holdBack.note('t', one);
    holdBack.note('t', two);
    const held = holdBack.room('t');
    one.isBehind = false;
    holdBack.note('t', one);
    expect(await settled(held)).toBe(false);
    holdBack.close();
    await held;
  });

  it('ends after the longest wait', async () => {
    const short = new HoldBack(10);
    short.note('t', queue());
    await short.room('t');
    short.close();
  });

  it('is nothing where nobody waits', () => {
    const off = new HoldBack(0);
    off.note('t', queue());
    expect(off.room('t')).toBeUndefined();
  });
});
