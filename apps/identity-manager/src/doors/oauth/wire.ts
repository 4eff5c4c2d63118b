import type { Request, Response } from 'express';
import { ScopeRefused } from '../../subjects/tokens/scope-refused';
import { invalidRequest, missingParameter } from './oauth-errors';

/*
 * How OAuth messages are written: parameters of forms and queries, the `Authorization` header, scopes, and the JSON that answers.
 */

/** Parameters by name; a parameter without value counts as absent (RFC 6749 section 3.1). */
export type Parameters = ReadonlyMap<string, string>;

/**
 * Parameters of a query or form.
 *
 * @param repeatable  a parameter that may come several times: its values are joined by blanks
 *
 * @throws OAuthError invalid_request when one is repeated (RFC 6749 section 3.2) or is no text
 */
export function parseParameters(raw: unknown, repeatable?: string): Parameters {
  const parameters = new Map<string, string>();
  if (typeof raw !== 'object' || raw === null) return parameters;
  for (const [name, value] of Object.entries(raw) as [string, unknown][]) {
    if (name === repeatable && isTextList(value)) {
      parameters.set(name, value.join(' '));
      continue;
    }
    if (typeof value !== 'string') throw repeated(name);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** Names where a token is to be used; it may be repeated (RFC 8707 section 2). */
export const RESOURCE = 'resource';

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');

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
  return parseParameters(request.body, RESOURCE);
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
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** The pair of a Basic header (RFC 7617), or undefined when it is none. A secret may contain colons or be empty. */
export function parseBasic(header: string): Credentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\0')) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** The token of a Bearer header (RFC 6750 section 2.1), or undefined when it is none. */
export const parseBearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1];

/** Printable ASCII but `"` and `\` (RFC 6749 section 3.3), and white space as separator. */
const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E\s]*$/;

/**
 * Splits a scope at commas and white space.
 *
 * @throws ScopeRefused on characters a scope cannot have
 */
export function parseScope(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (!scopePattern.test(text) || text.length > 1000) throw new ScopeRefused('malformed');
  return [...new Set(text.split(/[,\s]+/).filter((word) => word !== ''))];
}

/**
 * Answers with exactly the headers of the interface document. Express would rewrite the content type
 * with a blank and small letters, so the body is written here.
 */
export function sendOAuthJson(response: Response, body: object): void {
  // As text: Node sends it with the head, in one piece.
  const text = JSON.stringify(body);
  response.writeHead(200, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
