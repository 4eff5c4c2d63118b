import type { Request, Response } from 'express';
import type { Options } from '../cli/options';
import type { RouteTable } from './route-table';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const requestHeaders = 'Authorization, Content-Type, X-Auth-Token, X-Subject-Token';
const responseHeaders = 'X-Subject-Token, WWW-Authenticate, Retry-After';

/**
 * Adds CORS headers where they belong. Cookies never count at these endpoints, so credentials are not allowed.
 *
 * @returns true when the request was a preflight and is answered
 */
export function applyCors(
  routes: Pick<RouteTable, 'factsOf'>,
  request: Request,
  response: Response,
  { origins }: Options['cors'],
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !routes.factsOf(request.path).openToOrigins) return false;
  const any = origins.includes('*');
  if (!any && !origins.includes(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', any ? '*' : origin);
  response.setHeader('Access-Control-Expose-Headers', responseHeaders);
  if (!any) response.vary('Origin');
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false;
  response.setHeader('Access-Control-Allow-Methods', methods);
  response.setHeader('Access-Control-Allow-Headers', requestHeaders);
  response.setHeader('Access-Control-Max-Age', '600');
  response.status(204).end();
  return true;
}
