import { DirectoryAway, NotFound, OverLimit, TooMany } from '../../faults/faults';
import { TargetRefused } from '../../subjects/applications/resources.service';
import { ScopeRefused } from '../../subjects/tokens/scope-refused';

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
  | 'unmet_authentication_requirements'
  | 'insufficient_scope'
  | 'invalid_target'
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

/** RFC 6750 section 3.1. */
export const insufficientScope = (scope: string) =>
  new OAuthError('insufficient_scope', `The token needs the scope ${scope}`, 403, {
    'WWW-Authenticate': `Bearer realm="${realm}", error="insufficient_scope", scope="${scope}"`,
  });

/** A limit, as RFC 6585 and RFC 6749 let it be told. */
function limitError(fault: OverLimit): OAuthError {
  const headers = { 'Retry-After': String(fault.retryAfter) };
  if (fault instanceof TooMany) return new OAuthError('slow_down', 'Too many failed attempts', 429, headers);
  const why =
    fault instanceof DirectoryAway
      ? 'The directory of users cannot be reached'
      : 'Too many passwords are being checked';
  return new OAuthError('temporarily_unavailable', why, 503, headers);
}

/** What OAuth says of a fault of a subject; undefined for any other error. */
export function errorOfFault(error: unknown): OAuthError | undefined {
  if (error instanceof OverLimit) return limitError(error);
  if (error instanceof TargetRefused)
    return new OAuthError('invalid_target', 'Invalid parameter: `resource`');
  if (error instanceof ScopeRefused)
    return error.rule === 'malformed'
      ? new OAuthError('invalid_scope', 'Invalid parameter: `scope`')
      : new OAuthError('invalid_scope', 'Invalid scope: Requested scope is invalid');
  // Whom the tokens were for has been deleted meanwhile.
  if (error instanceof NotFound && error.what === 'user') return invalidGrant('user credentials are invalid');
  if (error instanceof NotFound && error.what === 'application')
    return new OAuthError('invalid_request', 'Application not found', 404);
  return undefined;
}
