import { DamagedChunk, type ByteReader } from './byte-reader';
import type { ByteWriter } from './byte-writer';
import { packIntegers, unpackIntegers } from './integers-column';

const DECIMALS = 0;
const XORED = 1;
const MOST_DECIMALS = 6;
/** Differences of such whole numbers are exact. */
const LARGEST = 2 ** 50;

/**
 * Appends numbers in the form that is exact and smaller: as whole numbers of a power of ten, each as its difference from the one
 * before (what sensors say has few decimals), or else the bits of each XORed with those of the one before, first bytes together,
 * second bytes together, and so on, for a compressor to shorten. Minus zero may become zero, as in JSON texts.
 */
export function packNumbers(numbers: Float64Array, to: ByteWriter): void {
  const scale = decimalsOf(numbers);
  if (scale === undefined) {
    to.varint(XORED);
    to.append(xoredPlanes(numbers));
    return;
  }
  to.varint(DECIMALS);
  to.varint(scale);
  const factor = 10 ** scale;
  let before = Math.round((numbers[0] ?? 0) * factor);
  to.signed(before);
  packIntegers(
    numbers.map((number) => {
      const whole = Math.round(number * factor);
      const change = whole - before;
      before = whole;
      return change;
    }),
    to,
  );
}

/** Reads `length` numbers. @throws DamagedChunk */
export function unpackNumbers(length: number, from: ByteReader): Float64Array {
  const form = from.varint();
  if (form === XORED) return unpackPlanes(length, from.take(length * 8));
  if (form !== DECIMALS) throw new DamagedChunk(`numbers of the unknown form ${form}`);
  const factor = 10 ** from.varint();
  let whole = from.signed();
  const numbers = unpackIntegers(length, from);
  for (let at = 0; at < length; at += 1) {
    whole += numbers[at]!;
    numbers[at] = whole / factor;
  }
  return numbers;
}

/** The fewest decimals with which each number is its decimal form exactly; undefined when there are too many. */
function decimalsOf(numbers: Float64Array): number | undefined {
  let scale = 0;
  for (const number of numbers) {
    while (!isExact(number, scale)) {
      scale += 1;
      if (scale > MOST_DECIMALS) return undefined;
    }
  }
  // More decimals than a number needs may still lose it.
  for (const number of numbers) if (!isExact(number, scale)) return undefined;
  return scale;
}

function isExact(number: number, scale: number): boolean {
  const factor = 10 ** scale;
  const whole = Math.round(number * factor);
  return Math.abs(whole) < LARGEST && whole / factor === number;
}

function xoredPlanes(numbers: Float64Array): Uint8Array {
  const bytes = littleEndian(numbers);
  const { length } = numbers;
  const planes = new Uint8Array(bytes.length);
  for (let at = 0; at < length; at += 1)
    for (let plane = 0; plane < 8; plane += 1) {
      const before = at === 0 ? 0 : bytes[(at - 1) * 8 + plane]!;
      planes[plane * length + at] = bytes[at * 8 + plane]! ^ before;
    }
  return planes;
}

function unpackPlanes(length: number, planes: Uint8Array): Float64Array {
  const view = new DataView(new ArrayBuffer(length * 8));
  for (let at = 0; at < length; at += 1)
    for (let plane = 0; plane < 8; plane += 1) {
      const before = at === 0 ? 0 : view.getUint8((at - 1) * 8 + plane);
      view.setUint8(at * 8 + plane, planes[plane * length + at]! ^ before);
    }
  return Float64Array.from({ length }, (_, at) => view.getFloat64(at * 8, true));
}

function littleEndian(numbers: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * 8));
  numbers.forEach((number, at) => view.setFloat64(at * 8, number, true));
  return new Uint8Array(view.buffer);
}
