import type { Client } from '../../../subjects/applications/client';
import { PageError } from '../../../pages/page-error';
import type { GrantedScope } from '../../../subjects/tokens/grant';
import { grantableWords } from '../../../subjects/tokens/scope';
import { grantScope } from '../../../subjects/tokens/token-issuer';
import type { Parameters } from '../wire';
import { invalidParameter, invalidRequest, missingParameter, OAuthError } from '../oauth-errors';
import { isCodeChallenge } from '../pkce';
import { PROMPTS } from '../../../subjects/openid/authentication-context';
import { NO_CLAIMS, parseClaims } from '../../../subjects/openid/claims-parameter';
import type { ClaimsRequest } from '../../../database/entities/openid.row';
import type { ResponseType } from './authorize-request';
import { isRegistered } from './redirect-uri';

/*
 * The checks of an authorization request, in the order of RFC 6749 section 4.1.2.1: what is wrong with client or
 * redirect address is shown as a page, everything after that is sent to the redirect address.
 */

/** @throws PageError 400: the address may not be trusted */
export function checkRedirectUri(parameters: Parameters, client: Client): { uri: string; wasSent: boolean } {
  const sent = parameters.get('redirect_uri');
  const [only, ...others] = client.redirectUris;
  if (only === undefined) throw new PageError(400, 'error.redirectUriNone', 'invalid_client');
  if (sent === undefined) {
    if (others.length > 0) throw new PageError(400, 'error.redirectUriMissing', 'invalid_request');
    return { uri: only, wasSent: false };
  }
  if (!URL.canParse(sent)) throw new PageError(400, 'error.redirectUriMalformed', 'invalid_request');
  if (!isRegistered(sent, client)) throw new PageError(400, 'error.redirectUriOther', 'invalid_client');
  return { uri: sent, wasSent: true };
}

const responseTypes: readonly ResponseType[] = ['code', 'id_token', 'token'];

/** The words of `response_type` in a fixed order; their order in the request says nothing. */
export function checkResponseType(parameters: Parameters): readonly ResponseType[] {
  const text = parameters.get('response_type');
  if (text === undefined) throw missingParameter('response_type');
  const words = text.split(' ').filter((word) => word !== '');
  const known = responseTypes.filter((type) => words.includes(type));
  if (known.length === 0 || known.length !== words.length)
    throw new OAuthError(
      'unsupported_response_type',
      'Unsupported response type: `response_type` is not supported',
    );
  return known;
}

/** Grants an application needs for a response type. */
export function checkGrantAllowed(types: readonly ResponseType[], client: Client): void {
  const needed = [
    ...(types.includes('code') ? ['authorization_code'] : []),
    ...(types.includes('token') ? ['implicit'] : []),
    ...(types.includes('code') && types.length > 1 ? ['hybrid'] : []),
  ];
  const allowed = needed.every((grant) => client.grantTypes.has(grant));
  const mayHaveIdToken = !types.includes('id_token') || client.scopes.has('openid');
  if (!allowed || !mayHaveIdToken)
    throw new OAuthError('unauthorized_client', 'Unsupported grant type: `grant_type` is invalid');
}

/** OpenID Connect Core sections 6.1 and 6.2: what is not read may not be passed over. */
export function checkNoRequestObject(parameters: Parameters): void {
  for (const name of ['request', 'request_uri'] as const)
    if (parameters.has(name))
      throw new OAuthError(`${name}_not_supported`, `Request objects (\`${name}\`) are not supported`);
}

export function checkState(parameters: Parameters, mayBeEmpty: boolean): void {
  if (!mayBeEmpty && !parameters.has('state')) throw missingParameter('state');
}

/** Whoever asks for an id token has asked for `openid`, in so many words or not: Keyrock's documents leave it out. */
export function checkScope(
  asked: readonly string[],
  types: readonly ResponseType[],
  client: Client,
): GrantedScope {
  const isImplied = types.includes('id_token') && !asked.includes('openid');
  return grantScope(grantableWords(isImplied ? [...asked, 'openid'] : asked, client), client);
}

/** RFC 7636, S256 only; mandatory for clients that have no secret (RFC 9700 section 2.1.1). */
export function checkChallenge(
  parameters: Parameters,
  types: readonly ResponseType[],
  client: Client,
): string | null {
  const challenge = parameters.get('code_challenge');
  if (challenge === undefined) {
    if (parameters.has('code_challenge_method') || (client.isPublic && types.includes('code')))
      throw missingParameter('code_challenge');
    return null;
  }
  if (parameters.get('code_challenge_method') !== 'S256')
    throw invalidRequest('Invalid request: `code_challenge_method` must be S256');
  if (!isCodeChallenge(challenge)) throw invalidParameter('code_challenge');
  return challenge;
}

/** `allowed=false` is how a client of Keyrock says that the user refused. */
export function checkNotDenied(parameters: Parameters): void {
  if (parameters.get('allowed') === 'false')
    throw new OAuthError('access_denied', 'Access denied: user denied access to application');
}

const prompts: ReadonlySet<string> = new Set(PROMPTS);

/** OpenID Connect Core section 3.1.2.1. */
export function checkPrompt(parameters: Parameters): readonly string[] {
  const words = parameters.get('prompt')?.split(' ') ?? [];
  if (words.some((word) => !prompts.has(word)) || (words.includes('none') && words.length > 1))
    throw invalidParameter('prompt');
  return words;
}

export function checkMaxAge(parameters: Parameters): number | undefined {
  const text = parameters.get('max_age');
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter('max_age');
  return Number(text);
}

const longestNonce = 1000;

/** OpenID Connect Core sections 3.2.2.1 and 3.3.2.11: an id token that leaves by the redirect can be replayed without one. */
export function checkNonce(parameters: Parameters, types: readonly ResponseType[]): string | null {
  const nonce = parameters.get('nonce') ?? null;
  if (nonce === null && types.includes('id_token')) throw missingParameter('nonce');
  if (nonce !== null && nonce.length > longestNonce) throw invalidParameter('nonce');
  return nonce;
}

const longestAcrValues = 500;

/**
 * What the `claims` parameter asks, and `acr_values`, which is another way to ask for the claim `acr` (OpenID Connect Core section
 * 3.1.2.1).
 */
export function checkClaims(parameters: Parameters): ClaimsRequest {
  const text = parameters.get('claims');
  const claims = text === undefined ? NO_CLAIMS : parseClaims(text);
  if (!claims) throw invalidParameter('claims');
  const acrValues = parameters.get('acr_values');
  if (acrValues === undefined || claims.id_token['acr']) return claims;
  if (acrValues.length > longestAcrValues) throw invalidParameter('acr_values');
  return { ...claims, id_token: { ...claims.id_token, acr: { values: acrValues.split(' ') } } };
}
