import { LANGUAGE_COOKIE, ZONE_COOKIE, zoneCalled } from '@smart-city/messages';
import { PageWords } from '../html/page-words';
import type { NgsiRequest } from '../http/ngsi-request';
import { MESSAGES } from '../messages/catalogue';
import { cookieOf } from '../http/cookie-of';

/** The words of a page: in the language that its reader chose, else the first that their browser asks for, in the zone that it told. */
export function wordsFor(request: NgsiRequest): PageWords {
  const language = MESSAGES.languageFor(
    cookieOf(request, LANGUAGE_COOKIE),
    request.header('accept-language'),
  );
  return new PageWords(language, Date.now() / 1000, zoneCalled(cookieOf(request, ZONE_COOKIE)));
}
