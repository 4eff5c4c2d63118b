import { Described, OneOf, Text, Texts, Time, Truth } from '../../../openapi/described';
import { TokenUser } from '../users/render-user';

/** By what somebody gets an API token. */
export class Credentials {
  @Text({ required: false, description: 'E-mail address of a user, or id of a PEP proxy.' }) name?: string;
  @Described({ type: 'string', format: 'password', required: false }) password?: string;
  @Text({ required: false, description: 'An API token instead of, or with, the password.' }) token?: string;
  @Text({ required: false, description: 'Code of the second factor, for users who have one.' }) code?: string;
}

class NewApiToken {
  @Texts() methods!: readonly string[];
  @Time() expires_at!: string;
}

class DecisionSettings {
  @OneOf(['basic', 'payload', 'advanced']) level!: string;
  @Truth() authzforce!: boolean;
}

/** An API token just made; the token itself is in a header. */
export class IssuedApiToken {
  @Described({ type: NewApiToken }) token!: NewApiToken;
  @Described({ type: DecisionSettings }) idm_authorization_config!: DecisionSettings;
}

class PepProxyId {
  @Text() id!: string | null;
}

/** What an API token is worth, and whose it is. */
export class ApiTokenFacts {
  @Text() access_token!: string;
  @Time() expires!: string;
  @Truth() valid!: boolean;
  @Described({ type: TokenUser, required: false }) User?: TokenUser;
  @Described({ type: PepProxyId, required: false }) PepProxy?: PepProxyId;
}
