import type { Readable } from 'node:stream';
import { NgsiError } from '@smart-city/ngsi';

export const tooLarge = (size: number, maxSize: number) =>
  new NgsiError('RequestEntityTooLarge', `payload size: ${size}, max size supported: ${maxSize}`);

/**
 * Collects a body. Of a body beyond the limit nothing is kept, but it is read to its end, so that the client can read the
 * answer. Never settles for a connection that breaks before the end: there is nobody to answer.
 *
 * @param maxSize  bytes
 * @throws NgsiError  413
 */
export function readBody(stream: Readable, maxSize: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxSize) chunks = [];
      else chunks.push(chunk);
    });
    stream.on('end', () => {
      if (size > maxSize) reject(tooLarge(size, maxSize));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    stream.on('error', () => undefined);
  });
}
