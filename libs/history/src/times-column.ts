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
  let before = 0;
  let distance = 0;
  packIntegers(
    times.map((time) => {
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
  const times = unpackIntegers(length, from);
  let before = 0;
  let distance = 0;
  for (let at = 0; at < length; at += 1) {
    distance += times[at]!;
    before += distance;
    times[at] = before;
  }
  return times;
}
