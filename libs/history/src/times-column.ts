import type { ByteReader } from './byte-reader';
import type { ByteWriter } from './byte-writer';
import { packIntegers, unpackIntegers } from './integers-column';

/**
 * Appends times as the change of their distance (delta of delta), as Gorilla does: a regular series is a run of zeros, which
 * compression takes away.
 *
 * @param times  whole milliseconds since the epoch
 */
export function packTimes(times: Float64Array, to: ByteWriter): void {
  const [first = 0, second = first] = times;
  to.signed(first);
  to.signed(second - first);
  let before = second;
  let distance = second - first;
  packIntegers(
    times.subarray(2).map((time) => {
      const next = time - before;
      const change = next - distance;
      before = time;
      distance = next;
      return change;
    }),
    to,
  );
}

/** Reads `length` times that {@link packTimes} wrote. */
export function unpackTimes(length: number, from: ByteReader): Float64Array {
  const times = new Float64Array(length);
  let before = from.signed();
  let distance = from.signed();
  const changes = unpackIntegers(Math.max(0, length - 2), from);
  times[0] = before;
  for (let at = 1; at < length; at += 1) {
    if (at > 1) distance += changes[at - 2]!;
    before += distance;
    times[at] = before;
  }
  return times;
}
