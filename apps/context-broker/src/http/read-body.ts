import type { IncomingMessage } from 'node:http';

export type BodyOutcome =
  { readonly kind: 'complete'; readonly body: Buffer } | { readonly kind: 'tooLarge'; readonly size: number };

/**
 * Collects a body. Of a body beyond the limit nothing is kept, but it is read to its end, so that the client can read the answer.
 * Never calls back for a connection that breaks before the end: there is nobody to answer.
 */
export function readBody(
  stream: IncomingMessage,
  maxSize: number,
  done: (outcome: BodyOutcome) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxSize) chunks = [];
    else chunks.push(chunk);
  });
  stream.on('end', () => {
    if (size > maxSize) done({ kind: 'tooLarge', size });
    else done({ kind: 'complete', body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
  });
  stream.on('error', () => undefined);
}
