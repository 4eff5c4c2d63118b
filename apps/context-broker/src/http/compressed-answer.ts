import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ByteAnswer, type Answer, type ContentType } from './answer';
import type { NgsiRequest } from './ngsi-request';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Half as long as gzip takes, for a page that is a fifth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A text, compressed as its reader takes it. */
export async function compressedAnswer(
  request: NgsiRequest,
  text: string,
  type: ContentType,
  status: number,
  headers: readonly string[],
): Promise<Answer> {
  const encoding = encodingFor(request.header('accept-encoding') ?? '');
  const plain = Buffer.from(text);
  const bytes =
    encoding === 'br' ? await brotli(plain, BROTLI) : encoding === 'gzip' ? await zip(plain) : plain;
  const said = encoding === undefined ? [] : ['Content-Encoding', encoding];
  return new ByteAnswer(status, bytes, [...headers, ...said], type);
}

/** Chooses the encoding that saves most among those that the reader takes. One of quality 0 is refused (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const takes = (name: string) =>
    accepted.split(',').some((item) => {
      const [encoding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return encoding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}
