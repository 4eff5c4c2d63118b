import type { Request } from 'express';
import { LANGUAGE_COOKIE, type Language, type Messages } from '@smart-city/messages';
import { readCookie } from './cookies';

/** The language to answer a request in. */
export const visitorLanguage = (messages: Messages, request: Request): Language =>
  messages.languageFor(readCookie(request, LANGUAGE_COOKIE), request.headers['accept-language']);
