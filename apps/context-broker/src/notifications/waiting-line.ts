import { PackedQueue } from './packed-queue';

/** How items are written down while they wait far back: `unpack(pack(item))` is as good as the item. */
export interface Packing<T> {
  pack(item: T): string;
  unpack(text: string): T;
}

/** Items that wait as they are; further ones are packed. */
const NEAR = 100;

/**
 * A line of items, first in, first out. A line that grows long (its receiver does not answer) would be copied by every
 * collection of garbage while it grows, and marked by later ones, at the cost of all other lines: what stands far back is
 * packed.
 */
export class WaitingLine<T> {
  private readonly near: T[] = [];
  private readonly far = new PackedQueue();

  constructor(private readonly packing: Packing<T>) {}

  get isEmpty(): boolean {
    return this.near.length === 0 && this.far.isEmpty;
  }

  push(item: T): void {
    if (this.near.length < NEAR && this.far.isEmpty) this.near.push(item);
    else this.far.push(this.packing.pack(item));
  }

  shift(): T | undefined {
    if (this.near.length > 0) return this.near.shift();
    const text = this.far.shift();
    return text === undefined ? undefined : this.packing.unpack(text);
  }
}
