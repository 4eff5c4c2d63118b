import type { Request, Response } from 'express';

/** Answered on http too: probes, metrics, and the version, which PEP proxies ask for before anything else. */
const openPaths = /^\/(version|health\/(live|ready)|metrics)\/?$/;

const authority = (hostname: string, port: number | undefined) =>
  port === undefined || port === 443 ? hostname : `${hostname}:${port}`;

/**
 * Sends a request that came by http on to https; what cannot be sent on is refused, as in Keyrock (spec section 11).
 * A trusted proxy's `X-Forwarded-Proto` counts.
 *
 * @returns true when the request is answered
 */
export function forceHttps(request: Request, response: Response, port: number | undefined): boolean {
  if (request.secure || openPaths.test(request.path)) return false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  response.setHeader('Cache-Control', 'no-store');
  if (isRead && request.hostname)
    response.redirect(301, `https://${authority(request.hostname, port)}${request.originalUrl}`);
  else response.status(403).type('text').send('SSL Required.');
  return true;
}
