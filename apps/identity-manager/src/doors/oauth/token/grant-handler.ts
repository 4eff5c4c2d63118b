import type { GrantType } from '../../../subjects/applications/grant-types';
import type { Client } from '../../../subjects/applications/client';
import type { IssuedTokens } from '../../../subjects/tokens/token-issuer';
import type { Parameters } from '../wire';

export interface TokenRequest {
  readonly client: Client;
  /** It is confidential and sent its secret; otherwise it has only named itself. */
  readonly isProven: boolean;
  readonly form: Parameters;
  /** Address of the caller, for limits and the audit log. */
  readonly address: string | undefined;
  /** Issuer under whose path the request came. */
  readonly issuer: () => string;
}

/** Tokens, and the id token when OpenID Connect was asked for. */
export interface GrantResult extends IssuedTokens {
  readonly idToken?: string | undefined;
  /** The words that were asked for, where another request than this one asked. */
  readonly askedScope?: readonly string[];
  /** Who the tokens are for, for the audit log. */
  readonly ownerId?: string | undefined;
}

/** One grant type: decides whether tokens are given and for whom. */
export interface GrantHandler {
  /** Values of `grant_type` that it answers, for applications that may use them. */
  readonly grantTypes: readonly GrantType[];
  /** @throws OAuthError when the grant is refused */
  grant(request: TokenRequest): Promise<GrantResult>;
}
