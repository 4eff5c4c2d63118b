import type { Request } from 'express';
import { invalidRequest, noToken } from '../oauth-errors';
import { parseBearer, parseParameters } from '../wire';

/**
 * The access token in the header or the form of a request (RFC 6750 sections 2.1 and 2.2).
 *
 * @throws OAuthError invalid_request  there is none, there are two, or the header is malformed
 */
export function presentedToken({ method, headers, body }: Request): string {
  const header = headers.authorization;
  const inForm = method === 'POST' ? parseParameters(body).get('access_token') : undefined;
  if (header === undefined) {
    if (inForm === undefined) throw noToken();
    return inForm;
  }
  const inHeader = parseBearer(header);
  if (inHeader === undefined) throw invalidRequest('Invalid request: malformed authorization header');
  if (inForm !== undefined && inForm !== inHeader)
    throw invalidRequest('Invalid request: only one authentication method is allowed');
  return inHeader;
}
