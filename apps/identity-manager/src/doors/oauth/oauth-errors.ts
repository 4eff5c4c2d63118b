import { TooMany, type OverLimit } from '../../faults/faults';

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'invalid_token'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'slow_down';

/** An error as RFC 6749 section 5.2 has it; descriptions are Keyrock's messages where it has one. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    description: string,
    readonly status: number = 400,
    /** Further response headers, such as the challenge. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
  }
}

export const realm = 'identity-manager';

export const invalidRequest = (description: string) => new OAuthError('invalid_request', description);
export const missingParameter = (name: string) => invalidRequest(`Missing parameter: \`${name}\``);
export const invalidParameter = (name: string) => invalidRequest(`Invalid parameter: \`${name}\``);
export const invalidGrant = (what: string) => new OAuthError('invalid_grant', `Invalid grant: ${what}`);
export const invalidScope = (description = 'Invalid scope: Requested scope is invalid') =>
  new OAuthError('invalid_scope', description);

const basicChallenge = { 'WWW-Authenticate': `Basic realm="${realm}"` };

/** RFC 6749 section 5.2 wants 401 and the challenge, also for credentials in the body. */
export const invalidClient = (description = 'Invalid client: client is invalid') =>
  new OAuthError('invalid_client', description, 401, basicChallenge);

export const noCredentials = () => invalidClient('Invalid client: cannot retrieve client credentials');

/** Endpoints below an application's path are for that application: they name it as the issuer. */
export const otherApplication = () =>
  invalidRequest('Invalid request: the path is that of another application');

export const grantNotAllowed = () =>
  new OAuthError('unauthorized_client', 'Unauthorized client: `grant_type` is invalid');

export const unsupportedGrantType = () =>
  new OAuthError('unsupported_grant_type', 'Unsupported grant type: `grant_type` is invalid');

/** RFC 6750 section 3: without any token the challenge names no error. */
export const noToken = () =>
  new OAuthError('invalid_request', 'Unauthorized request: no authentication given', 401, {
    'WWW-Authenticate': `Bearer realm="${realm}"`,
  });

export const invalidToken = (description: string) =>
  new OAuthError('invalid_token', description, 401, {
    'WWW-Authenticate': `Bearer realm="${realm}", error="invalid_token", error_description="${description}"`,
  });

/** A limit, as RFC 6585 and RFC 6749 let it be told. */
export function limitError(fault: OverLimit): OAuthError {
  const headers = { 'Retry-After': String(fault.retryAfter) };
  return fault instanceof TooMany
    ? new OAuthError('slow_down', 'Too many failed attempts', 429, headers)
    : new OAuthError('temporarily_unavailable', 'Too many passwords are being checked', 503, headers);
}
