import { Ends } from './ends';

const later = () => Date.now() + 3_600_000;

it('nothing is swept before something is over', async () => {
  const ends = new Ends(() => Promise.reject(new Error('swept')));
  expect(ends.settling()).toBeUndefined();
  ends.note(later());
  expect(ends.settling()).toBeUndefined();
});

it('who comes during a sweep waits for it, and what is written meanwhile counts', async () => {
  let finish!: (left: number) => void;
  let sweeps = 0;
  const ends = new Ends(() => {
    sweeps += 1;
    return new Promise((resolve) => (finish = resolve));
  });
  ends.note(1);
  const first = ends.settling();
  ends.note(2);
  expect(ends.settling()).toBe(first);
  finish(Infinity);
  await first;
  expect([ends.next, sweeps]).toEqual([2, 1]);
  const second = ends.settling();
  const left = later();
  finish(left);
  await second;
  expect([ends.next, ends.settling(), sweeps]).toEqual([left, undefined, 2]);
});

it('a sweep that fails, or that leaves something behind, is not tried again at once', async () => {
  let sweeps = 0;
  const ends = new Ends(async () => {
    sweeps += 1;
    if (sweeps === 1) throw new Error('no disk');
    return 1;
  });
  for (const _round of [1, 2]) {
    ends.next = 1;
    await ends.settling();
    expect(ends.settling()).toBeUndefined();
    expect(ends.next).toBeGreaterThan(Date.now());
  }
  expect(sweeps).toBe(2);
});
