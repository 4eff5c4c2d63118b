import type { Request, Response } from 'express';
import type { RouteTable } from './route-table';

const authority = (hostname: string, port: number | undefined) =>
  port === undefined || port === 443 ? hostname : `${hostname}:${port}`;

/** The target's path, also when it came as an absolute address. */
const pathOf = ({ originalUrl }: Request) => (originalUrl.startsWith('/') ? originalUrl : '/');

/**
 * Sends a request that came by http on to https; what cannot be sent on is refused, as in Keyrock.
 * A trusted proxy's `X-Forwarded-Proto` counts. Where the public address is known, nothing the client says chooses the target.
 *
 * @param port       where https is served
 * @param publicUrl  the configured public address
 * @returns true when the request is answered
 */
export function forceHttps(
  routes: Pick<RouteTable, 'factsOf'>,
  request: Request,
  response: Response,
  port: number | undefined,
  publicUrl: string | undefined,
): boolean {
  if (request.secure || routes.factsOf(request.path).plainHttp) return false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  response.setHeader('Cache-Control', 'no-store');
  const target = publicUrl?.startsWith('https:')
    ? publicUrl
    : request.hostname && `https://${authority(request.hostname, port)}`;
  if (isRead && target) response.redirect(301, `${target}${pathOf(request)}`);
  else response.status(403).type('text').send('SSL Required.');
  return true;
}
