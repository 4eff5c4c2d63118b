import type { Options } from '../../../cli/options';
import { parseScope, type GrantedScope } from '../../../subjects/tokens/scope';
import type { GrantResult } from './grant-handler';

/** Keyrock's array: what was granted, `bearer` when nothing was named. */
function renderScopeArray({ words, kind }: GrantedScope): readonly string[] {
  return words.length === 0 ? [kind] : words;
}

/** RFC 6749 section 5.1: only when it differs from what was asked, as text with blanks. */
function renderScopeText({ words }: GrantedScope, asked: string | undefined): string | undefined {
  const wanted = parseScope(asked);
  const same =
    wanted.length === 0 || (wanted.length === words.length && wanted.every((word) => words.includes(word)));
  return same ? undefined : words.join(' ');
}

/**
 * The body of a successful token request. A JWT has no `expires_in`: its `exp` says it; a
 * permanent token has neither.
 */
export function renderTokens(tokens: GrantResult, askedScope: string | undefined, oauth: Options['oauth']) {
  const { scope, accessToken, expiresInSeconds, refreshToken, idToken } = tokens;
  const isJwt = scope.kind === 'jwt';
  const scopeText = oauth.tokenScope === 'rfc' ? renderScopeText(scope, askedScope) : undefined;
  return {
    access_token: accessToken,
    token_type: isJwt ? oauth.jwtTokenType : 'bearer',
    ...(!isJwt && expiresInSeconds !== undefined && { expires_in: expiresInSeconds }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(oauth.tokenScope === 'array' && { scope: renderScopeArray(scope) }),
    ...(scopeText !== undefined && { scope: scopeText }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}
