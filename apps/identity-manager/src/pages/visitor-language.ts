import type { Request } from 'express';
import type { Language, Messages } from '../messages/messages';
import { readCookie } from './cookies';

/** The cookie with the visitor's choice; not a secret and no login, so it needs no `__Host-` prefix. */
export const languageCookie = 'language';

/** The language to answer a request in. */
export const visitorLanguage = (messages: Messages, request: Request): Language =>
  messages.languageFor(readCookie(request, languageCookie), request.headers['accept-language']);
