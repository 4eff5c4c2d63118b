import type { Request } from 'express';
import { ZONE_COOKIE, zoneCalled } from '@smart-city/messages';
import type { UserRow } from '../database/entities/user.row';
import { readCookie } from './cookies';

/**
 * The time zone in which somebody reads times: the one they chose, else that of their browser; UTC where no script told it, or
 * what it told is no zone.
 */
export const visitorZone = (
  request: Pick<Request, 'headers'>,
  user: Pick<UserRow, 'timeZone'> | undefined,
): string => zoneCalled(user?.timeZone) ?? zoneCalled(readCookie(request, ZONE_COOKIE)) ?? 'UTC';
