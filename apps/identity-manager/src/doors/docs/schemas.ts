import { requestSchemas } from './request-schemas';

/** Schemas of the OpenAPI document, by name. */
const text = { type: 'string' } as const;
const nullableText = { type: ['string', 'null'] } as const;
const flag = { type: 'boolean' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const texts = { type: 'array', items: text } as const;

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Members = Readonly<Record<string, object>>;

const object = (properties: Members, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** A body that wraps its content, such as `{"user": {…}}`. */
export const wrapped = (name: string, schema: object) => object({ [name]: schema }, [name]);

export const listOf = (name: string, items: object) => object({ [name]: { type: 'array', items } }, [name]);

const userTexts = { description: nullableText, website: nullableText, gravatar: flag };

const listedUser = {
  id: text,
  username: text,
  email: text,
  enabled: flag,
  date_password: time,
  ...userTexts,
};

const shownApplication = {
  id: text,
  name: text,
  description: nullableText,
  secret: { type: ['string', 'null'], description: 'Null for callers without permission 2.' },
  url: nullableText,
  redirect_uri: nullableText,
  redirect_sign_out_uri: nullableText,
  image: text,
  grant_type: { type: ['string', 'null'], description: 'Comma-joined.' },
  response_type: { type: ['string', 'null'], description: 'Comma-joined; follows from the grants.' },
  token_types: { type: 'string', description: 'Comma-joined; `bearer` always is the last.' },
  default_token_kind: { enum: ['bearer', 'jwt'] },
  jwt_secret: { type: ['string', 'null'], description: 'Null for callers without permission 2.' },
  client_type: nullableText,
  scope: nullableText,
  extra: { type: ['object', 'null'] },
  urls: { type: 'object', additionalProperties: text },
};

const organizationContent = { name: text, description: nullableText, website: nullableText };

const permissionContent = {
  name: text,
  description: nullableText,
  action: { type: ['string', 'null'], description: 'HTTP verb.' },
  resource: { type: ['string', 'null'], description: 'Path, or a regular expression when is_regex is true.' },
  is_regex: flag,
  authorization_service_header: nullableText,
  use_authorization_service_header: flag,
  regex_entity_ids: nullableText,
  regex_attributes: nullableText,
  regex_types: nullableText,
  xml: { type: ['string', 'null'], description: 'XACML rule, on level advanced.' },
};

const account = object({ id: text, password: text });

export const schemas: Readonly<Record<string, object>> = {
  ...requestSchemas,
  Error: wrapped('error', object({ message: text, code: { type: 'integer' }, title: text })),
  Changes: {
    description: 'The members that changed, or a message that none did.',
    oneOf: [
      wrapped('values_updated', { type: 'object' }),
      object({ message: text, code: { const: 200 }, title: { const: 'OK' } }),
    ],
  },
  Credentials: {
    ...object({
      name: { type: 'string', description: 'E-mail address of a user, or id of a PEP proxy.' },
      password: { type: 'string', format: 'password' },
      token: { type: 'string', description: 'An API token instead of, or with, the password.' },
      code: { type: 'string', description: 'Code of the second factor, for users who have one.' },
    }),
  },
  ApiToken: object({
    token: object({ methods: texts, expires_at: time }),
    idm_authorization_config: object({ level: { enum: ['basic', 'payload', 'advanced'] }, authzforce: flag }),
  }),
  ApiTokenInfo: object({
    access_token: text,
    expires: time,
    valid: flag,
    User: object({ id: text, username: text, email: text, date_password: time, enabled: flag, admin: flag }),
    PepProxy: object({ id: text }),
  }),
  UserRecord: object({
    organizations: { type: 'array', items: { type: 'object' } },
    displayName: text,
    roles: { type: 'array', items: object({ id: text, name: text }) },
    app_id: text,
    isGravatarEnabled: flag,
    email: text,
    id: text,
    app_azf_domain: text,
  }),
  ListedUser: object(listedUser),
  User: object({ ...listedUser, admin: flag, image: text, extra: { type: ['object', 'null'] } }),
  Application: object(shownApplication),
  Organization: object({ id: text, ...organizationContent, image: text }),
  Membership: object({ user_id: text, organization_id: text, role: { enum: ['owner', 'member'] } }),
  Role: object({ id: text, name: text, is_internal: flag, oauth_client_id: text }),
  RoleRef: object({ id: text, name: text }),
  Permission: object({ id: text, is_internal: flag, ...permissionContent, oauth_client_id: text }),
  RolePermission: object({ role_id: text, permission_id: text }),
  UserRole: object({ user_id: text, role_id: text, oauth_client_id: text }),
  OrganizationRole: object({
    organization_id: text,
    role_id: text,
    role_organization: { enum: ['owner', 'member'] },
    oauth_client_id: text,
  }),
  MachineAccount: { ...account, description: 'The only time the password is seen.' },
  NewPassword: object({ new_password: text }),
  NewSecret: object({ new_secret: text }),
  MachineRef: object({ id: text, oauth_client_id: text }),
  Trust: object({ oauth_client_id: text, trusted_oauth_client_id: text }),
  Numbers: object({
    total_users: { type: 'integer' },
    total_organizations: { type: 'integer' },
    total_applications: { type: 'integer' },
  }),
  Index: { type: 'object', additionalProperties: text },
  TokenRequest: object(
    {
      grant_type: { enum: ['authorization_code', 'password', 'refresh_token', 'client_credentials'] },
      code: text,
      redirect_uri: text,
      code_verifier: text,
      username: text,
      password: text,
      refresh_token: text,
      scope: {
        type: 'string',
        description: 'Comma- or space-separated: bearer, jwt, permanent, openid, or others.',
      },
      client_id: text,
      client_secret: text,
    },
    ['grant_type'],
  ),
  TokenResponse: object({
    access_token: text,
    token_type: { enum: ['bearer', 'jwt'] },
    expires_in: { type: 'integer' },
    refresh_token: text,
    scope: text,
    id_token: text,
  }),
  OAuthError: object({ error: text, error_description: text }, ['error']),
  TokenForm: object({ token: text, token_type_hint: text }, ['token']),
  Introspection: object({ active: flag }, ['active']),
  DecisionRecord: {
    ...object({
      id: text,
      username: text,
      email: text,
      app_id: text,
      roles: { type: 'array', items: { type: 'object' } },
      organizations: { type: 'array', items: { type: 'object' } },
      trusted_apps: texts,
      authorization_decision: { enum: ['', 'Permit', 'Deny'] },
    }),
    description: 'Empty for tokens of client credentials.',
  },
  Version: { type: 'object' },
};
