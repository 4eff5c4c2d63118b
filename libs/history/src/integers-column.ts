import { DamagedChunk, type ByteReader } from './byte-reader';
import type { ByteWriter } from './byte-writer';

/** Bytes of the largest whole number that a double holds. */
const MOST_PLANES = 7;

/**
 * Appends whole numbers of either sign, magnitudes below 2^52: the lowest bytes of all, then the next bytes of all, and so on as
 * far as the largest goes. Bytes of one place are alike, which a compressor makes much of.
 */
export function packIntegers(integers: Float64Array, to: ByteWriter): void {
  const { length } = integers;
  const rest = integers.map((value) => (value < 0 ? -value * 2 - 1 : value * 2));
  let planes = 0;
  for (let largest = rest.reduce((a, b) => Math.max(a, b), 0); largest > 0; planes += 1)
    largest = Math.floor(largest / 256);
  to.varint(planes);
  for (let plane = 0; plane < planes; plane += 1) {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 1) {
      const value = rest[at]!;
      bytes[at] = value % 256;
      rest[at] = Math.floor(value / 256);
    }
    to.append(bytes);
  }
}

/** Numbers of so few bytes are whole numbers of the processor, which reads them many times faster. */
const SMALL_PLANES = 3;

function unpackSmall(integers: Float64Array, bytes: Uint8Array, planes: number): void {
  const { length } = integers;
  for (let at = 0; at < length; at += 1) {
    let value = 0;
    for (let plane = planes - 1; plane >= 0; plane -= 1) value = (value << 8) | bytes[plane * length + at]!;
    integers[at] = (value >>> 1) ^ -(value & 1);
  }
}

/** Reads `length` whole numbers that {@link packIntegers} wrote. @throws DamagedChunk */
export function unpackIntegers(length: number, from: ByteReader): Float64Array {
  const planes = from.varint();
  if (planes > MOST_PLANES) throw new DamagedChunk('a number is too large');
  const bytes = from.take(length * planes);
  const integers = new Float64Array(length);
  if (planes <= SMALL_PLANES) {
    unpackSmall(integers, bytes, planes);
    return integers;
  }
  for (let plane = planes - 1; plane >= 0; plane -= 1)
    for (let at = 0, place = plane * length; at < length; at += 1, place += 1)
      integers[at] = integers[at]! * 256 + bytes[place]!;
  for (let at = 0; at < length; at += 1) {
    const value = integers[at]!;
    integers[at] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  return integers;
}
