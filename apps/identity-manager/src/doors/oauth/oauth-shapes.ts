import { bodyOf } from '../../openapi/content';
import { Described, ListOf, OneOf, Text, Texts, Truth, Whole } from '../../openapi/described';
import type { Answer } from '../../openapi/documented';

/** RFC 6749 section 4.1.3 and its siblings; which members are needed depends on the grant. */
export class TokenRequest {
  @Described({ enum: ['authorization_code', 'password', 'refresh_token', 'client_credentials'] })
  grant_type!: string;
  @Text({ required: false }) code?: string;
  @Text({ required: false }) redirect_uri?: string;
  @Text({ required: false }) code_verifier?: string;
  @Text({ required: false }) username?: string;
  @Described({ type: 'string', format: 'password', required: false }) password?: string;
  @Text({ required: false }) refresh_token?: string;
  @Text({
    required: false,
    description: 'Comma- or space-separated: bearer, jwt, permanent, openid, or others.',
  })
  scope?: string;
  @Text({ required: false }) client_id?: string;
  @Text({ required: false }) client_secret?: string;
}

/** RFC 6749 section 5.1. */
export class TokenAnswer {
  @Text() access_token!: string;
  @OneOf(['bearer', 'jwt']) token_type!: string;
  @Whole({ required: false }) expires_in?: number;
  @Text({ required: false }) refresh_token?: string;
  @Described({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    required: false,
  })
  scope?: string | readonly string[];
  @Text({ required: false }) id_token?: string;
}

/** A token to end or to ask about. */
export class TokenForm {
  @Text() token!: string;
  @Text({ required: false }) token_type_hint?: string;
}

/** RFC 7662 section 2.2. */
export class Introspection {
  @Truth() active!: boolean;
  @Text({ required: false }) client_id?: string;
  @Text({ required: false }) username?: string;
  @Text({ required: false }) sub?: string;
  @Text({ required: false }) token_type?: string;
  @Whole({ required: false, description: 'Seconds since 1970.' }) exp?: number;
  @Whole({ required: false, description: 'Seconds since 1970.' }) iat?: number;
  @Text({ required: false }) scope?: string;
  @Text({ required: false }) iss?: string;
  @Text({ required: false }) aud?: string;
}

class RecordRole {
  @Text() id!: string;
  @Text() name!: string;
}

/** What GET /user says. Empty for tokens of client credentials; other members are Keyrock's and always there for users. */
export class UserRecord {
  @Text({ required: false }) id?: string;
  @Text({ required: false }) username?: string;
  @Text({ required: false }) email?: string;
  @Text({ required: false }) app_id?: string;
  @ListOf(RecordRole, { required: false }) roles?: readonly RecordRole[];
  @Described({ type: 'array', items: { type: 'object' }, required: false }) organizations?: readonly object[];
  @Texts({ required: false }) trusted_apps?: readonly string[];
  @OneOf(['', 'Permit', 'Deny'], { required: false }) authorization_decision?: string;
}

/** RFC 6749 section 5.2. */
export class OAuthFault {
  @Text() error!: string;
  @Text({ required: false }) error_description?: string;
}

export const oauthFault = (description: string): Answer => ({ description, content: bodyOf(OAuthFault) });

export const wrongClient = oauthFault('The client is unknown or its secret wrong');
