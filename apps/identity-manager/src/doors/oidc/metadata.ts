import type { Options } from '../../cli/options';
import { LANGUAGES } from '@smart-city/messages';
import type { OpenIdStyle } from '../../database/entities/application.row';
import { SIGNATURE_ALGORITHMS } from '../../subjects/applications/openid-settings';
import { ACR_VALUES, PROMPTS } from '../../subjects/openid/authentication-context';
import { CLAIM_SCOPES, USER_CLAIMS } from '../../subjects/openid/standard-claims';
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
  @Text({
    description: "Keyrock's name of the one before; below the path of an application.",
    required: false,
  })
  revoke_endpoint?: string;
  @Text() introspection_endpoint!: string;
  @Texts() scopes_supported!: readonly string[];
  @Texts() response_types_supported!: readonly string[];
  @Texts() response_modes_supported!: readonly string[];
  @Texts() grant_types_supported!: readonly string[];
  @Texts() subject_types_supported!: readonly string[];
  @Texts() id_token_signing_alg_values_supported!: readonly string[];
  @Texts() userinfo_signing_alg_values_supported!: readonly string[];
  @Texts() acr_values_supported!: readonly string[];
  @Texts() prompt_values_supported!: readonly string[];
  @Texts() ui_locales_supported!: readonly string[];
  @Texts() token_endpoint_auth_methods_supported!: readonly string[];
  @Texts() revocation_endpoint_auth_methods_supported!: readonly string[];
  @Texts() introspection_endpoint_auth_methods_supported!: readonly string[];
  @Texts() code_challenge_methods_supported!: readonly string[];
  @Truth() authorization_response_iss_parameter_supported!: boolean;
  @Truth() claims_parameter_supported!: boolean;
  @Truth() request_parameter_supported!: boolean;
  @Truth() request_uri_parameter_supported!: boolean;
  @Truth() backchannel_logout_supported!: boolean;
  @Truth() backchannel_logout_session_supported!: boolean;
  @Texts() claims_supported!: readonly string[];
  @Text() service_documentation!: string;
}

const CLAIMS_OF_TOKEN = [
  'iss',
  'sub',
  'aud',
  'azp',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'sid',
  'at_hash',
  'c_hash',
];

/** Claims in Keyrock's words. */
const CLAIMS_OF_KEYROCK = ['username', 'displayName', 'roles', 'organizations'];

/**
 * The metadata document of an issuer.
 *
 * @param style  of the application that is the issuer; undefined for the server. An application in Keyrock's style finds the user as
 *   with Keyrock
 */
export function renderMetadata(
  issuer: string,
  publicUrl: string,
  { oidc }: Pick<Options, 'oidc'>,
  style?: OpenIdStyle,
): Metadata {
  const isServer = issuer === publicUrl;
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    userinfo_endpoint: `${publicUrl}${style === 'keyrock' ? '/user' : '/oauth2/userinfo'}`,
    jwks_uri: isServer ? `${issuer}/oauth2/certs` : `${issuer}/certs`,
    end_session_endpoint: `${publicUrl}/auth/external_logout`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    ...(!isServer && { revoke_endpoint: `${issuer}/oauth2/revoke` }),
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    scopes_supported: ['openid', ...CLAIM_SCOPES, 'offline_access', 'jwt', 'permanent', 'bearer'],
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
    id_token_signing_alg_values_supported: [...new Set([oidc.algorithm, ...SIGNATURE_ALGORITHMS])],
    userinfo_signing_alg_values_supported: SIGNATURE_ALGORITHMS,
    acr_values_supported: ACR_VALUES,
    prompt_values_supported: PROMPTS,
    ui_locales_supported: LANGUAGES,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_parameter_supported: true,
    request_parameter_supported: false,
    // Left out, this one would mean true.
    request_uri_parameter_supported: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    claims_supported: [...CLAIMS_OF_TOKEN, ...USER_CLAIMS, ...CLAIMS_OF_KEYROCK],
    service_documentation: `${publicUrl}/docs`,
  };
}
