import type { Request } from 'express';
import { invalidRequest, missingParameter } from './oauth-errors';

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
    if (typeof value !== 'string') throw repeated(name);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

const isForm = ({ headers }: Request) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';

/**
 * Parameters of the query and, when there is one, of the form body.
 *
 * @throws OAuthError invalid_request when one is repeated, also across the two, or is no text
 */
export function parseQueryAndForm(request: Request): Parameters {
  const query = parseParameters(request.query);
  if (request.method !== 'POST' || !isForm(request)) return query;
  const form = parseParameters(request.body);
  for (const name of form.keys()) if (query.has(name)) throw repeated(name);
  return new Map([...query, ...form]);
}

/**
 * The form body of a request.
 *
 * @throws OAuthError invalid_request when the content is no form
 */
export function parseForm(request: Request): Parameters {
  if (!isForm(request))
    throw invalidRequest('Invalid request: content must be application/x-www-form-urlencoded');
  return parseParameters(request.body);
}

/** @throws OAuthError invalid_request when the parameter is absent or empty */
export function required(form: Parameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw missingParameter(name);
  return value;
}

/** Names of clients' making go into messages only in the characters RFC 6749 section 5.2 allows there. */
const printable = (name: string) => name.slice(0, 50).replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');

const repeated = (name: string) => invalidRequest(`Repeated parameter: \`${printable(name)}\``);

/** A text as a form would carry it, decoded; as it is when it cannot be decoded. */
export function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}
