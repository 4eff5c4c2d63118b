import type { Request } from 'express';
import type { UserRow } from '../database/entities/user.row';
import { zoneCalled } from '../validation/time-zone';
import { readCookie } from './cookies';

/** The cookie that the pages' script writes: the server cannot know the zone otherwise. */
const zoneCookie = 'zone';

/**
 * The time zone in which somebody reads times: the one they chose, else that of their browser; UTC where no script told it, or
 * what it told is no zone.
 */
export const visitorZone = (
  request: Pick<Request, 'headers'>,
  user: Pick<UserRow, 'timeZone'> | undefined,
): string => zoneCalled(user?.timeZone) ?? zoneCalled(readCookie(request, zoneCookie)) ?? 'UTC';
