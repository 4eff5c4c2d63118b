import { parseCookie } from 'cookie';
import type { NgsiRequest } from './ngsi-request';

/** Longest text that other interfaces set. */
const LONGEST_HEADER = 16_384;

/** The value of a cookie; undefined when the browser sent none. */
export function cookieOf(request: NgsiRequest, name: string): string | undefined {
  const header = request.header('cookie');
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  return parseCookie(header)[name] || undefined;
}
