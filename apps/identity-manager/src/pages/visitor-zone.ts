import type { Request } from 'express';
import { readCookie } from './cookies';

/** The cookie that the pages' script writes: the server cannot know the zone otherwise. */
const zoneCookie = 'zone';

/** The time zone of the visitor's browser; UTC where no script told it, or what it told is no zone. */
export function visitorZone(request: Pick<Request, 'headers'>): string {
  const told = readCookie(request, zoneCookie);
  if (told === undefined || !/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(told)) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: told }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
