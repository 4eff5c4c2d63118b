import { stringifySetCookie } from 'cookie';
import type { NgsiRequest } from '../http/ngsi-request';
import { CONSOLE } from './addresses';

/** Has the random name of a session, where people sign in. */
export const SESSION_COOKIE = 'console_session';

/**
 * The header that sets a cookie for the console alone: out of reach of scripts, and not sent with forms of other sites.
 *
 * @param path  where it is sent; elsewhere than in the console only what is no secret
 * @param maxAgeSeconds  0 takes the cookie back; undefined: until the browser ends
 */
export function setCookie(
  request: NgsiRequest,
  name: string,
  value: string,
  maxAgeSeconds?: number,
  path: string = CONSOLE,
): readonly string[] {
  const text = stringifySetCookie({
    name,
    value,
    path,
    httpOnly: true,
    secure: isSecure(request),
    sameSite: 'lax',
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  });
  return ['Set-Cookie', text];
}

/** Whether the browser came over TLS, up to the broker or to a proxy before it, whose word can only make this stricter. */
export const isSecure = (request: NgsiRequest): boolean =>
  request.isEncrypted || request.header('x-forwarded-proto') === 'https';
