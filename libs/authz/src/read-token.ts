import type { Verdict } from './verdict';

const LONGEST_TOKEN = 8192;
/** `token68` of RFC 7235: nothing that could end a header or a URL. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
const BEARER = /^Bearer +([^ ]+) *$/i;

export type TokenReading =
  | { readonly kind: 'token'; readonly token: string }
  | Extract<Verdict, { kind: 'unauthenticated' | 'malformed' }>;

const malformed = (reason: string): TokenReading => ({ kind: 'malformed', reason });
const invalid = (reason: string): TokenReading => ({ kind: 'unauthenticated', reason });

/**
 * Finds the token of a request: in `X-Auth-Token` or in `Authorization: Bearer`, nowhere else.
 *
 * @param rawHeaders  names and values as they came (`IncomingMessage.rawHeaders`), because repetitions are lost later
 * @returns why there is none, when a header is repeated, two tokens differ, or the text cannot be a token
 */
export function readToken(rawHeaders: readonly string[]): TokenReading {
  let authToken: string | undefined;
  let authorization: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // Only these two lengths are of interest.
    if (name.length !== 12 && name.length !== 13) continue;
    switch (name.toLowerCase()) {
      case 'x-auth-token':
        if (authToken !== undefined) return malformed('X-Auth-Token is given more than once');
        authToken = rawHeaders[at + 1]!.trim();
        break;
      case 'authorization':
        if (authorization !== undefined) return malformed('Authorization is given more than once');
        authorization = rawHeaders[at + 1]!.trim();
    }
  }
  const bearer = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (authToken !== undefined && bearer !== undefined && authToken !== bearer)
    return malformed('X-Auth-Token and Authorization name different tokens');
  const token = authToken ?? bearer;
  if (token === undefined || token === '')
    return {
      kind: 'unauthenticated',
      reason: 'no token in X-Auth-Token or Authorization: Bearer',
      isTokenMissing: true,
    };
  if (token.length > LONGEST_TOKEN) return invalid('the token is too long');
  return TOKEN.test(token) ? { kind: 'token', token } : invalid('the token is malformed');
}
