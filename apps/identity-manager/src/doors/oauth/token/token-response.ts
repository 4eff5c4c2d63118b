import type { Response } from 'express';
import type { Options } from '../../../cli/options';
import { grantedWords, parseScope, type GrantedScope } from '../../../subjects/tokens/scope';
import type { GrantResult } from './grant-handler';

/** RFC 6749 section 5.1: only when it differs from what was asked, as text with blanks. */
function renderScopeText(scope: GrantedScope, wanted: readonly string[]): string | undefined {
  const { words } = scope;
  const same =
    wanted.length === 0 || (wanted.length === words.length && wanted.every((word) => words.includes(word)));
  return same ? undefined : grantedWords(scope).join(' ');
}

/**
 * The body of a successful token request. A JWT has no `expires_in`: its `exp` says it; a
 * permanent token has neither.
 */
export function renderTokens(tokens: GrantResult, askedScope: string | undefined, oauth: Options['oauth']) {
  const { scope, accessToken, expiresInSeconds, refreshToken, idToken } = tokens;
  const isJwt = scope.kind === 'jwt';
  const wanted = askedScope === undefined ? (tokens.askedScope ?? []) : parseScope(askedScope);
  const scopeText = oauth.tokenScope === 'rfc' ? renderScopeText(scope, wanted) : undefined;
  return {
    access_token: accessToken,
    token_type: isJwt ? oauth.jwtTokenType : 'bearer',
    ...(!isJwt && expiresInSeconds !== undefined && { expires_in: expiresInSeconds }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(oauth.tokenScope === 'array' && { scope: grantedWords(scope) }),
    ...(scopeText !== undefined && { scope: scopeText }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}

/**
 * Sends a token response with exactly the headers of the interface document. Express would rewrite the content type
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
