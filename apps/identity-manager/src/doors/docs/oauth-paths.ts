import type { PathOperation } from './path-operation';
import { ref } from './schemas';

const tags = ['OAuth 2.0'] as const;
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const form = (schema: string) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: ref(schema) } },
});
const failure = (description: string) => ({ description, ...json(ref('OAuthError')) });
const client = [{ client: [] }];
const query = (name: string, description: string, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string' },
});

/** What GET and POST /user share. */
const validation = {
  tags,
  responses: {
    '200': { description: 'The user', ...json(ref('DecisionRecord')) },
    '400': failure('Two different tokens, or a malformed header'),
    '401': failure('No token, or one that is unknown, revoked or expired'),
  },
  security: [{ bearer: [] }],
} as const;

/** The endpoints outside the management API, which applications and PEP proxies use. */
export const oauthPaths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>> = {
  '/oauth2/authorize': {
    get: {
      operationId: 'authorize',
      summary: 'Log a user in for an application (authorization code or implicit grant)',
      tags,
      parameters: [
        query('response_type', '`code` or `token`', true),
        query('client_id', 'Id of the application', true),
        query('redirect_uri', 'One of the registered URIs'),
        query('state', 'Given back as it is'),
        query('scope', 'bearer, jwt, permanent, openid'),
        query('code_challenge', 'PKCE (RFC 7636)'),
        query('code_challenge_method', 'S256'),
      ],
      responses: {
        '302': { description: 'Back to the application, with code or token' },
        '200': { description: 'Log-in page' },
        '400': { description: 'A page that says what is wrong with the address that came' },
      },
      security: [],
    },
  },
  '/oauth2/token': {
    post: {
      operationId: 'token',
      summary: 'Get tokens',
      tags,
      requestBody: form('TokenRequest'),
      responses: {
        '200': { description: 'Tokens', ...json(ref('TokenResponse')) },
        '400': failure('RFC 6749 section 5.2'),
        '401': failure('The client is unknown or its secret wrong'),
      },
      security: client,
    },
  },
  '/oauth2/revoke': {
    post: {
      operationId: 'revoke',
      summary: 'End a token (RFC 7009)',
      tags,
      requestBody: form('TokenForm'),
      responses: {
        '200': { description: 'Ended, or unknown' },
        '401': failure('The client is unknown or its secret wrong'),
      },
      security: client,
    },
  },
  '/oauth2/introspect': {
    post: {
      operationId: 'introspect',
      summary: 'Ask what a token is worth (RFC 7662)',
      tags,
      requestBody: form('TokenForm'),
      responses: {
        '200': { description: 'Facts, or active: false', ...json(ref('Introspection')) },
        '401': failure('The client is unknown or its secret wrong'),
      },
      security: client,
    },
  },
  '/user': {
    get: {
      operationId: 'user',
      summary: 'Validate an access token; with action and resource also decide',
      ...validation,
      parameters: [
        query('access_token', 'The token, unless it comes as Authorization: Bearer'),
        query('app_id', 'Application in whose scope roles and permissions are taken'),
        query('action', 'HTTP verb'),
        query('resource', 'Path'),
        query('authorization_service_header', 'Tenant'),
        query(
          'authorization_service_path',
          'Service paths that will be touched, with commas; `/a/#` is a subtree',
        ),
        query('fiware_service', 'Tenant, as older policy enforcement points call it'),
      ],
    },
    post: {
      operationId: 'userByPost',
      summary: 'The same; the parameters may come as a form (OpenID Connect userinfo)',
      ...validation,
    },
  },
  '/version': {
    get: {
      operationId: 'version',
      summary: 'Version and uptime',
      tags: ['Service'],
      responses: { '200': { description: 'Facts', ...json(ref('Version')) } },
      security: [],
    },
  },
};
