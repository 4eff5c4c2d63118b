import type { Request } from 'express';
import type { PublicUrl } from '../service/public-url';

/**
 * Whether a browser says that a page of another site sent the request. `Sec-Fetch-Site` (Fetch Metadata) tells it
 * exactly and cannot be set by scripts; older browsers, and all of them on plain http, send `Origin` at most. That one
 * is `null` for our own forms too, because of our `Referrer-Policy`; the form's token decides then.
 */
export function comesFromElsewhere({ headers }: Request, publicUrl: PublicUrl): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return false;
  return origin !== new URL(publicUrl.toString()).origin && hostOf(origin) !== headers.host;
}

/** Host and port as the browser writes them in `Host`: a page of the address that was asked is one of ours. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
