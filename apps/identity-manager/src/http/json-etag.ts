import { createHash } from 'node:crypto';

const [OBJECT, ARRAY, TEXT] = [0x7b, 0x5b, 0x22];

/**
 * Returns the weak `ETag` of a JSON answer as Keyrock's framework makes it, from length and digest; undefined for other answers: a
 * page holds what counts once, so it is never the same.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-etag
 */
export function jsonEtag(body: Buffer | string, encoding?: BufferEncoding): string | undefined {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
  if (bytes[0] !== OBJECT && bytes[0] !== ARRAY && bytes[0] !== TEXT) return undefined;
  const digest = createHash('sha1').update(bytes).digest('base64').slice(0, 27);
  return `W/"${bytes.length.toString(16)}-${digest}"`;
}
