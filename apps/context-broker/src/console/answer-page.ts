import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ByteAnswer, type Answer, type ContentType } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Half as long as gzip takes, for a page that is a fifth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Headers of every page: nothing but its own style and script, in nobody's frame. @param tiles  the origin of map tiles */
export const pageHeaders = (tiles: string | undefined): readonly string[] => [
  'Content-Security-Policy',
  `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:${tiles === undefined ? '' : ` ${tiles}`}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  tiles === undefined ? 'same-origin' : 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
  'Vary',
  'Accept-Language, Accept-Encoding, Cookie',
];

export interface PageAnswer {
  readonly text: string;
  readonly status?: number;
  /** Further headers. */
  readonly headers?: readonly string[];
  readonly tiles?: string | undefined;
}

/** A page, compressed as its reader takes it. */
export const answerPage = (request: NgsiRequest, page: PageAnswer): Promise<Answer> =>
  compressed(request, page.text, 'text/html; charset=utf-8', page.status ?? 200, [
    ...pageHeaders(page.tiles),
    ...(page.headers ?? []),
  ]);

/** A file that never changes under its address. */
export const answerAsset = (request: NgsiRequest, text: string, type: ContentType): Promise<Answer> =>
  compressed(request, text, type, 200, [
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Vary',
    'Accept-Encoding',
  ]);

async function compressed(
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

/** What the reader takes, by what it saves. An encoding of quality 0 is refused (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string): 'br' | 'gzip' | undefined {
  const takes = (name: string) =>
    accepted.split(',').some((item) => {
      const [encoding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      return encoding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
}
