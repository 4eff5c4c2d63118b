import { Entity } from 'typeorm';
import { FlagColumn, JsonColumn, KeyColumn, NumberColumn, OptionalTextColumn, TextColumn } from '../columns';
import { Ends } from '../ends';

export type TokenKind = 'bearer' | 'jwt';

/** Whether an application is told of users in Keyrock's words, or in those of OpenID Connect. */
export type OpenIdStyle = 'keyrock' | 'openid';

/** Form of access tokens: Keyrock's kinds, or the JWT of RFC 9068. */
export type AccessTokenFormat = 'keyrock' | 'at+jwt';

/** Signatures that an application can choose (RFC 7518, RFC 8037). */
export type SignatureAlgorithm = 'RS256' | 'ES256' | 'EdDSA';

/** A registered OAuth client. Lists are comma-joined texts, as Keyrock stores and returns them. */
@Entity({ name: 'applications' })
@Ends<ApplicationRow>({ deletedWith: [], opens: null })
export class ApplicationRow {
  @KeyColumn('id') id!: string;
  @TextColumn('name') name!: string;
  @OptionalTextColumn('description') description!: string | null;
  /** Encrypted by `SecretCipher`: the owner may see it again. */
  @TextColumn('secret_encrypted') secretEncrypted!: string;
  @OptionalTextColumn('jwt_secret_encrypted') jwtSecretEncrypted!: string | null;
  @OptionalTextColumn('url') url!: string | null;
  @OptionalTextColumn('redirect_uri') redirectUri!: string | null;
  @OptionalTextColumn('redirect_sign_out_uri') redirectSignOutUri!: string | null;
  @TextColumn('image') image!: string;
  @OptionalTextColumn('grant_type') grantType!: string | null;
  @OptionalTextColumn('response_type') responseType!: string | null;
  /** Always contains `bearer`; says what `scope` may ask for. */
  @TextColumn('token_types') tokenTypes!: string;
  /** The kind issued when the scope of a request names none. */
  @TextColumn('default_token_kind') defaultTokenKind!: TokenKind;
  /** `public` clients have no secret and must use PKCE; anything else is confidential. */
  @OptionalTextColumn('client_type') clientType!: string | null;
  @OptionalTextColumn('scope') scope!: string | null;
  @TextColumn('openid_style') openidStyle!: OpenIdStyle;
  /** Signs id tokens, logout tokens and access tokens of RFC 9068; null: as the settings say. */
  @OptionalTextColumn('id_token_alg') idTokenAlg!: SignatureAlgorithm | null;
  /** Null: user info is plain JSON. */
  @OptionalTextColumn('userinfo_alg') userinfoAlg!: SignatureAlgorithm | null;
  /** The claim `groups` also names the user's organizations. */
  @FlagColumn('groups_organizations') groupsOrganizations!: boolean;
  @OptionalTextColumn('backchannel_logout_uri') backchannelLogoutUri!: string | null;
  @FlagColumn('backchannel_logout_session') backchannelLogoutSession!: boolean;
  @TextColumn('access_token_format') accessTokenFormat!: AccessTokenFormat;
  /** Names the application as a resource (RFC 8707); unique. */
  @OptionalTextColumn('audience') audience!: string | null;
  @JsonColumn('extra') extra!: Readonly<Record<string, unknown>> | null;
  @NumberColumn('created_at') createdAt!: number;
}

/** Choices of an application that has chosen nothing of OpenID Connect, as all of Keyrock are. */
export const KEYROCK_APPLICATION = {
  openidStyle: 'keyrock',
  idTokenAlg: null,
  userinfoAlg: null,
  groupsOrganizations: false,
  backchannelLogoutUri: null,
  backchannelLogoutSession: false,
  accessTokenFormat: 'keyrock',
  audience: null,
} as const satisfies Partial<ApplicationRow>;

/** `applicationId` accepts tokens of `trustedApplicationId`; one way, one step. */
@Entity({ name: 'trusted_applications' })
@Ends<TrustedApplicationRow>({ deletedWith: ['application'], opens: null })
export class TrustedApplicationRow {
  @KeyColumn('application_id') applicationId!: string;
  @KeyColumn('trusted_application_id') trustedApplicationId!: string;
}

/** At most one per application; its id starts with `pep_proxy_`. */
@Entity({ name: 'pep_proxies' })
@Ends<PepProxyRow>({ deletedWith: ['application'], opens: null })
export class PepProxyRow {
  @KeyColumn('id') id!: string;
  @TextColumn('password_hash') passwordHash!: string;
  @TextColumn('application_id') applicationId!: string;
  @NumberColumn('created_at') createdAt!: number;
}

/** Any number per application; its id starts with `iot_sensor_`. */
@Entity({ name: 'iot_agents' })
@Ends<IotAgentRow>({ deletedWith: ['application'], opens: null })
export class IotAgentRow {
  @KeyColumn('id') id!: string;
  @TextColumn('password_hash') passwordHash!: string;
  @TextColumn('application_id') applicationId!: string;
  @NumberColumn('created_at') createdAt!: number;
}

/** The AuthzForce domain of an application (PDP level advanced). */
@Entity({ name: 'authzforce_domains' })
@Ends<AuthzforceDomainRow>({ deletedWith: ['application'], opens: null })
export class AuthzforceDomainRow {
  @KeyColumn('id') id!: string;
  @OptionalTextColumn('policy') policy!: string | null;
  @NumberColumn('version') version!: number;
  @TextColumn('application_id') applicationId!: string;
}
