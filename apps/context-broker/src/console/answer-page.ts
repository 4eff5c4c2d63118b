import type { Answer, ContentType } from '../http/answer';
import { compressedAnswer } from '../http/compressed-answer';
import type { NgsiRequest } from '../http/ngsi-request';

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
  compressedAnswer(request, page.text, 'text/html; charset=utf-8', page.status ?? 200, [
    ...pageHeaders(page.tiles),
    ...(page.headers ?? []),
  ]);

/** A file that never changes under its address. */
export const answerAsset = (request: NgsiRequest, text: string, type: ContentType): Promise<Answer> =>
  compressedAnswer(request, text, type, 200, [
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Vary',
    'Accept-Encoding',
  ]);
