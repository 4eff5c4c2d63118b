import type { Request } from 'express';
import { LANGUAGE_COOKIE, type Language, type Messages } from '@smart-city/messages';
import { readCookie } from './cookies';

const longestLocales = 200;

/** Languages that an application asks for its user (`ui_locales` of OpenID Connect), before those of the browser. */
function accepted({ query, headers }: Request): string | undefined {
  const asked = query['ui_locales'];
  const own = headers['accept-language'];
  if (typeof asked !== 'string' || asked === '') return own;
  return [...asked.slice(0, longestLocales).split(' '), ...(own === undefined ? [] : [own])].join(',');
}

/** The language to answer a request in: the reader's choice, else what the application asks, else that of the browser. */
export const visitorLanguage = (messages: Messages, request: Request): Language =>
  messages.languageFor(readCookie(request, LANGUAGE_COOKIE), accepted(request));
