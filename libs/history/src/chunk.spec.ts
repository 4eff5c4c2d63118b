import fc from 'fast-check';
import { DamagedChunk } from './byte-reader';
import { columnsOf, packChunk as packColumns, sampleAt, unpackChunk } from './chunk';
import { compress, decompress } from './compression';
import type { Sample } from './sample';

const packChunk = (samples: readonly Sample[]) => packColumns(columnsOf(samples));
const MONTH = 30 * 86_400_000;
const BASE = Date.UTC(2026, 10, 1);

const number = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -1_000_000, max: 1_000_000 }).map((whole) => whole / 10),
    fc.constantFrom(0.1, 1e300, 5e-324, 2 ** 53),
  )
  // Minus zero is zero in JSON.
  .map((value) => value + 0);
const label = fc.record(
  {
    type: fc.constantFrom('Number', 'Text', 'é"'),
    metadata: fc.json(),
    createdAt: fc.integer(),
    isDeleted: fc.constant(true as const),
  },
  { requiredKeys: ['type'] },
);
const sample: fc.Arbitrary<Sample> = fc
  .record({
    at: fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
    delay: fc.integer({ min: -MONTH, max: MONTH }),
    value: fc.oneof(number, fc.json()),
    label,
  })
  .map(({ at, delay, value, label }) => ({ at, recordedAt: at + delay, value, label }));

const unpacked = (bytes: Uint8Array): readonly Sample[] => {
  const columns = unpackChunk(bytes);
  return Array.from({ length: columns.length }, (_, place) => sampleAt(columns, place));
};

describe('packChunk', () => {
  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 50 }), (samples) => {
        expect(unpacked(packChunk(samples))).toEqual(samples);
      }),
    );
  });

  it('loses nothing of numbers alone', () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 100 }), (numbers) => {
        const samples = numbers.map((value, at): Sample => ({
          at,
          recordedAt: at,
          value,
          label: { type: 'N' },
        }));
        expect(unpacked(packChunk(samples))).toEqual(samples);
      }),
    );
  });

  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  /** A day at one sample a minute, which arrive up to `late` milliseconds late. */
  const day = (late: number, value: () => number): readonly Sample[] =>
    Array.from({ length: 1440 }, (_, minute) => {
      const at = BASE + minute * 60_000 + Math.floor(random() * late);
      return { at, recordedAt: at, value: value(), label: { type: 'Number', createdAt: BASE } };
    });
  const bytesOf = (samples: readonly Sample[]) => packChunk(samples).length / samples.length;
  let temperature = 20;
  const walk = () => (temperature = Math.round((temperature + random() - 0.5) * 10) / 10);

  it('takes less than a byte for a number with one decimal, two when it comes at any time', () => {
    expect(bytesOf(day(0, walk))).toBeLessThan(1);
    expect(bytesOf(day(40, walk))).toBeLessThan(2);
  });

  it('takes nine bytes for a number of random bits', () => {
    expect(bytesOf(day(0, () => random() * Math.PI))).toBeLessThan(8.2);
    expect(bytesOf(day(40, () => random() * Math.PI))).toBeLessThan(9);
  });

  it.each([true, false])('compresses with zstd (%s) or without, and reads either', (zstd) => {
    const bytes = Buffer.from('abc'.repeat(100));
    const smaller = compress(bytes, zstd);
    expect(smaller.length).toBeLessThan(50);
    expect(Buffer.from(decompress(smaller))).toEqual(bytes);
  });

  it('says of any other bytes that they are damaged', () => {
    const whole = packChunk(day(40, random));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(whole.length - 1), (noise, at) => {
        expect(() => unpackChunk(whole.subarray(0, at))).toThrow(DamagedChunk);
        // Noise may happen to be a chunk; it must not be anything worse than damaged.
        try {
          unpackChunk(noise);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedChunk);
        }
      }),
    );
  });
});
