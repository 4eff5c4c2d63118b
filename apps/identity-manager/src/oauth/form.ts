import type { Request } from 'express';
import { invalidRequest } from './oauth-errors';

/** Parameters by name; a parameter without value counts as absent (RFC 6749 section 3.1). */
export type Parameters = ReadonlyMap<string, string>;

/**
 * Parameters of a query or form.
 *
 * @throws OAuthError invalid_request when one is repeated (RFC 6749 section 3.2) or is no text
 */
export function parseParameters(raw: unknown): Parameters {
  const parameters = new Map<string, string>();
  if (typeof raw !== 'object' || raw === null) return parameters;
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value !== 'string') throw invalidRequest(`Repeated parameter: \`${printable(name)}\``);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/**
 * The form body of a request.
 *
 * @throws OAuthError invalid_request when the content is no form
 */
export function parseForm(request: Request): Parameters {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw invalidRequest('Invalid request: content must be application/x-www-form-urlencoded');
  return parseParameters(request.body);
}

/** Names of clients' making go into messages only in the characters RFC 6749 section 5.2 allows there. */
const printable = (name: string) => name.slice(0, 50).replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
