import type { Options } from '../../cli/options';
import { TOKEN_GRANT_TYPES } from '../../subjects/applications/grant-types';
import { Text, Texts, Truth } from '../../openapi/described';

/** RFC 8414 section 2, OpenID Connect Discovery section 3, RFC 9207 section 3. */
export class Metadata {
  @Text() issuer!: string;
  @Text() authorization_endpoint!: string;
  @Text() token_endpoint!: string;
  @Text() userinfo_endpoint!: string;
  @Text() jwks_uri!: string;
  @Text() end_session_endpoint!: string;
  @Text() revocation_endpoint!: string;
  @Text({ description: "Keyrock's name of the one before." }) revoke_endpoint!: string;
  @Text() introspection_endpoint!: string;
  @Texts() scopes_supported!: readonly string[];
  @Texts() response_types_supported!: readonly string[];
  @Texts() response_modes_supported!: readonly string[];
  @Texts() grant_types_supported!: readonly string[];
  @Texts() subject_types_supported!: readonly string[];
  @Texts() id_token_signing_alg_values_supported!: readonly string[];
  @Texts() token_endpoint_auth_methods_supported!: readonly string[];
  @Texts() revocation_endpoint_auth_methods_supported!: readonly string[];
  @Texts() introspection_endpoint_auth_methods_supported!: readonly string[];
  @Texts() code_challenge_methods_supported!: readonly string[];
  @Truth() authorization_response_iss_parameter_supported!: boolean;
  @Truth() claims_parameter_supported!: boolean;
  @Truth() request_parameter_supported!: boolean;
  @Truth() request_uri_parameter_supported!: boolean;
  @Texts() claims_supported!: readonly string[];
  @Text() service_documentation!: string;
}

/** The metadata document of an issuer. */
export function renderMetadata(issuer: string, publicUrl: string, { oidc }: Pick<Options, 'oidc'>): Metadata {
  const isServer = issuer === publicUrl;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${publicUrl}/user`,
    jwks_uri: isServer ? `${issuer}/oauth2/certs` : `${issuer}/certs`,
    end_session_endpoint: `${publicUrl}/auth/external_logout`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    revoke_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    scopes_supported: ['openid', 'jwt', 'permanent', 'bearer'],
    response_types_supported: [
      'code',
      'token',
      'id_token',
      'id_token token',
      'code id_token',
      'code token',
      'code id_token token',
    ],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: [...TOKEN_GRANT_TYPES, 'implicit'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set([oidc.algorithm, 'RS256'])],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // Left out, this one would mean true.
    request_uri_parameter_supported: false,
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'at_hash',
      'c_hash',
      'username',
      'displayName',
      'email',
      'given_name',
      'family_name',
      'roles',
      'organizations',
    ],
    service_documentation: `${publicUrl}/docs`,
  };
}
