import { Entity } from 'typeorm';
import type { TokenKind } from './application.row';
import {
  FlagColumn,
  KeyColumn,
  NumberColumn,
  OptionalNumberColumn,
  OptionalTextColumn,
  TextColumn,
} from '../columns';
import { Ends } from '../ends';

/*
 * Tokens are kept as SHA-256 digests only. A family is everything that came from one grant: revoking it ends all of
 * its access and refresh tokens.
 */

/** A token of the management API (`X-Auth-Token`), of a user or of a PEP proxy. */
@Entity({ name: 'api_tokens' })
@Ends<ApiTokenRow>({ deletedWith: ['user', 'pepProxy'], opens: 'token', end: 'invalid' })
export class ApiTokenRow {
  @KeyColumn('token_hash') tokenHash!: string;
  @OptionalTextColumn('user_id') userId!: string | null;
  @OptionalTextColumn('pep_proxy_id') pepProxyId!: string | null;
  @NumberColumn('expires_at') expiresAt!: number;
  @FlagColumn('valid') valid!: boolean;
  /** When the password was given that the token goes back to. Null: before this was kept. */
  @OptionalNumberColumn('password_at') passwordAt!: number | null;
  @NumberColumn('created_at') createdAt!: number;
}

@Entity({ name: 'authorization_codes' })
@Ends<AuthorizationCodeRow>({
  deletedWith: ['user', 'application'],
  opens: 'token',
  endsWithConsent: true,
  end: 'deleted',
  // A used one opens nothing, and tells when it is used again.
  unless: (code) => `${code.usedAt} IS NOT NULL`,
})
export class AuthorizationCodeRow {
  @KeyColumn('code_hash') codeHash!: string;
  @TextColumn('family_id') familyId!: string;
  @TextColumn('application_id') applicationId!: string;
  @TextColumn('user_id') userId!: string;
  @TextColumn('redirect_uri') redirectUri!: string;
  @FlagColumn('redirect_uri_was_sent') redirectUriWasSent!: boolean;
  @OptionalTextColumn('scope') scope!: string | null;
  @OptionalTextColumn('nonce') nonce!: string | null;
  /** S256 challenge of PKCE. */
  @OptionalTextColumn('code_challenge') codeChallenge!: string | null;
  @NumberColumn('auth_time') authTime!: number;
  @NumberColumn('expires_at') expiresAt!: number;
  @OptionalNumberColumn('used_at') usedAt!: number | null;
  @NumberColumn('created_at') createdAt!: number;
}

@Entity({ name: 'access_tokens' })
@Ends<AccessTokenRow>({
  deletedWith: ['application', 'user', 'iotAgent'],
  opens: 'token',
  endsWithConsent: true,
  end: 'revoked',
})
export class AccessTokenRow {
  /** Digest of an opaque token, or of the `jti` of a JWT. */
  @KeyColumn('token_hash') tokenHash!: string;
  @OptionalTextColumn('family_id') familyId!: string | null;
  @TextColumn('application_id') applicationId!: string;
  @OptionalTextColumn('user_id') userId!: string | null;
  @OptionalTextColumn('iot_agent_id') iotAgentId!: string | null;
  @TextColumn('kind') kind!: TokenKind;
  @TextColumn('grant_type') grantType!: string;
  @OptionalTextColumn('scope') scope!: string | null;
  /** Whom the token is for (RFC 8707), separated by blanks; null: its application. */
  @OptionalTextColumn('audience') audience!: string | null;
  /** Null: permanent. */
  @OptionalNumberColumn('expires_at') expiresAt!: number | null;
  @OptionalNumberColumn('revoked_at') revokedAt!: number | null;
  @NumberColumn('created_at') createdAt!: number;
}

@Entity({ name: 'refresh_tokens' })
@Ends<RefreshTokenRow>({
  deletedWith: ['application', 'user', 'iotAgent'],
  opens: 'token',
  endsWithConsent: true,
  end: 'revoked',
})
export class RefreshTokenRow {
  @KeyColumn('token_hash') tokenHash!: string;
  @TextColumn('family_id') familyId!: string;
  @TextColumn('application_id') applicationId!: string;
  @OptionalTextColumn('user_id') userId!: string | null;
  @OptionalTextColumn('iot_agent_id') iotAgentId!: string | null;
  @TextColumn('kind') kind!: TokenKind;
  @OptionalTextColumn('scope') scope!: string | null;
  @OptionalTextColumn('nonce') nonce!: string | null;
  @NumberColumn('auth_time') authTime!: number;
  @NumberColumn('expires_at') expiresAt!: number;
  @OptionalNumberColumn('used_at') usedAt!: number | null;
  @OptionalNumberColumn('revoked_at') revokedAt!: number | null;
  @NumberColumn('created_at') createdAt!: number;
}
