import { frame, type Frame } from '../html/frame';
import type { PageWords } from '../html/page-words';
import type { NgsiRequest } from '../http/ngsi-request';
import { CONSOLE } from './addresses';
import { SCRIPT_ADDRESS, STYLE_ADDRESS } from './assets';

/** What differs from one page of the broker to the next. */
export type FramedPage = Omit<Frame, 'words' | 'style' | 'script' | 'languageForm'>;

/** A page of the broker, whole. */
export const framed = (request: NgsiRequest, words: PageWords, page: FramedPage): string =>
  frame({
    ...page,
    words,
    style: STYLE_ADDRESS,
    script: SCRIPT_ADDRESS,
    languageForm: { action: `${CONSOLE}/language`, back: request.method === 'GET' ? request.url : CONSOLE },
  });
