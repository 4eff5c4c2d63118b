import { bodyOf } from '../../openapi/content';
import {
  AnyObject,
  Described,
  ListOf,
  OneOf,
  Text,
  TextOrNull,
  Texts,
  Truth,
  Whole,
} from '../../openapi/described';
import type { Answer } from '../../openapi/documented';
import { TOKEN_GRANT_TYPES } from '../../subjects/applications/grant-types';

/** RFC 6749 section 4.1.3 and its siblings; which members are needed depends on the grant. */
export class TokenRequest {
  @OneOf(TOKEN_GRANT_TYPES)
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
  @Described({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    required: false,
    description: 'Where the token is to be used (RFC 8707); repeated for several.',
  })
  resource?: string | readonly string[];
  @Text({ required: false }) client_id?: string;
  @Text({ required: false }) client_secret?: string;
}

/** RFC 6749 section 5.1. */
export class TokenAnswer {
  @Text() access_token!: string;
  @OneOf(['bearer', 'Bearer', 'jwt']) token_type!: string;
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
  @Described({
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    required: false,
  })
  aud?: string | readonly string[];
}

class RecordRole {
  @Text() id!: string;
  @Text() name!: string;
}

class RecordOrganization {
  @Text() id!: string;
  @Text() name!: string;
  @TextOrNull() description!: string | null;
  @TextOrNull() website!: string | null;
  @ListOf(RecordRole) roles!: readonly RecordRole[];
}

const optional = { required: false };
const unused = (description: string) => ({ description, required: false });

/**
 * What GET /user says. All members are there for a token of a user, fewer for one of an IoT agent, and for one of client
 * credentials none, or with `app_id` the few that decide.
 */
export class UserRecord {
  @ListOf(RecordOrganization, optional) organizations?: readonly RecordOrganization[];
  @Text(optional) displayName?: string;
  @ListOf(RecordRole, optional) roles?: readonly RecordRole[];
  @Text({ ...optional, description: 'The application that the token was given to.' }) app_id?: string;
  @Texts(optional) trusted_apps?: readonly string[];
  @Truth(optional) isGravatarEnabled?: boolean;
  @Truth(optional) isAvatarEnabled?: boolean;
  @Text(optional) id?: string;
  @OneOf(['', 'Permit', 'Deny'], optional) authorization_decision?: string;
  @Text(optional) app_azf_domain?: string;
  @AnyObject(unused('Empty.')) eidas_profile?: object;
  @AnyObject({ ...optional, description: 'Attributes of the identity that were consented to.' })
  attributes?: object;
  @Text(unused('Empty.')) shared_attributes?: string;
  @Text(optional) username?: string;
  @Text(optional) email?: string;
  @Text(optional) given_name?: string;
  @Text(optional) family_name?: string;
  @Text({ ...optional, description: 'Address of the picture; empty without one.' }) image?: string;
  @Text(unused('Empty.')) gravatar?: string;
  @Described({ type: 'null', required: false, description: 'Always null.' }) extra?: null;
  @Text(optional) sub?: string;
  @AnyObject({ ...optional, description: 'Why, for `explain=true` and the application itself.' })
  authorization_explanation?: object;
}

/** What GET /user takes in its query, for a form. */
export class UserForm {
  @Text({ ...optional, description: 'The token, unless it comes as Authorization: Bearer.' })
  access_token?: string;
  @Text(optional) app_id?: string;
  @Text({ ...optional, description: 'HTTP verb.' }) action?: string;
  @Text({ ...optional, description: 'Path.' }) resource?: string;
  @Text({ ...optional, description: 'Tenant.' }) authorization_service_header?: string;
  @Text({ ...optional, description: 'Service paths, with commas.' }) authorization_service_path?: string;
  @Text({ ...optional, description: 'Tenant, as older policy enforcement points call it.' })
  fiware_service?: string;
  @Text({ ...optional, description: '`true`: say why, to the application itself.' }) explain?: string;
}

/** RFC 6749 section 5.2. */
export class OAuthFault {
  @Text() error!: string;
  @Text({ required: false }) error_description?: string;
}

export const oauthFault = (description: string): Answer => ({ description, content: bodyOf(OAuthFault) });

/** As RFC 6749 has it, beside what clients of Keyrock read at GET /user. */
class UserFault extends OAuthFault {
  @Text() message!: string;
  @Whole() code!: number;
  @Text() title!: string;
}

export const userFault = (description: string): Answer => ({ description, content: bodyOf(UserFault) });

export const noToken = oauthFault('No token was named, or the form is malformed');

export const wrongClient = oauthFault('The client is unknown or its secret wrong');
