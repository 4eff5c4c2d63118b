import fc from 'fast-check';
import { PackedQueue } from './packed-queue';

describe('a packed queue', () => {
  it('gives back what was pushed, first in, first out, whatever comes in between', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.nat({ max: 70_000 }).map((length) => 'é'.repeat(length)),
    );
    const step = fc.oneof({ weight: 3, arbitrary: text }, { weight: 2, arbitrary: fc.constant(undefined) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const queue = new PackedQueue();
        const model: string[] = [];
        for (const pushed of steps) {
          if (pushed === undefined) expect(queue.shift()).toBe(model.shift());
          else {
            queue.push(pushed);
            model.push(pushed);
          }
          expect(queue.isEmpty).toBe(model.length === 0);
        }
        while (model.length > 0) expect(queue.shift()).toBe(model.shift());
        expect(queue.shift()).toBeUndefined();
      }),
    );
  });
});
