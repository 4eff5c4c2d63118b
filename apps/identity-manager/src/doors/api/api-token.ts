import type { IncomingMessage } from 'node:http';

/** A header sent once, with content. */
export function headerOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The API token of a request, from `Authorization: Bearer` or `X-Auth-Token`. A header of another scheme next to
 * `X-Auth-Token` (a proxy's Basic, for instance) does not hide it (docs/behaviour/identity-manager.md#api-tokens).
 */
export function apiTokenOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  // Anything else in Authorization is some unknown token.
  return bearer ?? headerOf(request, 'x-auth-token') ?? headerOf(request, 'authorization');
}
