import * as zlib from 'node:zlib';
import { DamagedChunk } from './byte-reader';

const NONE = 0;
const ZSTD = 1;
const DEFLATE = 2;

/** Node has zstd since 22.15; the oldest that we support has not. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

/** Bytes that only a damaged disk makes of one column. */
const LARGEST = 256 * 1024 * 1024;

/** Compresses bytes where that makes them smaller. The first byte of the result says how. */
export function compress(bytes: Uint8Array, zstd = hasZstd): Uint8Array {
  const smaller = zstd ? zlib.zstdCompressSync(bytes) : zlib.deflateRawSync(bytes);
  return smaller.length < bytes.length
    ? Buffer.concat([Uint8Array.of(zstd ? ZSTD : DEFLATE), smaller])
    : Buffer.concat([Uint8Array.of(NONE), bytes]);
}

/**
 * Reads what {@link compress} made.
 *
 * @throws DamagedChunk
 * @throws Error  when it was compressed by a Node that has zstd, and this one has not
 */
export function decompress(stored: Uint8Array): Uint8Array {
  const rest = stored.subarray(1);
  const options = { maxOutputLength: LARGEST };
  try {
    if (stored[0] === NONE) return rest;
    if (stored[0] === DEFLATE) return zlib.inflateRawSync(rest, options);
    if (stored[0] === ZSTD && hasZstd) return zlib.zstdDecompressSync(rest, options);
  } catch (error) {
    throw new DamagedChunk(error instanceof Error ? error.message : String(error));
  }
  if (stored[0] === ZSTD)
    throw new Error('history was compressed with zstd: reading it needs Node 22.15 or later');
  throw new DamagedChunk('it is compressed in an unknown way');
}
